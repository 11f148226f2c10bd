/** Builds the console into dist/client (with compressed copies) and the API server into dist/server. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { build } from 'vite';
import { firstLoadText } from './first-load.mjs';
import { sourceStamp } from './stamp.mjs';

const STAMP = 'dist/.stamp';
const SERVER_ENTRIES = {
  main: 'src/server/main.ts',
  adminCreate: 'src/server/adminCreate.ts',
  backup: 'src/server/backup/backupCli.ts',
  restore: 'src/server/backup/restoreCli.ts',
  auditVerify: 'src/server/backup/auditVerifyCli.ts',
  demoLarge: 'src/server/demo/largeCli.ts',
  importReader: 'src/server/imports/reader/main.ts',
  yearReports: 'src/server/recon/years/main.ts',
  databaseThread: 'src/server/db/embeddedWorker.ts',
};
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Compresses once, at build time, so that the server never compresses per request. */
async function compressTree(folder) {
  const jobs = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!COMPRESSIBLE.test(name) || !statSync(path).isFile() || statSync(path).size < 1024) continue;
    const body = readFileSync(path);
    jobs.push(
      brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then(out => writeFileSync(`${path}.br`, out)),
      gz(body, { level: 9 }).then(out => writeFileSync(`${path}.gz`, out)),
    );
  }
  await Promise.all(jobs);
}

/** Whether dist contains a build of exactly these sources. */
export function isBuilt() {
  try {
    return readFileSync(STAMP, 'utf8') === sourceStamp();
  } catch {
    return false;
  }
}

export async function buildAll() {
  const stamp = sourceStamp();
  process.env.NODE_ENV = 'production';
  // Written into the page (the release loaded by a tab) and into a file next to it (the release now served by the
  // server) (VER-1).
  const release = Number(process.env.OPS_RELEASE_TIME ?? Math.floor(Date.now() / 1000));
  process.env.OPS_RELEASE_TIME = String(release);
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
  writeFileSync('dist/client/release.json', `${JSON.stringify({ release_time: release })}\n`);
  await compressTree('dist/client');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist/server',
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: SERVER_ENTRIES,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  // Copied so that dist/ can be deployed without the sources.
  cpSync('src/server/db/migrations', 'dist/server/migrations', { recursive: true });
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, stamp);
}

if (process.argv[1]?.endsWith('build.mjs')) {
  const started = Date.now();
  if (process.argv.includes('--if-needed') && isBuilt()) {
    console.log('dist holds a build of these sources');
    process.exit();
  }
  await buildAll();
  console.log(firstLoadText().text);
  console.log(`Built dist/client and dist/server in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
