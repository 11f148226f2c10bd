/** npm run subapp:new -- PATH [FOLDER]: creates a sub-application for one of the thirty mounts from the example. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBuilt, MOUNTS } from '../src/app/subApps.ts';

const ROOT = new URL('..', import.meta.url).pathname;

/**
 * @param {string} path of a mount
 * @param {string} [into] folder to create; by default sub-applications/PATH in this repository
 * @returns {string} the folder
 */
export function newSubApp(path, into) {
  const mount = MOUNTS.find(own => own.path === path);
  const free = MOUNTS.filter(own => !isBuilt(`/${own.path}`)).map(own => own.path);
  if (!mount) throw new Error(`"${path}" is not a mount. Use one of these: ${free.join(', ')}.`);
  if (!free.includes(path))
    throw new Error(
      `The pages of ${path} are part of this product, so a sub-application that is deployed there would never be shown. Use one of these mounts: ${free.join(', ')}.`,
    );
  const folder = resolve(into ?? join(ROOT, 'sub-applications', path));
  if (existsSync(folder))
    throw new Error(`${folder} already exists. Remove it, or name another folder after the mount.`);
  cpSync(join(ROOT, 'examples/sub-application'), folder, {
    recursive: true,
    filter: name => !/\/(dist|node_modules)$/.test(name),
  });
  writeFileSync(
    join(folder, 'sub-application.json'),
    `${JSON.stringify({ module: mount.path, name: mount.title, version: '0.1.0' }, null, 2)}\n`,
  );
  // The project does not depend on the console's sources: it gets its own copy of the contract's types.
  cpSync(join(ROOT, 'src/sync/base/subAppContract.ts'), join(folder, 'src/context.ts'));
  for (const name of readdirSync(join(folder, 'src'))) {
    const file = join(folder, 'src', name);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll('../../../src/sync/base/subAppContract.ts', './context.ts'),
    );
  }
  return folder;
}

if (process.argv[1]?.endsWith('subapp-new.mjs')) {
  const [path, into] = process.argv.slice(2);
  try {
    if (path === undefined) throw new Error('Name the mount, for example: npm run subapp:new -- opsbms');
    const folder = newSubApp(path, into);
    console.log(`Created ${folder}. Build it with: npm run subapp:build -- ${folder}`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
