import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OVER_TIME, type ReaderLimits } from './api.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY = 50;

/**
 * The watching thread, as the text that it is started from: a thread's file would need the loader of TypeScript in development
 * and an entry of its own in the bundle.
 */
const WATCH = `
const { parentPort, workerData } = require('node:worker_threads');
const { processorSeconds, megabytes, overTime, lookEvery } = workerData;
const parent = process.ppid;
let timer;
function look(asked) {
  const { user, system } = process.cpuUsage(asked);
  if ((user + system) / 1e6 > processorSeconds) process.kill(process.pid, overTime);
  if (process.memoryUsage.rss() / 1048576 > megabytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}
parentPort.on('message', isAsked => {
  clearInterval(timer);
  if (isAsked) timer = setInterval(look, lookEvery, process.cpuUsage());
});
parentPort.postMessage('ready');
`;

/**
 * Starts a thread that ends this process, however deep the main thread is in a file, when the work under way passes a limit or
 * the API process is gone.
 *
 * @returns says when work begins (true) and ends (false)
 */
export async function startWatch(limits: ReaderLimits): Promise<(isAsked: boolean) => void> {
  const workerData = { ...limits, overTime: OVER_TIME, lookEvery: LOOK_EVERY };
  const thread = new Worker(WATCH, { eval: true, workerData });
  await once(thread, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  return isAsked => thread.postMessage(isAsked);
}
