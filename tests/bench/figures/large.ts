import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { percentile, round, type Figure, type FigureGroup } from '../figure.ts';
import { heldReady, inputToPaint, listPath, mirrorReady, openConsole, signInAs } from '../large/console.ts';
import { BENCH_CHANNEL, makeLargeDatabase } from '../large/data.ts';
import { drain } from '../large/drain.ts';
import { live } from '../large/live.ts';
import { longestTask } from '../large/longestTask.ts';
import { peerFigures } from '../large/peers.ts';
import { workerMegabytes } from '../large/workerMemory.ts';
import { signIn } from '../load.ts';

const EDITOR = 'ph.editor@ops.example';
/** Texts of the Street filter: few, many, all and no hits, short and long. */
const TEXTS = ['san', 'purok 7', 'pob', 'zz', 'santa', 'a', 'bagong', 'poblacion', 'purok 11', 'lo', 'mal', 'barangay']
  .concat(['dela', 'san jose', 'new', 'q', 'villa', 'malig', 'nowhere at all', 'cruz'])
  .flatMap(text => [text, `${text} 1`]);
const ROUNDS_BEFORE = 6;
const WARM_RUNS = 9;
/** Names typed key by key into the State, City and District filters of Indonesia. */
const TYPED = { State: ['jawa', 'sumat'], City: ['bandu', 'kota m', 'malang'], District: ['cibeu', 'suka', 'tanah'] };

const seconds = (millis: number): number => round(millis / 1000, 2);

/** Chooses the channel in an idle list and presses Search. Milliseconds to the first painted row, and to all rows held. */
async function bootstrap(page: Page, url: string, channelId: number): Promise<{ first: number; whole: number }> {
  await page.goto(`${url}/carrier/serviceable/location`);
  const choice = page.getByRole('search').getByRole('combobox', { name: 'Channel ID' });
  await choice.fill(String(channelId));
  // The list's own: the page also has plain selects, whose options cannot be clicked.
  await page.getByRole('listbox').getByRole('option').first().click();
  const row = page.evaluate<number>('benchFirstRow()');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const painted = await row;
  const whole = await heldReady(page, 'PH', channelId);
  const pressed = await page.evaluate<number>('benchPressed');
  return { first: painted - pressed, whole: whole - pressed };
}

/** Milliseconds from Enter in the Street filter to the painted list, for each text. */
async function filterSamples(page: Page, url: string, channelId: number): Promise<number[]> {
  await page.goto(`${url}${listPath(channelId)}`);
  await page.evaluate('benchFirstRow()');
  const street = page.getByLabel('Street');
  const samples: number[] = [];
  for (const [at, text] of [...TEXTS.slice(0, ROUNDS_BEFORE), ...TEXTS].entries()) {
    await street.fill(text);
    const took = await inputToPaint(page, 'tbody, footer', () => street.press('Enter'));
    if (at >= ROUNDS_BEFORE && took !== null) samples.push(took);
  }
  return samples;
}

/** Milliseconds from each key to the painted options, over all locations of Indonesia. */
async function typeAheadSamples(page: Page, url: string): Promise<number[]> {
  await signInAs(page, url, 'id.editor@ops.example');
  await mirrorReady(page, 'ID');
  await page.goto(`${url}/carrier/serviceable/location`);
  const samples: number[] = [];
  for (const round of [0, 1]) {
    for (const [label, texts] of Object.entries(TYPED)) {
      const input = page.getByRole('search').getByRole('combobox', { name: label });
      for (const text of texts) {
        await input.fill('');
        for (const key of text) {
          const took = await inputToPaint(page, '[role=listbox]', () => input.press(key === ' ' ? 'Space' : key));
          if (round > 0 && took !== null) samples.push(took);
        }
      }
      await input.fill('');
      await input.press('Escape');
    }
  }
  return samples;
}

/** Milliseconds from opening the app, with the server stopped, to a page that only the held rows can answer. */
async function warmSamples(page: Page, url: string, channelId: number): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < WARM_RUNS; run += 1) {
    await page.goto('about:blank');
    // The worker ends a moment after its last tab.
    await page.waitForTimeout(1500);
    await page.goto(`${url}${listPath(channelId, { district: `a${'bcdglmnpr'[run]}` })}`, { waitUntil: 'commit' });
    samples.push(await page.evaluate<number>('benchFirstRow()'));
  }
  return samples.slice(1);
}

/** Figures of large collections in the real console against a real server (issue 3, 2.5), with peers on the same rows. */
export const largeFigures: FigureGroup = {
  ids: [
    'bootstrap_first_page',
    'bootstrap_1m',
    'filter_200k_p95',
    'filter_1m_p95',
    'query_mb_1m',
    'live_p95',
    'drain_1000',
    'warm_1m',
    'longest_task_sync',
    'typeahead_p95',
  ],
  async run(wanted, say) {
    // OPS_BENCH_DATA names a folder that is made once and kept: making it takes over a minute.
    const kept = process.env['OPS_BENCH_DATA'];
    const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'ops-bench-'));
    if (!kept || !existsSync(dataDir)) await makeLargeDatabase({ dataDir }, say);
    const server = new ServerProcess({ port: await freePort(), dataDir });
    const figures: Figure[] = [];
    const add = (id: string, value: number, unit: string, goal: number, peers: Record<string, number> = {}) =>
      figures.push({ id, value, unit, goal, better: 'lower', peers });
    const wants = (...ids: string[]) => ids.some(id => wanted.has(id));
    const { small, large } = BENCH_CHANNEL;
    try {
      await server.start(120_000);
      const { url } = server;
      const caller = await signIn(url, EDITOR);
      const started = performance.now();
      for (const channelId of [large, small]) {
        const path = `/api/v2/ops/segments?collection=channelLocations&entity=PH&channelId=${channelId}`;
        await (await fetch(`${url}${path}`, { headers: { cookie: caller.cookie } })).arrayBuffer();
      }
      const cut = seconds(performance.now() - started);
      say(`large: the server cut the segments of both channels in ${cut} s`);

      const console = await openConsole(say);
      const { page, context } = console;
      try {
        await signInAs(page, url, EDITOR);
        await mirrorReady(page, 'PH');
        const million = await bootstrap(page, url, large);
        say(
          `large: first page after ${million.first.toFixed(0)} ms, a million rows after ${million.whole.toFixed(0)} ms`,
        );
        if (wants('bootstrap_first_page')) add('bootstrap_first_page', seconds(million.first), 's', 0.5);
        if (wants('bootstrap_1m')) add('bootstrap_1m', seconds(million.whole), 's', 4, { server_cuts_once_s: cut });
        const filterFigure = async (id: string, channelId: number) => {
          const samples = await filterSamples(page, url, channelId);
          say(`${id}: ${samples.map(sample => sample.toFixed(1)).join(' ')}`);
          add(id, round(percentile(samples, 0.95)), 'ms', 16, { p50: round(percentile(samples, 0.5)) });
        };
        if (wants('filter_1m_p95')) await filterFigure('filter_1m_p95', large);
        if (wants('query_mb_1m')) add('query_mb_1m', await workerMegabytes(context, 'ops'), 'MB', 250);
        if (wants('filter_200k_p95')) {
          await page.goto(`${url}${listPath(small)}`);
          await heldReady(page, 'PH', small);
          await filterFigure('filter_200k_p95', small);
        }
        if (wants('live_p95')) add('live_p95', seconds(await live(page, server, small)), 's', 2);
        if (wants('drain_1000')) {
          const { took, peers } = await drain(page, server, small);
          add('drain_1000', seconds(took), 's', 5, peers);
        }
        if (wants('warm_1m')) {
          await page.goto(`${url}${listPath(large)}`);
          await page.evaluate('benchFirstRow()');
          await page.waitForTimeout(1500);
          await server.stop();
          const samples = await warmSamples(page, url, large);
          say(`warm_1m: ${samples.map(sample => sample.toFixed(0)).join(' ')}`);
          add('warm_1m', seconds(percentile(samples, 0.5)), 's', 1.2, { max: seconds(Math.max(...samples)) });
          await server.start();
        }
      } finally {
        await console.close();
      }
      if (wants('longest_task_sync')) {
        const traced = await openConsole(say);
        try {
          await signInAs(traced.page, url, EDITOR);
          await mirrorReady(traced.page, 'PH');
          const longest = await longestTask(traced, async () => {
            await bootstrap(traced.page, url, large);
            const street = traced.page.getByLabel('Street');
            for (const text of TEXTS.slice(0, 10)) {
              await street.fill(text);
              await inputToPaint(traced.page, 'tbody, footer', () => street.press('Enter'));
            }
          });
          add('longest_task_sync', round(longest.wall), 'ms', 50, { cpu: round(longest.cpu) });
        } finally {
          await traced.close();
        }
      }
      if (wants('typeahead_p95')) {
        const typing = await openConsole(say);
        try {
          const samples = await typeAheadSamples(typing.page, url);
          say(`typeahead_p95: ${samples.map(sample => sample.toFixed(1)).join(' ')}`);
          add('typeahead_p95', round(percentile(samples, 0.95)), 'ms', 16, { p50: round(percentile(samples, 0.5)) });
        } finally {
          await typing.close();
        }
      }
      await peerFigures(figures, caller, say);
    } finally {
      await server.stop();
      if (!kept) rmSync(dataDir, { recursive: true, force: true });
    }
    return figures;
  },
};
