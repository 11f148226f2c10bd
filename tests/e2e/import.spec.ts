import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import { IMPORT_HEADERS } from '../support/importFile.ts';
import { EDITOR } from '../support/accounts.ts';
import { sheetOf } from '../support/workbookFile.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { onDisk } from './pages/onDisk.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

const CHANNEL = 10027;

/** A workbook with a header row and data rows. */
const workbook = (headers: readonly string[], rows: readonly (readonly (string | number)[])[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...headers], ...rows.map(row => [...row])]), 'Location');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

/** A small workbook whose sheet decompresses to 600 MB. */
const bomb = (): Buffer => {
  const size = 600 * 2 ** 20;
  const packed = deflateRawSync(new Uint8Array(size).fill(32));
  return Buffer.from(sheetOf('', { parts: { 'xl/worksheets/sheet1.xml': { packed, size } } }));
};

/** Opens the list, waits until its channel is cached, and opens the import dialog. */
async function openImport(page: Page, list: LocationPage): Promise<Locator> {
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${CHANNEL}`]: 'ready' });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(list.dialog.getByText('Import Location')).toBeVisible({ timeout: 20_000 });
  return list.dialog;
}

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Files to import').setInputFiles(onDisk(name, buffer));

const flip = (value: string): string => (value === 'Yes' ? 'No' : 'Yes');

test('a filled-in template is imported: validated, compared, applied and shown in the list @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  const before = await list.cell(id, 'Support Deliver');
  const dialog = await openImport(page, list);
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  const address = await dialog.getByRole('link', { name: 'Download template' }).getAttribute('href');
  const template = await page.request.get(address ?? '');
  expect(template.headers()['content-disposition']).toContain('serviceable-location.xlsx');
  const sheet = read(await template.body()).Sheets['Location'] ?? {};
  const headers = (utils.sheet_to_json<string[]>(sheet, { header: 1 })[0] ?? []).map(String);
  const value: Readonly<Record<string, string | number>> = {
    'Channel ID': CHANNEL,
    'Applicable Type': 'Standard',
    'Location ID': id,
    'Support Deliver': flip(before),
    'Support COD Deliver': 'No',
    'Support Pickup': 'No',
    'Support COD Pickup': 'No',
  };
  await choose(page, 'areas.xlsx', workbook(headers, [headers.map(header => value[header] ?? '')]));
  await expect(dialog.getByRole('tab', { name: 'Changed 1' })).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(/^Compared with data as of \d{4}-\d\d-\d\d/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Upload Successfully')).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toBeHidden();
  await expect.poll(() => list.cell(id, 'Support Deliver'), { timeout: 20_000 }).toBe(flip(before));

  // The import is listed among this device's changes and is undone as one operation.
  await page.goto('/queue');
  await page.getByRole('button', { name: 'Revert this import' }).first().click();
  await list.dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  await expect(page.getByText('The import was undone')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Applied and undone/)).toBeVisible();
  await list.open({ channelId: CHANNEL, type: 0 });
  await expect.poll(() => list.cell(id, 'Support Deliver'), { timeout: 20_000 }).toBe(before);
});

test('errors in a file are corrected in place, singly or together, and the corrections survive a reload @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const ids = await list.ids();
  const rows = ids
    .slice(0, 4)
    .map((id, at) => [CHANNEL, 'Standard', id, 'Yes', at < 3 ? 'Perhaps' : 'No', at === 3 ? 'Nope' : 'No', 'No', 1]);
  await openImport(page, list);
  await choose(page, 'wrong.xlsx', workbook(IMPORT_HEADERS, rows));
  const { dialog } = list;
  await expect(dialog.getByText('Invalid address data')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('tab', { name: 'With errors 4' })).toBeVisible();
  const [details] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download detail file' }).click(),
  ]);
  const annotated = read(readFileSync(await details.path()));
  const said = utils.sheet_to_json<Record<string, string>>(annotated.Sheets[annotated.SheetNames[0] ?? ''] ?? {});
  expect(said[0]?.['Errors']).toContain('Support COD Deliver must be Yes or No');

  // Rows known to be invalid are not sent.
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await expect(dialog.getByText(/^4 rows have errors/)).toBeVisible();

  await dialog.getByLabel('Support COD Deliver (E2)').fill('Yes');
  await dialog.getByRole('button', { name: 'Replace in 3 rows' }).click();
  await expect(dialog.getByRole('tab', { name: 'With errors 1' })).toBeVisible({ timeout: 20_000 });

  // Files and corrections survive a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Your unfinished import was restored')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('tab', { name: 'With errors 1' })).toBeVisible({ timeout: 30_000 });
  const cell = dialog.getByLabel('Support Pickup (F5)');
  await cell.fill('No');
  await cell.press('Enter');
  await expect(dialog.getByRole('tab', { name: /^With errors/ })).toBeHidden({ timeout: 20_000 });
  await expect(dialog.getByText('Invalid address data')).toBeHidden();

  // Cancel asks for confirmation because corrections would be lost, and then removes everything.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('Import Location')).toBeHidden();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('wrong.xlsx')).toBeHidden();
});

test('focus keeps its position when a cell is corrected or a file is removed @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [first = 0, second = 0] = await list.ids();
  const dialog = await openImport(page, list);
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused();
  const row = (id: number) => [CHANNEL, 'Standard', id, 'Ye', 'No', 'No', 'No', 1];
  await choose(page, 'keys.xlsx', workbook(IMPORT_HEADERS, [row(first), row(first), row(second)]));
  const cell = dialog.getByLabel('Support Deliver (D2)');
  await expect(cell).toBeVisible({ timeout: 30_000 });
  // The file contains the same row twice, which can be corrected only by leaving one of them out.
  await dialog.getByRole('button', { name: 'Skip this row: row 3' }).press('Enter');
  await expect(dialog.getByText('You skipped 1 row.')).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText(/kB, 2 rows$/)).toBeVisible();
  await expect(dialog.getByLabel('Support Deliver (D4)')).toBeFocused();
  await cell.fill('Yes');
  await cell.press('Enter');
  // The next invalid cell takes its place.
  const next = dialog.getByLabel('Support Deliver (D4)');
  await expect(next).toBeFocused({ timeout: 20_000 });
  // It shows the value from the file, not the text typed into the previous cell at this position.
  await expect(next).toHaveValue('Ye');
  await expect(dialog.getByRole('button', { name: 'Replace here' })).toBeHidden();
  // After the last correction, there is no cell left, so the focus moves to the results that replace the list.
  await next.fill('Yes');
  await dialog.getByRole('button', { name: 'Replace here' }).press('Enter');
  await expect(dialog.getByRole('tab', { selected: true })).toBeFocused({ timeout: 20_000 });
  await expect(dialog.getByRole('tab', { selected: true })).toHaveText(/^(Changed|Unchanged) \d$/);
  await dialog.getByRole('button', { name: 'Remove keys.xlsx' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

/** Deletes the databases of imports, as Chromium does if its process was killed while writing. */
const loseImports = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('ops-imports-')) continue;
      await new Promise((resolve, reject) => {
        const gone = indexedDB.deleteDatabase(name);
        gone.addEventListener('success', resolve);
        gone.addEventListener('error', reject);
      });
    }
  });

test('OB1: an import applied while offline survives a reload and the loss of its database, and is sent later', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(180_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const id = (await list.ids())[5] ?? 0;
  const before = await list.cell(id, 'Support Deliver');
  const dialog = await openImport(page, list);
  await settled(page);
  // The import's worker has been loaded, so from now on, reading does not need the network.
  await choose(page, 'first.csv', Buffer.from('Channel ID\n'));
  await expect(dialog.getByText('first.csv', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/match its columns/)).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Remove first.csv' }).click();
  await network.offline();
  await choose(
    page,
    'offline.xlsx',
    workbook(IMPORT_HEADERS, [[CHANNEL, 'Standard', id, flip(before), 'No', 'No', 'No', 1]]),
  );
  await expect(dialog.getByRole('tab', { name: 'Changed 1' })).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^Saved on this device and will be sent when the network is back/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(list.pill).toContainText('1 import waiting', { timeout: 20_000 });
  await page.reload();
  await expect(list.pill).toContainText('1 import waiting', { timeout: 30_000 });
  await loseImports(page);
  await page.reload();
  await expect(list.pill).toContainText('1 import waiting', { timeout: 30_000 });
  await network.online();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 60_000 });
  await expect.poll(() => list.cell(id, 'Support Deliver'), { timeout: 30_000 }).toBe(flip(before));
});

test('unreadable or unknown content is explained in words, and a column mapping is remembered @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  const dialog = await openImport(page, list);
  await choose(page, 'page.xlsx', Buffer.from('<!doctype html><p>Sign in'));
  await expect(dialog.getByRole('alert')).toContainText('"page.xlsx" is not', { timeout: 20_000 });
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove page.xlsx' }).click();
  await choose(page, 'bomb.xlsx', bomb());
  await expect(dialog.getByRole('alert')).toContainText('"bomb.xlsx" unpacks to far more data', { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Remove bomb.xlsx' }).click();
  await choose(page, 'large.xlsx', Buffer.alloc(30 * 1024 * 1024));
  await expect(dialog.getByText('File size must be less than 30M')).toBeVisible();

  // A file dropped outside the drop area does not replace the console.
  const missed = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'missed.csv'));
    return ['dragover', 'drop'].map(
      type => !document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
    );
  });
  expect(missed).toEqual([true, true]);

  const odd = workbook(
    ['Channel ID', 'Applicable Type', 'Place number', ...IMPORT_HEADERS.slice(3)],
    [[CHANNEL, 'Standard', id, 'Yes', 'No', 'No', 'No', 1]],
  );
  await choose(page, 'odd.xlsx', odd);
  await expect(dialog.getByText(/"odd.xlsx" has no column "Location ID"/)).toBeVisible({ timeout: 20_000 });
  await dialog.getByLabel('Place number').selectOption({ label: 'Location ID' });
  await dialog.getByRole('button', { name: 'Use these columns' }).click();
  await expect(dialog.getByRole('tab', { name: /^(Changed|Unchanged) 1$/ })).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'odd.xlsx', odd);
  await expect(dialog.getByRole('tab', { name: /^(Changed|Unchanged) 1$/ })).toBeVisible({ timeout: 20_000 });
  // A remembered column mapping is shown and can be changed.
  await expect(dialog.getByText('"Place number" is imported as Location ID')).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose the columns again' }).click();
  await expect(dialog.getByText(/"odd.xlsx" has no column "Location ID"/)).toBeVisible({ timeout: 20_000 });
});

test('nothing in a file is skipped silently: not sheets, columns, or files without rows @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [first = 0, second = 0, third = 0] = await list.ids();
  const dialog = await openImport(page, list);
  const row = (id: number) => [CHANNEL, 'Standard', id, 'Yes', 'No', 'No', 'No', 1];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...IMPORT_HEADERS], row(first)]), 'Jan');
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...IMPORT_HEADERS], row(second), row(third)]), 'Feb');
  await choose(page, 'months.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  await expect(
    dialog.getByText(/the columns of the template in the sheets "Jan" and "Feb"\. Choose the sheet/),
  ).toBeVisible({
    timeout: 20_000,
  });
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByLabel('Sheet to import').selectOption({ label: `Jan: ${CHANNEL}, Standard, ${first}, Yes` });
  await dialog.getByRole('button', { name: 'Use this sheet' }).click();
  await expect(dialog.getByText(/Only the sheet "Jan" is read\. "Feb" has the same columns/)).toBeVisible({
    timeout: 20_000,
  });
  await dialog.getByLabel('Sheet of months.xlsx').selectOption({ label: 'Feb' });
  await expect(dialog.getByText(/Only the sheet "Feb" is read\. "Jan"/)).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText(/, 2 rows$/)).toBeVisible();

  await choose(page, 'page.xlsx', Buffer.from('<!doctype html><p>Sign in'));
  await expect(dialog.getByText(/^The files are checked and imported together\. Remove "page\.xlsx"/)).toBeVisible({
    timeout: 20_000,
  });
  await dialog.getByRole('button', { name: 'Remove page.xlsx' }).click();
  await dialog.getByRole('button', { name: 'Remove months.xlsx' }).click();

  const columns = [...IMPORT_HEADERS, 'Remark', 'Support Deliver'];
  await choose(page, 'columns.xlsx', workbook(columns, [[...row(first), 'x', 'No']]));
  await expect(dialog.getByText(/has the heading "Support Deliver" in columns/)).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByLabel('Column for "Support Deliver"').selectOption({ index: 2 });
  await dialog.getByRole('button', { name: 'Use this column' }).click();
  await expect(dialog.getByText(/^As you chose, "Support Deliver" is read from column/)).toBeVisible({
    timeout: 20_000,
  });
  await expect(dialog.getByText('Not imported: "Remark".')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove columns.xlsx' }).click();

  const west = [...IMPORT_HEADERS, 'Remark'].join(';') + `\n${[...row(first), 'São José'].join(';')}\n`;
  await choose(page, 'west.csv', Buffer.from(west, 'latin1'));
  await expect(dialog.getByText(/does not declare its text encoding/)).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await expect(dialog.getByText(/São José/)).toBeVisible();
  await dialog.getByLabel(/^Windows-1252/).check();
  await dialog.getByRole('button', { name: 'Use this encoding' }).click();
  await expect(dialog.getByText(/^As you chose, the file is read as Windows-1252/)).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Remove west.csv' }).click();

  await choose(page, 'bare.xlsx', workbook(IMPORT_HEADERS, []));
  await expect(dialog.getByText(/^There are no rows to import yet/)).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText(/kB, no rows to import$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove bare.xlsx' }).click();

  // For the unchanged template, the file's status and the message below it agree.
  const address = await dialog.getByRole('link', { name: 'Download template' }).getAttribute('href');
  const template = await page.request.get(address ?? '');
  await choose(page, 'template.xlsx', await template.body());
  await expect(dialog.getByText(/kB, no rows to import; 1 row skipped/)).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText(/in place of the example, save it/)).toBeVisible();
  await expect(dialog.getByRole('tab')).toHaveCount(0);
});
