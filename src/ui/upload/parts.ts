/**
 * Number of rows shown at once. A browser cannot render more than about 33 million pixels, and the more rows there are,
 * the longer measuring them blocks the page's thread, whether or not they are visible.
 */
export const PART = 20_000;

/**
 * The rows in one part of a long list; the last part if there are now fewer parts.
 *
 * @returns indexes from `first` (inclusive) to `end` (exclusive)
 */
export function partOf(
  total: number,
  chosen: number,
  size = PART,
): { at: number; parts: number; first: number; end: number } {
  const parts = Math.max(1, Math.ceil(total / size));
  const at = Math.min(Math.max(0, chosen), parts - 1);
  return { at, parts, first: at * size, end: Math.min(total, (at + 1) * size) };
}
