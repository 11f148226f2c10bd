import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';

/** Number of rows per INSERT. */
const PART = 4_000;

/**
 * Number of concurrent statements. One is prepared while the database executes another, and the database can use more
 * than one CPU.
 */
const AT_ONCE = 2;

/**
 * Stages an import's rows in parts, pausing to let other calls run.
 * @param count number of rows
 * @param stage stages a range of rows, on a connection of its own
 * @throws the error of the first part that failed, once no other part is running
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
