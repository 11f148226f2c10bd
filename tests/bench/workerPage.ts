import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { build } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.mjs';
import { freePort } from '../support/serverProcess.ts';

/** The result of a step in a bench worker, with its duration in milliseconds. */
export interface Step<T = unknown> {
  millis: number;
  value: T;
}

/**
 * Requests a step from the page's worker. A string, because the compiler adds helpers to functions that do not exist in
 * the page.
 */
export const step = <T = unknown>(page: Page, name: string): Promise<Step<T>> =>
  page.evaluate<Step<T>>(`workerStep(${JSON.stringify(name)})`);

/**
 * Uses a separate browser each time, so that the memory of one run is not counted in the next. `load` opens the page in
 * another tab.
 */
export interface WorkerPages {
  inBrowser: <T>(file: string, work: (page: Page, browser: Browser) => Promise<T>) => Promise<T>;
  load: (page: Page, file: string) => Promise<void>;
}

/**
 * Serves a blank page with a worker, built like the product's own, and runs `work` with it.
 *
 * @param worker the worker's entry in tests/bench/pages
 * @param data served as /data.json for the worker
 */
export async function withWorkerPages<T>(
  worker: string,
  say: (text: string) => void,
  work: (pages: WorkerPages) => Promise<T>,
  data = 'null',
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-worker-'));
  for (const [entry, fileName] of [
    ['workerPage', 'page'],
    [worker, 'worker'],
  ] as const) {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: { __BUILD_ID__: '"bench"' },
      build: {
        outDir: folder,
        lib: { entry: `tests/bench/pages/${entry}.ts`, formats: ['es'], fileName },
        target: 'es2022',
        emptyOutDir: false,
      },
    });
  }
  const port = await freePort();
  const server = createServer((request, answer) => {
    const name = (request.url ?? '/').slice(1).replace(/[^\w.-]/g, '');
    if (name === 'data.json') return void answer.setHeader('content-type', 'application/json').end(data);
    if (name.endsWith('js')) {
      answer.setHeader('content-type', 'text/javascript');
      createReadStream(join(folder, name))
        .on('error', () => answer.writeHead(404).end())
        .pipe(answer);
      return;
    }
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><input type="file"><script type="module" src="/page.js"></script>');
  }).listen(port);
  const executablePath = await findChromium(say);
  const load = async (page: Page, file: string): Promise<void> => {
    await page.goto(`http://localhost:${port}/`);
    await page.waitForFunction('"workerStep" in window');
    await page.setInputFiles('input', file);
  };
  try {
    return await work({
      load,
      inBrowser: async (file, inside) => {
        const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
        try {
          const page = await (await browser.newContext()).newPage();
          await load(page, file);
          return await inside(page, browser);
        } finally {
          await browser.close();
        }
      },
    });
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
