import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../../scripts/build.mjs';
import { loadedDemo } from './demoCopy.ts';

/** Loads the small demo into the folder that is its argument, if the browser tests' workers find it (E2E_DATA). */

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('Which folder? Call it as scripts/test.mjs does.');
try {
  // A run of the browser tests alone builds first, and loads it then.
  if (isBuilt()) await loadedDemo(root, 'small');
  else console.log('The console is not built as it is now: the browser tests build it and load the demo themselves.');
} catch (fault) {
  // The first worker then loads it by itself.
  rmSync(join(root, 'small'), { recursive: true, force: true });
  throw fault;
}
