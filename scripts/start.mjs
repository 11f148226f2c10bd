/** npm start: builds if needed, then runs the API server, which loads the demo data on its first run. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Ops Portal needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
  );
  process.exit(1);
}
process.chdir(new URL('..', import.meta.url).pathname);

// Without build tools (npm ci --omit=dev), the existing build is used.
const canBuild = existsSync('node_modules/vite/package.json');
if (canBuild) {
  const { sourceStamp } = await import('./stamp.mjs');
  const { readFileSync } = await import('node:fs');
  const built = existsSync('dist/.stamp') && readFileSync('dist/.stamp', 'utf8') === sourceStamp();
  if (!built) {
    console.log('Building the console and the server (first start, or the sources changed) ...');
    const done = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
    if (done.status !== 0) {
      console.error('The build failed; see the message above. Nothing was started.');
      process.exit(done.status ?? 1);
    }
  }
} else if (!existsSync('dist/server/main.js')) {
  console.error('There is no build in dist/. Run "npm ci && npm run build" once, then start again.');
  process.exit(1);
}

process.env.NODE_ENV ??= 'production';
await import('../dist/server/main.js');
