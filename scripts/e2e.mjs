/** npm run test:e2e: builds when needed, finds a Chromium and runs the browser tests against the real server. */
import { spawnSync } from 'node:child_process';
import { buildAll, isBuilt } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { FAULT_SPECS } from './fault-specs.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
if (!isBuilt()) {
  console.log('Building the console and the server ...');
  await buildAll();
}
const words = process.argv.slice(2);
const isFault = word => word === '--project=faults' || FAULT_SPECS.some(name => word.includes(name));
const PLAYWRIGHT_CHROMIUM = await findChromium(console.log, words.some(isFault) ? 'whole' : 'headless');
const run = spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'test', ...words], {
  stdio: 'inherit',
  env: { ...process.env, PLAYWRIGHT_CHROMIUM },
});
process.exitCode = run.status ?? 1;
