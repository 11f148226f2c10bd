import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { entityStates, cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/**
 * CDT of Location as a person would use it (CDT-3 to CDT-13): a file replaces a channel's lead times, which are then
 * restored.
 */

const PAGE = '/carrier/locationCDT';

type Cells = (string | number)[];

const tableOf = (bytes: Buffer): Cells[] => {
  const book = read(bytes);
  return utils.sheet_to_json<Cells>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
};

const workbook = (rows: readonly Cells[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map(row => [...row])), 'Location CDT');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

async function downloaded(page: Page, press: Locator): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: 30_000 }), press.click()]);
  return readFileSync(await file.path());
}

/** Selects a channel by its id. */
async function choose(page: Page, channel: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Channel', exact: true }).fill(String(channel));
  await page.getByRole('option').first().click();
}

test('a file replaces a channel’s lead times after confirmation, appears in the history, and is undone by Restore', async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  await signIn(EDITOR);
  const { data } = (await (await page.request.get('/api/sls/locationCDTs/list?size=1')).json()) as {
    data: { list: { channelId: number }[] };
  };
  const channel = data.list[0]?.channelId ?? 0;
  await page.goto(PAGE);
  await expect(page.getByText('No location CDTs have been imported in this country yet')).toBeVisible();
  await settled(page);

  // Export is disabled until a channel is selected.
  const exporting = page.getByRole('button', { name: 'Export', exact: true });
  await expect(exporting).toBeDisabled();
  await choose(page, channel);
  const before = tableOf(await downloaded(page, exporting));
  const [headers = [], ...rows] = before;
  expect(rows.length).toBeGreaterThan(10);
  const template = await page.request.get(
    (await page.getByRole('link', { name: 'Download template' }).getAttribute('href')) ?? '',
  );
  expect(tableOf(await template.body())[0]).toEqual(headers);

  // The file has a single row for the whole country, so all other rows are deleted.
  await page.getByRole('button', { name: 'Import With Excel File' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(dialog.getByText('Import Location CDT')).toBeVisible({ timeout: 20_000 });
  const buffer = workbook([headers, [channel, '', '-1 region', 'ID', '-1 region', 'ID', 5, 5]]);
  await page.getByLabel('Files to import').setInputFiles({ name: 'one row.xlsx', mimeType: '', buffer });
  await expect(dialog.getByRole('tab', { name: `Removed ${rows.length - 1}` })).toBeVisible({ timeout: 30_000 });
  await expect(
    dialog.getByText(`${rows.length - 1} CDTs of this channel are not in the file and will be removed`),
  ).toBeVisible();
  const apply = dialog.getByRole('button', { name: 'Apply' });
  expect(await violations(page)).toEqual([]);
  await apply.click();
  const question = page.getByRole('alertdialog', { name: 'This will overwrite all CDTs for your channel, continue?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('File import successful')).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toBeHidden();

  // The history updates automatically.
  const batch = page.locator('tr[data-row-key]').first();
  await expect(batch).toContainText('one row.xlsx', { timeout: 30_000 });
  await expect(batch).toContainText('Successful', { timeout: 30_000 });
  await expect(batch.getByRole('link', { name: 'Download' })).toBeVisible();

  // The lead time is determined by this row alone, and includes the weekend on which this channel does not work.
  const thursday = '2026-11-19';
  await page.getByRole('tab', { name: 'Lead Time' }).click();
  // The previous page has a channel selector too, so this waits for a field that only the new page has.
  await expect(page.getByRole('textbox', { name: 'Handed over on' })).toBeVisible();
  await choose(page, channel);
  await page.getByRole('textbox', { name: 'Handed over on' }).fill(thursday);
  // The current time may be after the cutoff, in which case the first mile would wait on some of the days off.
  await page.getByRole('textbox', { name: 'Handed over at' }).fill('09:30');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByRole('row', { name: /^Used/ })).toContainText('5', { timeout: 60_000 });
  await expect(answer.getByText(/^Non-working days skipped: .*Sun 2026-11-22 \(weekend\)/)).toBeVisible();
  const loses =
    (await answer.getByText(/^Non-working days skipped/).innerText()).match(/\((weekend|holiday)\)/g)?.length ?? 0;
  expect(loses).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);

  // Restores the rows that the file replaced.
  await page.getByRole('tab', { name: 'Import and Export' }).click();
  await batch.getByRole('button', { name: 'Restore' }).click();
  // The button moves when the rows arrive.
  await expect(dialog.getByText(/^What changes \(/)).toBeVisible();
  await dialog.getByRole('button', { name: /^(Restore|Revert)$/ }).click();
  await expect(page.getByText('The import was undone')).toBeVisible({ timeout: 30_000 });
  await expect(batch.getByRole('button', { name: 'Restore' })).toBeHidden();
  await choose(page, channel);
  expect(tableOf(await downloaded(page, exporting))).toEqual(before);
});

test('a row changed offline affects the lead time immediately, and a file imported offline is later applied as a batch and restored', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(240_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  const { data } = (await (await page.request.get('/api/sls/locationCDTs/list?size=1000')).json()) as {
    data: { list: { channelId: number; origin: string; destination: string; maxDays: number }[] };
  };
  const channel = data.list.at(-1)?.channelId ?? 0;
  const rows = data.list.filter(({ channelId }) => channelId === channel);
  expect(rows.length).toBeGreaterThan(10);
  const whole = rows.find(({ origin, destination }) => origin === 'ID' && destination === 'ID');
  const most = (whole?.maxDays ?? 0) + 7;
  const rowsTo = (destination: string) =>
    page.goto(`${PAGE}/rows?q=${encodeURIComponent(JSON.stringify({ channelId: channel, destination }))}`);
  await rowsTo('ID');
  const row = page.locator('tr[data-row-key$="/ID/ID"]');
  await expect(row).toBeVisible();
  await expect.poll(async () => (await cachedStates(page))[`channel:${channel}`], { timeout: 60_000 }).toBe('ready');
  await expect
    .poll(async () => Object.values(await entityStates(page)).every(state => state === 'ready'), { timeout: 60_000 })
    .toBe(true);
  await settled(page);

  // A place is shown with its name and id, even offline.
  const place = rows.find(({ destination }) => destination !== 'ID')?.destination ?? '';
  const found = await page.request.get(`/api/v2/ops/locations?locationId=${place}`);
  const { data: places } = (await found.json()) as { data: { list: { name: string }[] } };
  await network.offline();
  await rowsTo(place);
  await expect(list.rows.first()).toContainText(`${place} ${places.list[0]?.name}`, { timeout: 30_000 });
  await rowsTo('ID');
  await row.getByRole('button', { name: 'Edit' }).click();
  await list.dialog.getByRole('textbox', { name: 'Max CDT' }).fill(String(most));
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible();
  await expect(list.dialog).toBeHidden();
  await expect(row).toHaveAttribute('data-mark', 'queued');

  // The lead time takes pending changes into account.
  const decides = page.getByRole('region', { name: 'Answer' }).getByRole('row', { name: /^Used/ });
  await page.getByRole('tab', { name: 'Lead Time' }).click();
  await choose(page, channel);
  await expect(decides.getByRole('cell').last()).toHaveText(String(most), { timeout: 30_000 });

  // A file is compared with the rows on this device.
  await page.getByRole('tab', { name: 'Import and Export' }).click();
  await page.getByRole('button', { name: 'Import With Excel File' }).click();
  await expect(list.dialog.getByText('Import Location CDT')).toBeVisible({ timeout: 20_000 });
  const headers = ['Channel ID', 'Channel Name', 'Origin Level', 'Origin', 'Destination Level', 'Destination'];
  const buffer = workbook([
    [...headers, 'Min CDT', 'Max CDT'],
    [channel, '', '-1 region', 'ID', '-1 region', 'ID', 3, 3],
  ]);
  await page.getByLabel('Files to import').setInputFiles({ name: 'offline.xlsx', mimeType: '', buffer });
  await expect(list.dialog.getByRole('tab', { name: `Removed ${rows.length - 1}` })).toBeVisible({ timeout: 30_000 });
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await page
    .getByRole('alertdialog', { name: 'This will overwrite all CDTs for your channel, continue?' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(list.pill).toContainText('1 import waiting', { timeout: 20_000 });

  await network.online();
  const batch = page.locator('tr[data-row-key]').filter({ hasText: 'offline.xlsx' });
  await expect(batch).toContainText('Successful', { timeout: 60_000 });
  await expect(list.pill).toHaveText(/all saved/, { timeout: 30_000 });
  await page.getByRole('tab', { name: 'Lead Time' }).click();
  await choose(page, channel);
  await expect(decides.getByRole('cell').last()).toHaveText('3', { timeout: 30_000 });

  // The restored rows include the row as it was changed offline.
  await page.getByRole('tab', { name: 'Import and Export' }).click();
  await batch.getByRole('button', { name: 'Restore' }).click();
  await list.dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('The import was undone')).toBeVisible({ timeout: 30_000 });
  const answer = await page.request.get(`/api/sls/locationCDTs/list?channelId=${channel}&size=1000`);
  const restored = ((await answer.json()) as { data: { list: typeof rows } }).data.list;
  expect(restored.map(({ destination, maxDays }) => `${destination} ${maxDays}`)).toEqual(
    rows.map(own => `${own.destination} ${own === whole ? most : own.maxDays}`),
  );
});

test('in Brazil, a file is refused if required configurations are missing, with a list of them (CDT-5) @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate('admin@ops.example');
  await page.request.post('/api/v2/ops/session/entity', { data: { country: 'BR' } });
  const headers = { 'x-ops-entity': 'BR' };
  const answer = await page.request.get('/api/sls/locationCDTs/list?size=1000', { headers });
  const { data } = (await answer.json()) as { data: { list: { channelId: number }[]; total: number } };
  const channel = data.list[0]?.channelId ?? 0;
  const file = await page.request.get(`/api/v2/sls/forward/sls/locationCDTs/export/${channel}`, { headers });
  const [heads = [], ...rows] = tableOf(await file.body());
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Import With Excel File' }).click();
  await expect(list.dialog.getByText('The import must contain all configurations of the channel.')).toBeVisible();
  const buffer = workbook([heads, ...rows.slice(0, -2)]);
  await page.getByLabel('Files to import').setInputFiles({ name: 'part.xlsx', mimeType: '', buffer });
  await expect(list.dialog.getByRole('tab', { name: 'Removed 2' })).toBeVisible({ timeout: 60_000 });
  const apply = list.dialog.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await expect(apply).toHaveAttribute('title', /2 configurations are missing\. Open the Removed tab/);
  await expect(list.dialog.getByText(String(rows.at(-1)?.[5])).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
});
