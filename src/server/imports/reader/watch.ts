import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OVER_TIME, type ReaderLimits } from './api.ts';

/** Milliseconds between two checks of the limits. */
const LOOK_EVERY = 50;

/**
 * Source code of the watchdog thread. As a separate file, it would need the TypeScript loader in development and an
 * entry of its own in the bundle.
 */
const WATCH = `
const { parentPort, workerData } = require('node:worker_threads');
const { megabytes, overTime, lookEvery } = workerData;
const parent = process.ppid;
let timer;
function look(asked, seconds) {
  const { user, system } = process.cpuUsage(asked);
  if ((user + system) / 1e6 > seconds) process.kill(process.pid, overTime);
  if (process.memoryUsage.rss() / 1048576 > megabytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}
parentPort.on('message', seconds => {
  clearInterval(timer);
  if (seconds > 0) timer = setInterval(look, lookEvery, process.cpuUsage(), seconds);
});
parentPort.postMessage('ready');
`;

/**
 * Starts a thread that ends this process, even if the main thread is busy, when the current work exceeds a limit or the
 * API process has died.
 * @returns a function to call with the permitted seconds of CPU time when work begins, and with 0 when it ends
 */
export async function startWatch(limits: ReaderLimits): Promise<(seconds: number) => void> {
  const workerData = { ...limits, overTime: OVER_TIME, lookEvery: LOOK_EVERY };
  const thread = new Worker(WATCH, { eval: true, workerData });
  await once(thread, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  return seconds => thread.postMessage(seconds);
}
