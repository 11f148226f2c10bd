import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';

/** Path of a build's light tab; it is below /api, because the service worker ignores navigations there. */
const folderOf = (buildId: string): string => `/api/light-${buildId}/`;
export const lightTab = (buildId: string): string => `${folderOf(buildId)}index.html`;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

export interface ServedFile {
  type: string;
  body: Buffer;
}

/**
 * Builds the light tab as the console is built; returns its files by path, which a proxy can serve from the same
 * origin.
 */
export async function buildLightTab(buildId: string): Promise<Map<string, ServedFile>> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-light-'));
  try {
    await build({
      configFile: false,
      root: 'tests/chaos',
      base: folderOf(buildId),
      logLevel: 'error',
      define: { __BUILD_ID__: JSON.stringify(buildId) },
      resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
      worker: { format: 'es' },
      build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
    });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => extname(name) in TYPES);
    return new Map(
      names.map(name => [
        `${folderOf(buildId)}${name.replaceAll('\\', '/')}`,
        { type: TYPES[extname(name)] ?? '', body: readFileSync(join(folder, name)) },
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
