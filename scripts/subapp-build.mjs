/**
 * npm run subapp:build -- FOLDER [--out FOLDER] [--release-time SECONDS]: builds a sub-application and writes its
 * manifest. Copy the result to the folder with the same path on the server.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import react from '@vitejs/plugin-react';

/** Version of the contract for which these sources are written (src/domain/subApplication.ts). */
const CONTRACT = 1;

const ownPackages = () =>
  ['react', 'react-dom'].map(name => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)),
  }));

/** Reads sub-application.json, and says what is wrong with it. */
function readAbout(root) {
  const file = join(root, 'sub-application.json');
  if (!existsSync(file))
    throw new Error(`There is no ${file}. "npm run subapp:new -- opsbms" creates a folder that has one.`);
  let about;
  try {
    about = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${error.message}`, { cause: error });
  }
  const missing = ['module', 'name', 'version'].find(key => typeof about?.[key] !== 'string' || about[key] === '');
  if (missing !== undefined) throw new Error(`${file} has no text "${missing}".`);
  return about;
}

/**
 * @param {string} folder folder with sub-application.json and src/main.tsx
 * @param {{ out?: string, releaseTime?: number }} [options]
 * @returns {Promise<string>} the folder with the result
 */
export async function buildSubApp(folder, options = {}) {
  const root = resolve(folder);
  const about = readAbout(root);
  const out = resolve(options.out ?? join(root, 'dist'));
  const entry = ['src/main.tsx', 'src/main.ts'].map(name => join(root, name)).find(name => existsSync(name));
  if (entry === undefined) throw new Error(`There is no src/main.tsx in ${root}.`);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    // Files refer to each other by relative paths, wherever they are deployed.
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    // A project without its own packages is built with those of this repository.
    resolve: existsSync(join(root, 'node_modules', 'react')) ? {} : { alias: ownPackages() },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          hashCharacters: 'hex',
          entryFileNames: 'main-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  });
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => statSync(join(out, name)).isFile());
  const manifest = {
    contract: CONTRACT,
    ...about,
    release_time: options.releaseTime ?? Math.floor(Date.now() / 1000),
    entry: files.find(name => /^main-[\w-]+\.js$/.test(name)),
    css: files.filter(name => name.endsWith('.css')),
    files,
  };
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return out;
}

if (process.argv[1]?.endsWith('subapp-build.mjs')) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, 'release-time': { type: 'string' } },
  });
  const [folder] = positionals;
  const given = values['release-time'];
  const releaseTime = given === undefined ? undefined : Number(given);
  try {
    if (folder === undefined)
      throw new Error('Name the folder to build, for example: npm run subapp:build -- sub-applications/opsbms');
    if (releaseTime !== undefined && !(Number.isSafeInteger(releaseTime) && releaseTime > 0))
      throw new Error(`--release-time is "${given}", but it must be a whole number of seconds since 1970.`);
    const out = await buildSubApp(folder, { out: values.out, releaseTime });
    const { module } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    console.log(`Built ${out}. Copy its files to the folder ${module} of the server's sub-applications (OPS_SUBAPPS).`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
