/**
 * Rows that are shown at once. A browser draws nothing beyond some 33 million pixels, and what is measured for each row, seen or
 * not, takes the page's thread, longer the more rows there are.
 */
export const PART = 20_000;

/**
 * Which rows of a long list a part of it has; the last one where there are fewer parts by now.
 *
 * @returns places from `first` up to `end`
 */
export function partOf(total: number, chosen: number): { at: number; parts: number; first: number; end: number } {
  const parts = Math.max(1, Math.ceil(total / PART));
  const at = Math.min(Math.max(0, chosen), parts - 1);
  return { at, parts, first: at * PART, end: Math.min(total, (at + 1) * PART) };
}
