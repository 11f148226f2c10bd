import type { Page } from 'playwright';
import { median, scaled, step, versusFloor, type Figure, type FigureGroup } from '../figure.ts';
import { filterBare, openBare, paintedRows, turnBare, typeBare } from '../large/bare.ts';
import { cachedReady, inputToPaint, listPath, mirrorReady, openConsole, signInAs } from '../large/console.ts';
import { BENCH_CHANNEL } from '../large/data.ts';
import { filterEach, openTyping, TEXTS, TYPED, typeEach } from '../large/handling.ts';
import { EDITOR, withLargeServer } from '../large/largeServer.ts';

type Say = (text: string) => void;

/** Number of rounds in which a figure and its floor are measured alternately. */
const ROUNDS = scaled(3, 1);
/** An even number, because half of them go back. */
const TURNS = 2 * scaled(6, 1);
/** Search strings with enough matches for ten painted rows. */
const FOUND = TEXTS.filter(text => !/zz|q|nowhere| 1$/.test(text)).slice(0, scaled(10, 2));
/** The console displays ten rows, just like the bare table. */
const PAGE_OF_TEN = '&count=10';

/** The order matters, because a search changes the number of pages. */
const LIST_IDS = ['page_turn_vs_bare', 'filter_vs_bare'] as const;

const shown = (samples: readonly number[]): string => samples.map(sample => sample.toFixed(1)).join(' ');

/** Runs both alternately, ignoring the first run, and returns the ratio of the medians. */
async function inTurns(
  id: string,
  ours: () => Promise<number[]>,
  bare: () => Promise<number[]>,
  say: Say,
): Promise<Figure> {
  await ours();
  await bare();
  const samples: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.push(...(await ours()));
    floor.push(...(await bare()));
  }
  say(`${id}: ${shown(samples)}, bare ${shown(floor)}`);
  return versusFloor(id, median(samples), median(floor), 3, { unit: 'ms' });
}

/**
 * Time in milliseconds from pressing Enter on "next page" or "previous page" until the rows are painted, for several
 * page turns.
 */
async function turnEach(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (const name of ['Next page', 'Previous page']) {
    for (let turn = 0; turn < TURNS / 2; turn += 1) {
      const took = await inputToPaint(page, 'tbody, footer', () => page.getByRole('button', { name }).press('Enter'));
      if (took !== null) samples.push(took);
    }
  }
  return samples;
}

/** Opens a console and a blank page, each in its own browser. */
async function inBoth<T>(say: Say, work: (page: Page, bare: Page) => Promise<T>): Promise<T> {
  const ours = await openConsole(say);
  const bare = await openConsole(say);
  try {
    return await work(ours.page, bare.page);
  } finally {
    await ours.close();
    await bare.close();
  }
}

const typeaheadFigure = (url: string, say: Say): Promise<Figure> =>
  inBoth(say, async (page, bare) => {
    await openTyping(page, url);
    await typeEach(page);
    await openBare(bare, url, [], await typedOptions(page));
    const texts = Object.values(TYPED).flat();
    return inTurns(
      'typeahead_vs_bare',
      () => typeEach(page),
      () => typeBare(bare, texts),
      say,
    );
  });

const listFigures = (url: string, wanted: readonly (typeof LIST_IDS)[number][], say: Say): Promise<Figure[]> =>
  inBoth(say, async (page, bare) => {
    const { small } = BENCH_CHANNEL;
    await signInAs(page, url, EDITOR);
    await mirrorReady(page, 'PH');
    await page.goto(`${url}${listPath(small)}${PAGE_OF_TEN}`);
    await cachedReady(page, 'PH', small);
    await page.evaluate('benchFirstRow()');
    const rows = await paintedRows(page);
    if (rows.length !== 10) throw new Error(`The list shows ${rows.length} rows instead of 10.`);
    await openBare(bare, url, rows);
    const ways: Record<(typeof LIST_IDS)[number], readonly [() => Promise<number[]>, () => Promise<number[]>]> = {
      page_turn_vs_bare: [() => turnEach(page), () => turnBare(bare, TURNS)],
      filter_vs_bare: [() => filterEach(page, FOUND), () => filterBare(bare, FOUND)],
    };
    const figures: Figure[] = [];
    for (const id of wanted) {
      const [run, floor] = ways[id];
      figures.push(await inTurns(id, run, floor, say));
    }
    return figures;
  });

/**
 * How long a person waits compared with a bare page, in which a worker's message fills a table with the same ten rows,
 * or a list with the same options, without styles (issue 27, 3). Both pages are open at the same time and measured
 * alternately.
 */
export const bareFigures: FigureGroup = {
  ids: [...LIST_IDS, 'typeahead_vs_bare'],
  async run(wanted, say) {
    const figures: Figure[] = [];
    await withLargeServer(say, async ({ url }) => {
      await step(['typeahead_vs_bare'], wanted, say, async () => figures.push(await typeaheadFigure(url, say)));
      const listed = LIST_IDS.filter(id => wanted.has(id));
      await step(listed, wanted, say, async () => figures.push(...(await listFigures(url, listed, say))));
    });
    return figures;
  },
};

/** The labels of the options that the console shows for the first typed name. */
async function typedOptions(page: Page): Promise<string[]> {
  const input = page.getByRole('search').getByRole('combobox', { name: 'State' });
  await input.fill('jawa');
  const options = page.getByRole('listbox').getByRole('option');
  await options.first().waitFor();
  const texts = await options.allTextContents();
  await input.fill('');
  await input.press('Escape');
  return texts;
}
