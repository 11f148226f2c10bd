/** npm run test:e2e: builds when needed, finds a Chromium and runs the browser tests against the real server. */
import { spawnSync } from 'node:child_process';
import { buildAll, isBuilt } from './build.mjs';
import { findChromium } from './chromium.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
if (!isBuilt()) {
  console.log('Building the console and the server ...');
  await buildAll();
}
const PLAYWRIGHT_CHROMIUM = await findChromium();
const run = spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PLAYWRIGHT_CHROMIUM },
});
process.exitCode = run.status ?? 1;
