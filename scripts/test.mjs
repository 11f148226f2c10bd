/**
 * npm test: everything that proves the product but what `npm run test:faults` runs. Words after `--` choose steps by name.
 * Two lanes for two cores; the browser tests, whose promises have a time in them, have both for themselves.
 */
import { browser, build, importRules, oxlint, prettier, runPhases, types, vitest } from './steps.mjs';

const unit = vitest('unit tests', ['unit', 'unit-pure'], '--maxWorkers=1');
const server = vitest('server tests', ['server'], '--maxWorkers=1');

await runPhases(
  [[[build, prettier, oxlint, types, importRules, server], [unit]], [[browser('browser tests', 'browser')]]],
  process.argv.slice(2),
);
