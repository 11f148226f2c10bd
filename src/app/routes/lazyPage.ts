import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A page's code could not be loaded: the server is unreachable, or a newer build has replaced this one. */
export class PageCodeMissing extends Error {
  override name = 'PageCodeMissing';
}

/**
 * A page whose code is loaded when it is opened. A failure throws its own error class: for the native one, the router
 * would reload the document, which shows the browser's error page if the server is unreachable.
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
