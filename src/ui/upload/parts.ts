/**
 * Number of rows shown at once. A browser cannot render more than some 33 million pixels, and measuring each row,
 * visible or not, blocks the page's thread for longer the more rows there are.
 */
export const PART = 20_000;

/**
 * The rows of a long list that one of its parts contains; the last part if there are fewer parts by now.
 *
 * @returns indexes from `first` up to, but not including, `end`
 */
export function partOf(total: number, chosen: number): { at: number; parts: number; first: number; end: number } {
  const parts = Math.max(1, Math.ceil(total / PART));
  const at = Math.min(Math.max(0, chosen), parts - 1);
  return { at, parts, first: at * PART, end: Math.min(total, (at + 1) * PART) };
}
