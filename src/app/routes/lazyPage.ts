import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A page's code could not be loaded: the server is away, or a newer build has taken the place of this one. */
export class PageCodeMissing extends Error {
  override name = 'PageCodeMissing';
}

/**
 * A page whose code is loaded when it is opened. A failure is an error of its own: the router would answer the
 * platform's by reloading the document, which without the server ends on the browser's own error page.
 */
export function lazyPage<N extends string, P extends object>(
  load: () => Promise<Record<N, (props: P) => ReactNode>>,
  name: N,
): ((props: P) => ReactNode) & { preload?: () => Promise<void> } {
  const loadOrSay = () =>
    load().catch((cause: unknown) => {
      throw new PageCodeMissing('The code of this page could not be loaded', { cause });
    });
  return lazyRouteComponent(loadOrSay as () => Promise<Record<string, never>>, name) as never;
}
