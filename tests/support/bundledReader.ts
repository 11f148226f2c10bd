import { join } from 'node:path';
import { build } from 'vite';

/**
 * Bundles the process that parses imported files, as the build does. Started from its sources, it would load the
 * TypeScript loader and eighty files each time, tripling the work of every test that imports.
 *
 * @returns the file to run
 */
export async function bundleReader(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      emptyOutDir: false,
      ssr: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: { importReader: 'src/server/imports/reader/main.ts' },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  return join(folder, 'importReader.mjs');
}
