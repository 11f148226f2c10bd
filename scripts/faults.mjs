/**
 * npm run test:faults: killed browsers and servers, request storms, load, long histories and a tiny run of the bench.
 * Words after `--` select steps by name. Runs three lanes on two cores, because these steps often wait for programs that
 * they killed; the steps of the load, which measure time, run alone on both cores.
 */
import { browser, build, runPhases, vitest } from './steps.mjs';

const histories = vitest('long histories', ['histories'], '--maxWorkers=1');
const kills = vitest('server kills', ['kills']);
const restarts = vitest('database restarts', ['faults'], 'src/server/db/');
const server = vitest('server faults', ['faults'], '--exclude=src/server/db/**');
// The load's ratios are only reported, because they vary with other work on the machine; only exceeding a goal several
// times over counts as a failure.
const load = {
  name: 'load',
  args: ['--import', 'tsx', 'tests/faults/load.ts', '--scale', 'small', '--seconds', '10', '--times', '5'],
};
// Runs a tenth of the load of `npm run load:people`.
const people = {
  name: 'people',
  args: [
    '--import',
    'tsx',
    'tests/faults/people.ts',
    '--people',
    '200',
    '--seconds',
    '30',
    '--scale',
    'small',
    '--times',
    '5',
  ],
};
const fairness = {
  name: 'fairness',
  args: ['--import', 'tsx', 'tests/faults/fairness.ts', '--times', '5'],
};
// Runs every group of the bench with tiny sizes and no goals. It fails if a figure is missing, so the bench cannot rot.
const bench = {
  name: 'tiny bench',
  args: ['--import', 'tsx', 'tests/bench/main.ts', '--some'],
  env: { OPS_BENCH_SCALE: '0.01', OPS_DEMO_SCALE: 'small' },
  again: true,
};

await runPhases(
  [
    { lanes: 1, steps: [build] },
    {
      lanes: 3,
      steps: [browser('browser faults', ['faults'], '--workers=1'), server, histories, restarts, bench, kills],
    },
    { lanes: 1, steps: [load, people, fairness] },
  ],
  process.argv.slice(2),
);
