import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/chromium.mjs';
import { CountingProxy } from '../../support/countingProxy.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { median, percentile, round, scaled, type Figure, type FigureGroup, lasting } from '../figure.ts';

const RUNS = scaled(12, 2);

/** URL of a channel's Location list, as an operator might bookmark it. */
const listPath = (channelId: number): string =>
  `/carrier/serviceable/location?q=${encodeURIComponent(JSON.stringify({ channelId, type: 0 }))}`;

/**
 * Runs in the page: resolves once the first data row has been painted, i.e. two frames after it was added to the
 * document. A string instead of a function, because the compiler adds a helper to inner functions that does not exist
 * in the page.
 */
const FIRST_ROW_PAINTED = `new Promise((resolve, reject) => {
  const deadline = setTimeout(() => reject(new Error('no list within 30 s')), 30000);
  const painted = () => {
    clearTimeout(deadline);
    resolve(performance.now());
  };
  const look = () =>
    requestAnimationFrame(
      document.querySelector('tr[data-row-key]') ? () => requestAnimationFrame(painted) : look,
    );
  look();
})`;

/** Time in milliseconds from the start of the navigation until the list's first data row has been painted. */
async function timeToList(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate<number>(FIRST_ROW_PAINTED);
}

async function signInPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill('id.editor@ops.example');
  await page.getByLabel('Password', { exact: true }).fill('ops-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.startsWith('/login'));
  return page;
}

/** A channel of the Indonesian demo that has rows. */
async function firstChannel(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/channelLocationService?type=0&offset=0&size=1', {
      headers: { 'x-ops-entity': 'ID' },
    });
    const body = (await answer.json()) as { data: { list: { channelId: number }[] } };
    return body.data.list[0]?.channelId ?? 0;
  });
}

/**
 * Measures the JavaScript size of a first load, and the time until a cached list is first painted, with the server
 * running and stopped.
 */
export const browserFigures: FigureGroup = {
  ids: ['initial_js', 'list_warm', 'list_offline'],
  async run(wanted, say) {
    const dataDir = await benchFolder();
    const profile = mkdtempSync(join(tmpdir(), 'ops-profile-'));
    const server = new ServerProcess({ port: await freePort(), dataDir });
    const proxy = new CountingProxy(await freePort(), server.options.port);
    const executablePath = await findChromium(say);
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: CHROMIUM_ARGS,
      viewport: { width: 1280, height: 800 },
    });
    const figures: Figure[] = [];
    try {
      await server.start(300_000);
      await proxy.start();
      const page = await signInPage(context, server.url);
      const path = listPath(await firstChannel(page));

      if (wanted.has('initial_js')) {
        const fresh = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
        let took: number;
        let scripts: { path: string; bytes: number }[];
        try {
          // Service workers are blocked, so that only the resources of the first list are counted, not the precache.
          const first = await fresh.newContext({ serviceWorkers: 'block' });
          await first.addCookies(await context.cookies());
          const cold = await first.newPage();
          took = await timeToList(cold, `${proxy.url}${path}`);
          // Requests made before the list was painted; the engine's code is requested immediately afterward.
          const before = await cold.evaluate<string[]>(
            `performance.getEntriesByType('resource').filter(entry => entry.startTime < ${took}).map(entry => new URL(entry.name).pathname)`,
          );
          scripts = proxy.asked.filter(entry => entry.path.endsWith('.js') && before.includes(entry.path));
        } finally {
          await fresh.close();
        }
        say(
          `first list after ${took.toFixed(0)} ms; ${scripts.map(entry => `${entry.path} ${entry.bytes}`).join(', ')}`,
        );
        const total = scripts.reduce((sum, entry) => sum + entry.bytes, 0);
        figures.push({
          id: 'initial_js',
          value: round(total / 1024),
          unit: 'kB',
          goal: 215,
          better: 'lower',
          peers: { files: scripts.length, cold_list_ms: Math.round(took) },
        });
      }

      const series = async (id: string, goal: number) => {
        const samples: number[] = [];
        for (let run = 0; run < RUNS; run += 1) samples.push(await timeToList(page, `${server.url}${path}`));
        figures.push({
          id,
          value: Math.round(median(samples)),
          unit: 'ms',
          goal,
          better: 'lower',
          peers: { p95: Math.round(percentile(samples, 0.95)) },
        });
      };
      // Warm start: the service worker, the mirror and the page of the list are cached.
      await timeToList(page, `${server.url}${path}`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.waitForTimeout(lasting(5) * 1000);
      await timeToList(page, `${server.url}${path}`);
      if (wanted.has('list_warm')) await series('list_warm', 800);
      if (wanted.has('list_offline')) {
        await server.stop();
        await series('list_offline', 1000);
      }
    } finally {
      await context.close();
      await proxy.stop();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(profile, { recursive: true, force: true });
    }
    return figures;
  },
};
