/**
 * Runs a command of the built server (`backup`, `restore`) with the arguments after it; builds first if the sources
 * have changed.
 */
import { existsSync } from 'node:fs';

const [name, ...rest] = process.argv.slice(2);
process.chdir(new URL('..', import.meta.url).pathname);
// Without build tools (npm ci --omit=dev), the existing build is used.
if (existsSync('node_modules/vite/package.json')) {
  const { buildAll, isBuilt } = await import('./build.mjs');
  if (!isBuilt()) await buildAll();
}
process.argv.splice(2, process.argv.length, ...rest);
await import(`../dist/server/${name}.js`);
