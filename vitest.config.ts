import { configDefaults, defineConfig } from 'vitest/config';

const shared = { define: { __BUILD_ID__: JSON.stringify('test') } };
/** As in playwright.config.ts: one more try where nobody watches; the run names what needed it. */
const retry = process.env['CI'] ? 1 : 0;

/** Kills, storms, load and long histories: `npm run test:faults`. */
const FAULTS = '**/*.faults.test.ts';
/** Kills of a real server, one after the other, beside other tests: also `npm run test:faults`. */
const KILLS = '**/*.kills.test.ts';
const exclude = [...configDefaults.exclude, FAULTS, KILLS];

// Ends a test that hangs, not a slow machine: property tests take a third of a minute where five others run beside.
const UNIT_TIMEOUT = 240_000;

export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          setupFiles: ['tests/support/domEnd.ts'],
          include: [
            'src/{sync,workers,ui,app,screens}/**/*.test.{ts,tsx}',
            'tests/model/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
          exclude,
          testTimeout: UNIT_TIMEOUT,
          retry,
        },
      },
      {
        ...shared,
        test: {
          name: 'unit-pure',
          // Pure functions that touch no globals: the files share one module graph.
          include: ['src/{domain,contract}/**/*.test.ts'],
          exclude,
          isolate: false,
          testTimeout: UNIT_TIMEOUT,
          retry,
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude,
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
        },
      },
      {
        ...shared,
        test: {
          name: 'histories',
          include: [`tests/model/${FAULTS}`],
          testTimeout: 600_000,
          retry,
        },
      },
      {
        ...shared,
        test: {
          name: 'kills',
          include: [`src/${KILLS}`],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 300_000,
          hookTimeout: 200_000,
          retry,
          maxWorkers: 1,
        },
      },
      {
        ...shared,
        test: {
          name: 'faults',
          include: [`src/${FAULTS}`, `tests/faults/${FAULTS}`],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          retry,
          // Load is measured here: one file at a time, nothing beside it.
          maxWorkers: 1,
        },
      },
    ],
  },
});
