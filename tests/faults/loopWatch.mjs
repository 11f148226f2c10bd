/** Loaded before a server (`--import`): answers at OPS_LOOP_PORT the longest delay of its event loop since the last question, in ms. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
createServer((_request, response) => {
  response.end(String(delay.max / 1e6));
  delay.reset();
})
  .listen(Number(process.env.OPS_LOOP_PORT), 'localhost')
  .unref();
