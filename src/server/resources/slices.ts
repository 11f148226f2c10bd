import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';

/** Number of a page's rows read per statement. */
const SLICE_ROWS = 1_000;

/**
 * Reads a page in slices, so that other requests run in between. Rows added or deleted between two slices may shift a
 * row across the boundary, just as they do between two pages.
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
