/** Paths of the pages below a family's first page; `base` is that page's path (`shared/rateTabs`). */

export const channelHref = (base: string, channelId: number): string => `${base}/channel/${channelId}`;

/** A version's page; with a part and a key, the URL points to that row. */
export function versionHref(base: string, id: number, row?: { part: string; key: string } | null): string {
  const path = `${base}/version/${id}`;
  return row ? `${path}?part=${row.part}&row=${encodeURIComponent(row.key)}` : path;
}

export const compareHref = (base: string, before: number, after: number): string =>
  `${base}/compare?before=${before}&after=${after}`;

export const whatIfHref = (base: string, id: number): string => `${base}/version/${id}/what-if`;

export const quoteHref = (base: string, channelId: number, version?: number): string =>
  `${base}/quote?channelId=${channelId}${version === undefined ? '' : `&version=${version}`}`;
