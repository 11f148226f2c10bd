import { useMatches } from '@tanstack/react-router';
import type { PageMeta } from './pageMeta.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    meta?: (params: Readonly<Record<string, string>>) => PageMeta;
    /** Whether the page is a separately deployed sub-application. */
    mounted?: true;
    /** The permission code without which the route shows no page. */
    code?: string;
    /** Whether the route says that there is no page at the address. */
    unknown?: true;
  }
}

const NONE: PageMeta = { crumb: '' };

/** Metadata of the deepest matched route. */
export function usePageMeta(): PageMeta {
  const matches = useMatches();
  for (const match of matches.toReversed()) {
    if (match.staticData.meta) return match.staticData.meta(match.params as Record<string, string>);
  }
  return NONE;
}
