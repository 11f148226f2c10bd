import type { ServerProcess } from '../../support/serverProcess.ts';
import { median, round, scaled, step, versusFloor, type Figure, type FigureGroup } from '../figure.ts';
import { cachedReady, listPath, mirrorReady, openConsole, signInAs, type Console } from '../large/console.ts';
import { BENCH_CHANNEL, BENCH_ROWS } from '../large/data.ts';
import { bareCalls, drain } from '../large/drain.ts';
import {
  bootstrap,
  filterEach,
  leave,
  openShown,
  openTyping,
  openWarm,
  TEXTS,
  typeEach,
  WARM_RUNS,
} from '../large/handling.ts';
import { EDITOR, withLargeServer } from '../large/largeServer.ts';
import { selectAllFigure, toggleFigure } from '../large/handlingFloors.ts';
import { limitLists, type LimitList } from '../large/limits.ts';
import { fetchRaw, readRaw } from '../large/raw.ts';
import { prepareReadyAnswers, withAnswers } from '../large/readyAnswers.ts';

type Say = (text: string) => void;

const IDS = [
  'filter_1m_vs_floor',
  'filter_200k_vs_floor',
  'filter_postcode_200k_vs_floor',
  'filter_route_200k_vs_floor',
  'filter_zone_200k_vs_floor',
  'typeahead_vs_floor',
  'warm_1m_vs_page',
  'bootstrap_1m_vs_raw',
  'drain_vs_calls',
  'toggle_vs_floor',
  'select_all_1m',
] as const;

/** Number of rounds in which a figure and its floor are measured alternately. */
const ROUNDS = scaled(3, 1);
/** Uses every other search string, which is enough for a median over several rounds. */
const FILTERED = TEXTS.filter((_, at) => at % 2 === 0);

const locations = (id: string, channelId: number): LimitList => ({
  id,
  path: listPath(channelId),
  collection: 'channelLocations',
  label: 'Street',
  texts: FILTERED,
});

const shown = (samples: readonly number[]): string => samples.map(sample => sample.toFixed(0)).join(' ');

async function inConsole<T>(say: Say, work: (console: Console) => Promise<T>): Promise<T> {
  const console = await openConsole(say);
  try {
    return await work(console);
  } finally {
    await console.close();
  }
}

/**
 * Time from pressing Enter until the list is painted. The floor: the same page paints the same rows, with the worker's
 * response only as the trigger.
 */
async function filterFigure(
  { page }: Console,
  url: string,
  channelId: number,
  { id, path, collection, label, texts }: LimitList,
  say: Say,
): Promise<Figure> {
  await page.goto(`${url}${path}`);
  await cachedReady(page, 'PH', channelId, collection);
  await page.evaluate('benchFirstRow()');
  await withAnswers(page, 'record', () => filterEach(page, texts, label));
  const ours: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < ROUNDS; run += 1) {
    ours.push(...(await withAnswers(page, 'off', () => filterEach(page, texts, label))));
    floor.push(...(await withAnswers(page, 'worker', () => filterEach(page, texts, label))));
  }
  say(`${id}: ${shown(ours)}, floor ${shown(floor)}`);
  return versusFloor(id, median(ours), median(floor), 1.5, { unit: 'ms' });
}

/**
 * Time from a key press until the options are painted. The floor: the same page paints the same options without calling
 * the worker.
 */
async function typeaheadFigure(url: string, say: Say): Promise<Figure> {
  return inConsole(say, async ({ page }) => {
    await prepareReadyAnswers(page);
    await openTyping(page, url);
    await typeEach(page);
    await withAnswers(page, 'record', () => typeEach(page));
    const ours: number[] = [];
    const floor: number[] = [];
    for (let run = 0; run < ROUNDS; run += 1) {
      ours.push(...(await withAnswers(page, 'off', () => typeEach(page))));
      floor.push(...(await withAnswers(page, 'page', () => typeEach(page))));
    }
    say(`typeahead: ${shown(ours)}, floor ${shown(floor)}`);
    return versusFloor('typeahead_vs_floor', median(ours), median(floor), 1.5, { unit: 'ms' });
  });
}

/**
 * Opens the app with the server stopped, on a page that requires all of the million cached rows. The floor: the same
 * console paints a page that was cached exactly as displayed. `raw_ms` is a blank page that reads the same bytes.
 */
async function warmFigure({ page }: Console, server: ServerProcess, channelId: number, say: Say): Promise<Figure> {
  const { url } = server;
  const { port } = server.options;
  await page.goto(`${url}${listPath(channelId)}`);
  await page.evaluate('benchFirstRow()');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.waitForTimeout(1500);
  await server.stop();
  const ours: number[] = [];
  const raw: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < WARM_RUNS; run += 1) {
    ours.push(await openWarm(page, url, channelId, run));
    floor.push(await openShown(page, url, channelId));
    await leave(page);
    const { took, rows, places } = await readRaw(page, port, 'PH', channelId);
    if (rows !== BENCH_ROWS.large || places < scaled(100_000)) throw new Error(`raw: ${rows} rows, ${places} places`);
    raw.push(took);
  }
  await server.start();
  say(`warm_1m: ${shown(ours)}, page ${shown(floor)}, raw ${shown(raw)}`);
  return versusFloor('warm_1m_vs_page', median(ours.slice(1)), median(floor.slice(1)), 1.5, {
    unit: 'ms',
    peers: { raw_ms: round(median(raw.slice(1))) },
  });
}

/**
 * Time from pressing Search until all rows are cached, each time in a fresh profile. The floor: fetching and storing
 * the same bytes in another profile.
 */
async function bootstrapFigure(url: string, channelId: number, say: Say): Promise<Figure> {
  const ours: number[] = [];
  const floor: number[] = [];
  let megabytes = 0;
  for (let run = 0; run < ROUNDS; run += 1) {
    await inConsole(say, async ({ page }) => {
      await signInAs(page, url, EDITOR);
      await mirrorReady(page, 'PH');
      ours.push((await bootstrap(page, url, channelId)).whole);
    });
    await inConsole(say, async ({ page }) => {
      await signInAs(page, url, EDITOR);
      await mirrorReady(page, 'PH');
      const { took, stored } = await fetchRaw(page, url, 'PH', channelId);
      floor.push(took);
      megabytes = round(stored / 1e6);
    });
  }
  say(`bootstrap_1m: ${shown(ours)}, floor ${shown(floor)}`);
  return versusFloor('bootstrap_1m_vs_raw', median(ours), median(floor), 2, { unit: 'ms', peers: { megabytes } });
}

/** Sends a thousand queued writes. The floor: bare calls, before and after each drain. */
async function drainFigure({ page }: Console, server: ServerProcess, channelId: number, say: Say): Promise<Figure> {
  const ours: number[] = [];
  const floor = [await bareCalls(page, server, channelId)];
  for (let run = 0; run < 2; run += 1) {
    ours.push((await drain(page, server, channelId)).took);
    floor.push(await bareCalls(page, server, channelId));
  }
  say(`drain: ${shown(ours)}, floor ${shown(floor)}`);
  return versusFloor('drain_vs_calls', mean(ours), median(floor), 2, { unit: 'ms' });
}

const mean = (samples: readonly number[]): number => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;

/**
 * Figures for large collections, as ratios to the time that no program of its kind can beat, measured in the same run.
 */
export const largeFloorFigures: FigureGroup = {
  ids: IDS,
  async run(wanted, say) {
    const figures: Figure[] = [];
    const { small, large } = BENCH_CHANNEL;
    await withLargeServer(say, async server => {
      const { url } = server;
      const measure = async (id: string, work: () => Promise<Figure>) => {
        await step([id], wanted, say, async () => figures.push(await work()));
        // A step that failed may have left the server stopped.
        if (server.pid === undefined) await server.start();
      };
      await measure('bootstrap_1m_vs_raw', () => bootstrapFigure(url, large, say));
      await measure('typeahead_vs_floor', () => typeaheadFigure(url, say));
      const filtered = [
        [small, locations('filter_200k_vs_floor', small)] as const,
        ...limitLists(small).map(list => [small, list] as const),
        [large, locations('filter_1m_vs_floor', large)] as const,
      ];
      const cached = [
        ...filtered.map(([, { id }]) => id),
        'warm_1m_vs_page',
        'drain_vs_calls',
        'toggle_vs_floor',
        'select_all_1m',
      ];
      if (!cached.some(id => wanted.has(id))) return;
      await inConsole(say, async console => {
        const { page } = console;
        await prepareReadyAnswers(page);
        await signInAs(page, url, EDITOR);
        await mirrorReady(page, 'PH');
        for (const [channelId, list] of filtered)
          await measure(list.id, () => filterFigure(console, url, channelId, list, say));
        await measure('toggle_vs_floor', () => toggleFigure(page, url, small, say));
        await measure('select_all_1m', () => selectAllFigure(page, url, large, say));
        await measure('warm_1m_vs_page', async () => {
          await page.goto(`${url}${listPath(large)}`);
          await cachedReady(page, 'PH', large);
          return warmFigure(console, server, large, say);
        });
        await measure('drain_vs_calls', () => drainFigure(console, server, small, say));
      });
    });
    return figures;
  },
};
