import { createServer } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { freePort } from '../support/serverProcess.ts';

/**
 * Serves a page with one script from `tests/bench/pages`, built like the console's own code.
 *
 * @param define values that replace names in the code
 */
export async function servePage(
  entry: string,
  define: Readonly<Record<string, string>>,
): Promise<{ url: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-page-'));
  const port = await freePort();
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { ...define },
    build: { outDir: folder, lib: { entry, formats: ['es'], fileName: 'page' }, emptyOutDir: true },
  });
  const script = readdirSync(folder).find(name => name.endsWith('js')) ?? '';
  const server = createServer((request, answer) => {
    const isScript = request.url === '/page.js';
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    answer.end(
      isScript
        ? readFileSync(join(folder, script))
        : '<!doctype html><body><script type="module" src="/page.js"></script>',
    );
  }).listen(port);
  return {
    url: `http://localhost:${port}/`,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
