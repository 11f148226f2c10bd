import { defineConfig } from 'vitest/config';

const shared = { define: { __BUILD_ID__: JSON.stringify('test') } };

export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            'src/{domain,contract,sync,workers,ui,app,screens}/**/*.test.{ts,tsx}',
            'tests/model/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
          testTimeout: 60_000,
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
          maxWorkers: 2,
        },
      },
    ],
  },
});
