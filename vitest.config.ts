import { defineConfig } from 'vitest/config';

const shared = { define: { __BUILD_ID__: JSON.stringify('test') } };
/** As in playwright.config.ts: one more try where nobody watches; the reporter names what needed it. */
const retry = process.env['CI'] ? 1 : 0;

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
            'src/{domain,contract,sync,workers,ui,app,screens}/**/*.test.{ts,tsx}',
            'tests/model/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
          // Tells a test that hangs, not a slow machine: property tests take a third of a minute where five others run beside.
          testTimeout: 240_000,
          retry,
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
          maxWorkers: 2,
        },
      },
    ],
  },
});
