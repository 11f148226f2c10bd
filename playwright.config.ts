import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS } from './scripts/chromium.mjs';
import { FAULT_SPECS, WHOLE_SPECS } from './scripts/browser-specs.mjs';

const specs = (names: readonly string[]): RegExp => new RegExp(`/(${names.join('|')})\\.spec\\.ts$`);

const launch = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  // A console of a test lives for seconds: compiling its code for speed costs more than it saves. The bench has it compiled.
  args: [...CHROMIUM_ARGS, '--js-flags=--no-turbofan --no-maglev'],
});

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Each worker has a server and a copy of the demo of its own; a file stays with one worker, which serves it in turn.
  workers: 3,
  fullyParallel: false,
  // Several times what a test takes alone: on a shared machine one of 20 s took a minute.
  timeout: 120_000,
  expect: { timeout: 10_000, toPass: { intervals: [100, 250] } },
  // Some promises have a time in them (a colleague's change within two seconds) and shared machines stall: one more try
  // where nobody watches, and the run says that it was needed.
  retries: process.env['CI'] ? 1 : 0,
  // When something that all tests need is broken, the run ends soon and says so, rather than wait out each test's time twice.
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
    // Recording costs as much as the test: only a second try is recorded.
    trace: 'on-first-retry',
  },
});
