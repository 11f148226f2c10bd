/** npm run test:e2e: builds if needed, finds a Chromium and runs the browser tests against the real server. */
import { spawnSync } from 'node:child_process';
import { buildAll, isBuilt } from './build.mjs';
import { findChromium } from './chromium.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
if (!isBuilt()) {
  console.log('Building the console and the server ...');
  await buildAll();
}
const words = process.argv.slice(2);
const projects = [...words.join(' ').matchAll(/--project[= ](\w+)/g)].map(([, name]) => name);
const runs = (...names) => projects.length === 0 || names.some(name => projects.includes(name));
const env = { ...process.env };
if (runs('browser')) env.PLAYWRIGHT_HEADLESS = await findChromium(console.log, 'headless');
if (runs('whole', 'faults')) env.PLAYWRIGHT_CHROMIUM = await findChromium(console.log, 'whole');
const run = spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'test', ...words], {
  stdio: 'inherit',
  env,
});
process.exitCode = run.status ?? 1;
