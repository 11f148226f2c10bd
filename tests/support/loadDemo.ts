import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../../scripts/build.mjs';
import { loadedDemo } from './demoCopy.ts';

/**
 * Loads the small demo into the folder given as an argument, where the workers of the browser tests find it (E2E_DATA).
 */

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('Which folder? Call it as scripts/test.mjs does.');
try {
  // If the browser tests are run separately, the build comes first and the demo is loaded later.
  if (isBuilt()) await loadedDemo(root, 'small');
  else console.log('The console is not built as it is now: the browser tests build it and load the demo themselves.');
} catch (fault) {
  // In that case, the first worker loads the demo itself.
  rmSync(join(root, 'small'), { recursive: true, force: true });
  throw fault;
}
