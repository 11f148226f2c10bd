/** npm run subapp:new -- PATH [FOLDER]: creates a sub-application for one of the thirty mounts from the example. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** The mounts with their titles, from the table that defines them. */
function mounts() {
  const table = readFileSync(join(ROOT, 'src/domain/mounts.ts'), 'utf8');
  return [...table.matchAll(/mount\('([^']+)', '[^']+', '([^']+)'\)/g)].map(([, path, title]) => ({ path, title }));
}

/**
 * @param {string} path of a mount
 * @param {string} [into] folder to create; by default sub-applications/PATH in this repository
 * @returns {string} the folder
 */
export function newSubApp(path, into) {
  const mount = mounts().find(own => own.path === path);
  if (!mount)
    throw new Error(
      `"${path}" is none of the mounts: ${mounts()
        .map(own => own.path)
        .join(', ')}.`,
    );
  const folder = resolve(into ?? join(ROOT, 'sub-applications', path));
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
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
    if (path === undefined) throw new Error('Say for which mount: npm run subapp:new -- opsbms');
    const folder = newSubApp(path, into);
    console.log(`Made ${folder}. Build it with: npm run subapp:build -- ${folder}`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
