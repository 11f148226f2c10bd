/** Runs a command of the built server; builds first when the sources changed. */
import { existsSync } from 'node:fs';

process.chdir(new URL('..', import.meta.url).pathname);
// Without its build tools (npm ci --omit=dev) a ready build is taken as it is.
if (existsSync('node_modules/vite/package.json')) {
  const { buildAll, isBuilt } = await import('./build.mjs');
  if (!isBuilt()) await buildAll();
}
await import('../dist/server/backup.js');
