/**
 * Loaded into a server with `--import`: reports on port OPS_LOOP_PORT the longest delay of the server's event loop
 * since the previous request, in ms. Time that the machine spent on other programs is excluded if the system counts it
 * (Linux), so that a busy machine does not count against the server.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const EVERY_MILLIS = 1;

/** Time in milliseconds since the start of this thread during which it was ready but did not run. */
function waited() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

let longest = 0;
let last = performance.now();
let lastWaited = waited();
setInterval(() => {
  const now = performance.now();
  const nowWaited = waited();
  longest = Math.max(longest, now - last - EVERY_MILLIS - (nowWaited - lastWaited));
  last = now;
  lastWaited = nowWaited;
}, EVERY_MILLIS).unref();

createServer((_request, response) => {
  response.end(String(longest));
  longest = 0;
})
  .listen(Number(process.env.OPS_LOOP_PORT), 'localhost')
  .unref();
