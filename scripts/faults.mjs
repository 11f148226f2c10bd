/**
 * npm run test:faults: kills of browser and server, storms, load and long histories. Words after `--` choose steps by name.
 * Two lanes for two cores, the longest step first. Restarts of a database, whose promises have a time in them, have both alone.
 */
import { browser, build, runPhases, vitest } from './steps.mjs';

const histories = vitest('long histories', ['histories'], '--maxWorkers=1');
const kills = vitest('server kills', ['kills']);
const restarts = vitest('database restarts', ['faults'], 'src/server/db/');
const server = vitest('server faults', ['faults'], '--exclude=src/server/db/**');

await runPhases(
  [
    { lanes: 1, steps: [build] },
    { lanes: 2, steps: [browser('browser faults', 'faults', '--workers=1'), server, histories, kills] },
    { lanes: 1, steps: [restarts] },
  ],
  process.argv.slice(2),
);
