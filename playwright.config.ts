import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS } from './scripts/chromium.mjs';
import { FAULT_SPECS, WHOLE_SPECS } from './scripts/browser-specs.mjs';

const specs = (names: readonly string[]): RegExp => new RegExp(`/(${names.join('|')})\\.spec\\.ts$`);

const launch = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  // A test's console runs for a few seconds, so optimizing its code costs more than it saves. The bench does optimize.
  args: [...CHROMIUM_ARGS, '--js-flags=--no-turbofan --no-maglev'],
});

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Each worker has its own server and copy of the demo, and runs the tests of a file in order.
  workers: 3,
  fullyParallel: false,
  // Several times as long as a test takes alone: on a shared machine, a test of 20 s took a minute.
  timeout: 120_000,
  // Only ends tests that hang: a test whose promise includes a time limit states it.
  expect: { timeout: 20_000, toPass: { intervals: [100, 250] } },
  // Some promises include a time limit (a colleague's change appears within two seconds), and shared machines stall. In
  // CI, a failed test gets a second try, and the run reports it.
  retries: process.env['CI'] ? 1 : 0,
  // If something that all tests need is broken, the run ends early instead of waiting for every test to time out twice.
  maxFailures: process.env['CI'] ? 15 : 0,
  forbidOnly: true,
  globalSetup: './tests/support/e2eSetup.ts',
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/e2e.json' }]],
  projects: [
    {
      name: 'browser',
      testIgnore: specs([...FAULT_SPECS, ...WHOLE_SPECS]),
      use: { launchOptions: launch(process.env['PLAYWRIGHT_HEADLESS']) },
    },
    {
      name: 'whole',
      testMatch: specs(WHOLE_SPECS),
      use: { launchOptions: launch(process.env['PLAYWRIGHT_CHROMIUM']) },
    },
    {
      name: 'faults',
      testMatch: specs(FAULT_SPECS),
      use: { launchOptions: launch(process.env['PLAYWRIGHT_CHROMIUM']) },
    },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Recording takes as long as the test itself, so only second tries are recorded.
    trace: 'on-first-retry',
  },
});
