/**
 * npm test: everything that proves the product but what `npm run test:faults` runs. Words after `--` choose steps by name.
 * Two lanes for two cores; the browser tests, whose promises have a time in them, have both for themselves.
 */
import { browser, build, firstLoad, importRules, oxlint, prettier, runPhases, types, vitest } from './steps.mjs';

const unit = vitest('unit tests', ['unit', 'unit-alone', 'unit-sync', 'unit-pure'], '--maxWorkers=1');
// In shares, so that neither core waits long for the other's last one.
const server = [1, 2, 3, 4].map(share =>
  vitest(`server tests ${share}/4`, ['server', 'server-alone'], '--maxWorkers=1', `--shard=${share}/4`),
);

await runPhases(
  [
    // The longest first. The build is done long before the first server test starts it.
    { lanes: 2, steps: [unit, build, prettier, oxlint, types, importRules, ...server] },
    { lanes: 1, steps: [firstLoad, browser('browser tests', 'browser')] },
  ],
  process.argv.slice(2),
);
