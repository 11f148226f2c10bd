/** Page numbers for a pager: the first, the last and those around the current one; null stands for a gap. */
export function pageItems(page: number, pages: number): readonly (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const from = Math.max(2, Math.min(page - 1, pages - 4));
  const to = Math.min(pages - 1, Math.max(page + 1, 5));
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages];
}

/** Number of pages; an empty list has one. */
export const pageCount = (total: number, count: number): number => Math.max(1, Math.ceil(total / count));

/** The page number in the page jump's text, clamped to the existing pages; null if the text is not a number. */
export function jumpTarget(text: string, pages: number): number | null {
  const wanted = /^\d+$/.test(text.trim()) ? Number(text.trim()) : null;
  return wanted === null ? null : Math.max(1, Math.min(pages, wanted));
}
