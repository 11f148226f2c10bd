import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';

/** Number of rows of a page that a statement reads. */
const SLICE_ROWS = 1_000;

/**
 * Reads a page in slices, so that other requests run in between. If rows are added or deleted between two slices, a row
 * may be shifted across the boundary, as may also happen between two pages.
 */
export async function inSlices<T>(
  { offset, count }: { offset: number; count: number },
  read: (offset: number, count: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  while (rows.length < count) {
    const wanted = Math.min(SLICE_ROWS, count - rows.length);
    const slice = await read(offset + rows.length, wanted);
    rows.push(...slice);
    if (slice.length < wanted) break;
    await yieldToEventLoop();
  }
  return rows;
}
