/** Runs a command of the built server; builds first if the sources have changed. */
import { buildAll, isBuilt } from './build.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
if (!isBuilt()) await buildAll();
await import('../dist/server/demoLarge.js');
