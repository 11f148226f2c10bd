/**
 * npm run test:faults: kills of browser and server, storms, load and long histories. Words after `--` choose steps by name.
 * Two lanes for two cores; what measures the server under load has both for itself.
 */
import { browser, build, runPhases, vitest } from './steps.mjs';

const histories = vitest('long histories', ['histories'], '--maxWorkers=1');
const server = vitest('server faults', ['faults'], '--passWithNoTests');

await runPhases(
  [[[build]], [[histories], [browser('browser faults', 'faults', '--workers=1')]], [[server]]],
  process.argv.slice(2),
);
