import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { zipOf } from '../support/zipFile.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { onDisk } from './pages/onDisk.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

const CHANNEL = 10027;
const HEADERS =
  'Channel ID,Applicable Type,Location ID,Support Deliver,Support COD Deliver,Support Pickup,Support COD Pickup,Action Code';

/** A CSV file with the import's columns: location ids, and the given text in Support Deliver. */
const csv = (rows: readonly (readonly [id: number, deliver: string])[]): Buffer =>
  Buffer.from([HEADERS, ...rows.map(([id, deliver]) => `${CHANNEL},Standard,${id},${deliver},No,No,No,1`)].join('\n'));

const choose = (page: Page, ...files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<void> =>
  page.getByLabel('Files to import').setInputFiles(files.map(([name, bytes]) => onDisk(name, bytes)));

/** Opens the import dialog of a list whose channel is cached; returns the first location ids. */
async function begin(page: Page, list: LocationPage): Promise<number[]> {
  await list.open({ channelId: CHANNEL, type: 0 });
  const ids = await list.ids();
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${CHANNEL}`]: 'ready' });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(list.dialog.getByText('Import Location')).toBeVisible({ timeout: 20_000 });
  return ids;
}

test('UPLOAD-3, UPLOAD-6: messages about selected files disappear as soon as they no longer apply', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  const [id = 0] = await begin(page, list);
  const { dialog } = list;
  const small = csv([[id, 'Yes']]);
  await choose(page, ['over.xlsx', Buffer.alloc(30 * 1024 * 1024 + 1)], ['AREAS.CSV', small]);
  await expect(dialog.getByText('File size must be less than 30M')).toBeVisible();
  await expect(dialog.getByText('Refused: over.xlsx')).toBeVisible();
  await expect(dialog.getByRole('tab', { name: /^(Changed|Unchanged) 1$/ })).toBeVisible({ timeout: 20_000 });

  await choose(page, ['AREAS.CSV', small]);
  const there = dialog.getByText('A file named "AREAS.CSV" was already added');
  await expect(there).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove AREAS.CSV' }).click();
  await expect(there).toBeHidden();
  await expect(dialog.getByText(/^Refused/)).toBeHidden();
  await choose(page, ['AREAS.CSV', small]);
  await expect(dialog.getByRole('tab', { name: /^(Changed|Unchanged) 1$/ })).toBeVisible({ timeout: 20_000 });
});

test('a correction applies only to the files selected so far, and a file selected later keeps its own values', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  const [first = 0, second = 0, third = 0, fourth = 0] = await begin(page, list);
  const { dialog } = list;
  const perhaps = (...ids: number[]): Buffer => csv(ids.map(id => [id, 'Perhaps'] as const));
  await choose(page, ['first.csv', perhaps(first, second)]);
  await dialog.getByLabel('Support Deliver (D2)').fill('No');
  await dialog.getByRole('button', { name: 'Replace in 2 rows' }).click();
  await expect(dialog.getByRole('tab', { name: /^With errors/ })).toBeHidden({ timeout: 20_000 });

  await choose(page, ['second.csv', perhaps(third, fourth)]);
  await expect(dialog.getByRole('tab', { name: 'With errors 2' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('Row 2, second.csv')).toBeVisible();

  // Selecting the file again reads its current content.
  await dialog.getByRole('button', { name: 'Remove second.csv' }).click();
  await dialog.getByRole('button', { name: 'Remove first.csv' }).click();
  await choose(page, ['first.csv', perhaps(first, second)]);
  await expect(dialog.getByRole('tab', { name: 'With errors 2' })).toBeVisible({ timeout: 20_000 });
});

test('every row of a very long list can be reached', async ({ page, authenticate }) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  const [id = 0] = await begin(page, list);
  const { dialog } = list;
  await choose(page, ['long.csv', csv(Array.from({ length: 20_002 }, () => [id, 'Yes'] as const))]);
  await expect(dialog.getByRole('tab', { name: 'With errors 20,001' })).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('1 to 20,000 of 20,001')).toBeVisible();
  await expect(dialog.getByText('Row 3', { exact: true })).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Later rows' }).click();
  await expect(dialog.getByText('20,001 to 20,001 of 20,001')).toBeVisible();
  await expect(dialog.getByText('Row 20003', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('button', { name: 'Later rows' })).toBeDisabled();
});

test('a small file that repeats a row a million times is rejected immediately', async ({ page, authenticate }) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await begin(page, list);
  const cell =
    '<table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell>';
  const bytes = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Location"><table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
  });
  await choose(page, ['small.ods', Buffer.from(bytes)]);
  await expect(list.dialog.getByRole('alert')).toContainText('"small.ods" unpacks to far more data', {
    timeout: 10_000,
  });
});

test('a preview of several files stays aligned on wide screens and phones', async ({ page, authenticate }) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [first = 0, second = 0] = await list.ids();
  const other = async (id: number) => ((await list.cell(id, 'Support Deliver')) === 'Yes' ? 'No' : 'Yes');
  const [a, b] = [await other(first), await other(second)];
  await begin(page, list);
  const { dialog } = list;
  await choose(page, ['a.csv', csv([[first, a]])], ['another file with a long name.csv', csv([[second, b]])]);
  await expect(dialog.getByRole('tab', { name: 'Changed 2' })).toBeVisible({ timeout: 20_000 });
  const left = (text: RegExp | string): Promise<number[]> =>
    dialog.getByText(text).evaluateAll(found => found.map(one => Math.round(one.getBoundingClientRect().left)));
  // The record and its changed values are left-aligned, whatever the file's name.
  const lines = async () => new Set([...(await left(/^Channel ID /)), ...(await left('Support Deliver:'))]);
  await expect(dialog.getByText('Support Deliver:')).toHaveCount(2, { timeout: 20_000 });
  expect((await lines()).size).toBe(1);
  const surface = await dialog.boundingBox();
  expect(surface?.y).toBeGreaterThanOrEqual(8);
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await lines()).size).toBe(1);
  const cancel = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox();
  expect((cancel?.y ?? 0) + (cancel?.height ?? 0)).toBeGreaterThan(800);
});
