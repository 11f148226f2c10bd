import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';

/** Rows of one INSERT. */
const PART = 4_000;

/** Statements at a time: while the database carries one out, the next is written, and it has more than one processor. */
const AT_ONCE = 2;

/**
 * Writes down the rows of an import part by part, with pauses in which other calls pass.
 *
 * @param count rows
 * @param stage writes down the rows from one on and before another; on a connection of its own each time
 * @throws what the first part that failed throws, when no other part is under way any more
 */
export async function stageParts(count: number, stage: (from: number, to: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const stageOn = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + PART);
      try {
        await stage(from, next);
      } catch (error) {
        next = count;
        throw error;
      }
      await yieldToEventLoop();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, stageOn));
  const failed = ends.find(end => end.status === 'rejected');
  if (failed) throw failed.reason;
}
