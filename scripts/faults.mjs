/**
 * npm run test:faults: kills of browser and server, storms, load and long histories. Words after `--` choose steps by name.
 * What measures the server under load has both cores for itself.
 */
import { browser, build, runPhases, vitest } from './steps.mjs';

const histories = vitest('long histories', ['histories'], '--maxWorkers=1');
const server = vitest('server faults', ['faults'], '--passWithNoTests');

await runPhases([[[build]], [[histories], [browser('browser faults', 'faults')]], [[server]]], process.argv.slice(2));
