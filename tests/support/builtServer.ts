import { spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isBuilt } from '../../scripts/build.mjs';

const LOCK = 'node_modules/.ops-build';
const LONGEST = 180_000;

/**
 * Builds the console and the server if dist is older than the sources. `npm test` builds first, so this is for tests
 * that start the server and are run separately. If several test files call it, one of them builds and the others wait.
 *
 * @throws Error with the build's output if the build fails
 */
export async function ensureBuilt(): Promise<void> {
  for (const end = Date.now() + LONGEST; !isBuilt(); await pause(200)) {
    try {
      mkdirSync(LOCK);
    } catch {
      if (Date.now() > end) throw new Error(`Another build holds ${LOCK}; remove the folder if none runs.`);
      continue;
    }
    try {
      if (isBuilt()) return;
      const run = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(`The build failed:\n${run.stdout}${run.stderr}`);
    } finally {
      rmdirSync(LOCK);
    }
  }
}
