import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Duration in milliseconds of the idle measurement, which distinguishes a busy machine from a blocked event loop. */
const IDLE_MILLIS = 60;

/**
 * Time in milliseconds since the start of this thread during which it was ready but did not run; 0 if the system does
 * not count it.
 */
function waited(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

async function watched(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = { at: performance.now(), waited: waited() };
  const look = (): void => {
    const now = { at: performance.now(), waited: waited() };
    longest = Math.max(longest, now.at - last.at - (now.waited - last.waited));
    last = now;
  };
  const watch = setInterval(look, 1);
  await work();
  await pause(5);
  look();
  clearInterval(watch);
  return longest;
}

/**
 * The longest time in milliseconds for which `work` blocks the event loop, excluding time that the machine spent on
 * other processes, and the same figure for an idle process.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<{ block: number; idle: number }> {
  const before = await watched(() => pause(IDLE_MILLIS));
  const block = await watched(work);
  const after = await watched(() => pause(IDLE_MILLIS));
  return { block, idle: Math.max(before, after) };
}
