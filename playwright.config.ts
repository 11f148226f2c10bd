import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS } from './scripts/chromium.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each worker has a server and a copy of the demo of its own; a file stays with one worker, which serves it in turn.
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Some promises have a time in them (a colleague's change within two seconds) and shared machines stall: one more try
  // where nobody watches, and the run says that it was needed.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  globalSetup: './tests/support/e2eSetup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env['PLAYWRIGHT_CHROMIUM'] ? { executablePath: process.env['PLAYWRIGHT_CHROMIUM'] } : {}),
      args: CHROMIUM_ARGS,
    },
  },
});
