import type { Page } from 'playwright';
import { isTiny, scaled } from '../figure.ts';
import { cachedReady, inputToPaint, listPath, mirrorReady, signInAs, transitionsEnded } from './console.ts';

/** A person's actions on a large list, each with its duration in milliseconds. */

const ALL_TEXTS = [
  'san',
  'purok 7',
  'pob',
  'zz',
  'santa',
  'a',
  'bagong',
  'poblacion',
  'purok 11',
  'lo',
  'mal',
  'barangay',
]
  .concat(['dela', 'san jose', 'new', 'q', 'villa', 'malig', 'nowhere at all', 'cruz'])
  .flatMap(text => [text, `${text} 1`]);
/** Search strings for the Street filter: with few, many, all and no matches, short and long. */
export const TEXTS = ALL_TEXTS.slice(0, scaled(ALL_TEXTS.length, 8));
const ROUNDS_BEFORE = scaled(6, 1);
export const WARM_RUNS = scaled(9, 3);
/** Names that are typed key by key into the State, City and District filters for Indonesia. */
export const TYPED = {
  State: ['jawa', 'sumat'],
  City: ['bandu', 'kota m', 'malang'],
  District: ['cibeu', 'suka', 'tanah'],
};

/**
 * Selects the channel in an idle list and presses Search. Returns the times in milliseconds until the first row is
 * painted and until all rows are cached.
 */
export async function bootstrap(page: Page, url: string, channelId: number): Promise<{ first: number; whole: number }> {
  await page.goto(`${url}/carrier/serviceable/location`);
  const choice = page.getByRole('search').getByRole('combobox', { name: 'Channel ID' });
  await choice.fill(String(channelId));
  // The list's own listbox, because the page also contains native selects, whose options cannot be clicked.
  await page.getByRole('listbox').getByRole('option').first().click();
  const row = page.evaluate<number>('benchFirstRow()');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const painted = await row;
  const whole = await cachedReady(page, 'PH', channelId);
  const pressed = await page.evaluate<number>('benchPressed');
  return { first: painted - pressed, whole: whole - pressed };
}

/**
 * Time in milliseconds from pressing Enter in a text filter until the list is painted, for each search string, on a
 * page that displays the list.
 */
export async function filterEach(page: Page, texts: readonly string[], label = 'Street'): Promise<number[]> {
  const filter = page.getByRole('search', { name: 'Filters' }).getByLabel(label, { exact: true });
  const samples: number[] = [];
  for (const text of texts) {
    // A search collapses the filters.
    if (!(await filter.isVisible())) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await filter.fill(text);
    await transitionsEnded(page);
    const took = await inputToPaint(page, 'tbody, footer', () => filter.press('Enter'));
    if (took !== null) samples.push(took);
  }
  return samples;
}

/** Like `filterTimes`, but opens the list first. */
export async function filterSamples(page: Page, url: string, channelId: number): Promise<number[]> {
  await page.goto(`${url}${listPath(channelId)}`);
  await page.evaluate('benchFirstRow()');
  await filterEach(page, TEXTS.slice(0, ROUNDS_BEFORE));
  return filterEach(page, TEXTS);
}

/** Time in milliseconds from each key press until the options are painted, on a page that displays an idle list. */
export async function typeEach(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (const [label, texts] of Object.entries(TYPED)) {
    const input = page.getByRole('search').getByRole('combobox', { name: label });
    for (const text of texts) {
      await input.fill('');
      for (const key of text) {
        const took = await inputToPaint(page, '[role=listbox]', () => input.press(key === ' ' ? 'Space' : key));
        if (took !== null) samples.push(took);
      }
    }
    await input.fill('');
    await input.press('Escape');
  }
  return samples;
}

/** Opens an idle list for Indonesia, whose locations are in the mirror. */
export async function openTyping(page: Page, url: string): Promise<void> {
  await signInAs(page, url, 'id.editor@ops.example');
  await mirrorReady(page, 'ID');
  await page.goto(`${url}/carrier/serviceable/location`);
}

/** Time in milliseconds from each key press until the options are painted, searching all locations of Indonesia. */
export async function typeAheadSamples(page: Page, url: string): Promise<number[]> {
  await openTyping(page, url);
  await typeEach(page);
  return typeEach(page);
}

/** Text in the names of some districts, different in each run. A tiny run has few districts, and therefore one letter. */
const districtOf = (run: number): string => (isTiny ? 'aeinorlgm'.charAt(run) : `a${'bcdglmnpr'.charAt(run)}`);

/**
 * Time in milliseconds from opening the app, with the server stopped, until a page that requires the cached rows is
 * painted.
 */
export async function openWarm(page: Page, url: string, channelId: number, run: number): Promise<number> {
  await leave(page);
  await page.goto(`${url}${listPath(channelId, { district: districtOf(run) })}`, { waitUntil: 'commit' });
  return page.evaluate<number>('benchFirstRow()');
}

/**
 * Like the above, but for a list page that was cached exactly as displayed: only the console has to start, and no
 * columns are read.
 */
export async function openShown(page: Page, url: string, channelId: number): Promise<number> {
  await leave(page);
  await page.goto(`${url}${listPath(channelId)}`, { waitUntil: 'commit' });
  return page.evaluate<number>('benchFirstRow()');
}

/** Closes the app: the worker terminates shortly after its last tab is closed. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.waitForTimeout(1500);
}

export async function warmSamples(page: Page, url: string, channelId: number): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < WARM_RUNS; run += 1) samples.push(await openWarm(page, url, channelId, run));
  return samples.slice(1);
}
