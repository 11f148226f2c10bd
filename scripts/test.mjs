/**
 * npm test: runs every test except those of `npm run test:faults`. Words after `--` select steps by name. Both cores
 * are busy until the end of each phase; the browser tests, whose expectations include timings, run last and alone.
 */
import { browser, build, demo, firstLoad, format, importRules, oxlint, runPhases, types, vitest } from './steps.mjs';

const screens = vitest(
  'unit tests of screens and domain',
  ['unit', 'unit-alone', 'unit-fresh', 'unit-together', 'unit-pure'],
  '--maxWorkers=1',
);
const engine = vitest('unit tests of the engine', ['unit-sync'], '--maxWorkers=1');
// The server tests are one run with two workers: each file goes to the next free worker, and the databases that the
// tests copy are created only once.
const server = vitest('server tests', ['server', 'server-alone'], '--maxWorkers=2');

await runPhases(
  [
    // Server tests spend a third of their time waiting for their databases, so the other steps run in parallel: the
    // demo as soon as there is a build, because the browser tests need it; then the longest first.
    { lanes: 2, steps: [server, build, demo, screens, engine, types, format, oxlint, importRules] },
    { lanes: 1, steps: [firstLoad, browser('browser tests', ['browser', 'whole'])] },
  ],
  process.argv.slice(2),
);
