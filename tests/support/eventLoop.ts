import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of idle time against which a busy machine is told from a blocked event loop. */
const IDLE_MILLIS = 60;

async function watched(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The monitor begins with its first tick.
  await pause(5);
  delay.reset();
  await work();
  await pause(5);
  delay.disable();
  return delay.max / 1e6;
}

/**
 * The longest time in milliseconds for which `work` lets nothing else run, and the same of an idle process: what other processes
 * of the machine take from this one.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<{ block: number; idle: number }> {
  const before = await watched(() => pause(IDLE_MILLIS));
  const block = await watched(work);
  const after = await watched(() => pause(IDLE_MILLIS));
  return { block, idle: Math.max(before, after) };
}
