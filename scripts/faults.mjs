/**
 * npm run test:faults: kills of browser and server, storms, load and long histories. Words after `--` choose steps by name.
 * Two lanes for two cores; what measures the server under load has both for itself.
 */
import { browser, build, runPhases, vitest } from './steps.mjs';

const histories = vitest('long histories', ['histories'], '--maxWorkers=1');
const kills = vitest('server kills', ['kills']);
const server = vitest('server faults', ['faults'], '--passWithNoTests');

await runPhases(
  [
    { lanes: 1, steps: [build] },
    { lanes: 2, steps: [browser('browser faults', 'faults', '--workers=1'), histories, kills] },
    { lanes: 1, steps: [server] },
  ],
  process.argv.slice(2),
);
