import { closeSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { logProblem } from '../base/logProblem.ts';

/** Milliseconds between two heartbeats of a lock. */
export const HEARTBEAT_MILLIS = 2_000;

/**
 * Number of digits of the counter. It is fixed, so that counting never changes the file's size, which matters on a full
 * disk.
 */
const DIGITS = 12;
const KEY = ',"beat":"';

/** Returns the content of a lock file, which is the holder followed by the counter. */
export const withCounter = (holder: object): string =>
  `${JSON.stringify(holder).slice(0, -1)}${KEY}${'0'.repeat(DIGITS)}"}`;

/**
 * Source code of the thread that writes the heartbeats (see `imports/reader/watch.ts`). It writes to the open file
 * rather than to its name, because after the lock is released or taken over, the name may belong to another file.
 */
const BEAT = `
const { workerData } = require('node:worker_threads');
const { futimesSync, writeSync } = require('node:fs');
const { handle, at, digits, every } = workerData;
let count = 0;
setInterval(() => {
  count += 1;
  try { writeSync(handle, String(count).padStart(digits, '0'), at); } catch {}
  // On a full disk, the file's time still changes. Network file systems propagate it together with the counter.
  try { futimesSync(handle, new Date(), new Date()); } catch {}
}, every);
`;

/**
 * Increments the counter in a lock file until `stop` is called. This happens in a separate thread, so that the holder
 * does not look dead during a long statement or long work on the main thread.
 * @param file one of this process's lock files
 * @param text its content, as returned by `withCounter`
 */
export function startHeartbeat(file: string, text: string): { stop: () => void } {
  const handle = openSync(file, 'r+');
  const at = Buffer.byteLength(text) - DIGITS - 2;
  let thread: Worker;
  const begin = (): void => {
    thread = new Worker(BEAT, {
      eval: true,
      workerData: { handle, at, digits: DIGITS, every: HEARTBEAT_MILLIS },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    thread.unref();
    thread.on('error', error => {
      logProblem(`The heartbeat of ${file} has stopped and restarts: ${error.message}`);
      if (!stopped) setTimeout(begin, HEARTBEAT_MILLIS).unref();
    });
  };
  let stopped = false;
  begin();
  return {
    stop: () => {
      if (stopped) return;
      stopped = true;
      void thread.terminate().finally(() => closeSync(handle));
    },
  };
}
