/**
 * npm test: everything that proves the product but what `npm run test:faults` runs. Words after `--` choose steps by name.
 * Both cores have work until the end of each phase; the browser tests, whose promises have a time in them, come last and alone.
 */
import { browser, build, demo, firstLoad, format, importRules, oxlint, runPhases, types, vitest } from './steps.mjs';

const screens = vitest(
  'unit tests of screens and domain',
  ['unit', 'unit-alone', 'unit-together', 'unit-pure'],
  '--maxWorkers=1',
);
const engine = vitest('unit tests of the engine', ['unit-sync'], '--maxWorkers=1');
// One run: its files go to whichever of two workers is free, and the databases that they copy are made once.
const server = vitest('server tests', ['server', 'server-alone'], '--maxWorkers=2');

await runPhases(
  [
    // The server's tests wait for their databases a third of their time, so the others run in parallel: the demo as soon as
    // there is a build, for the browser tests wait for it; then the longest first.
    { lanes: 2, steps: [server, build, demo, screens, engine, types, format, oxlint, importRules] },
    { lanes: 1, steps: [firstLoad, browser('browser tests', ['browser', 'whole'])] },
  ],
  process.argv.slice(2),
);
