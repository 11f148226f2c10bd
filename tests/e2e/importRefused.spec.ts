import type { Locator, Page } from 'playwright/test';
import { read, utils } from 'xlsx';
import { ADMIN, EDITOR } from '../support/accounts.ts';
import { editDatabase } from '../support/databaseEdit.ts';
import { IMPORT_HEADERS } from '../support/importFile.ts';
import { workbookOf } from '../support/importThrough.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';

const CHANNEL = 10026;

const word = (on: boolean | undefined): string => (on ? 'Yes' : 'No');
const flip = (value: string): string => (value === 'Yes' ? 'No' : 'Yes');

/** Opens the list and waits until its channel is cached; returns the ids of its first rows. */
async function openCache(page: Page): Promise<{ list: LocationPage; ids: number[] }> {
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${CHANNEL}`]: 'ready' });
  return { list, ids: await list.ids() };
}

interface TestFile {
  name: string;
  rows: readonly (readonly (string | number)[])[];
}

/** Selects files in the import dialog; resolves once they have been compared. */
async function choose(page: Page, files: readonly TestFile[], tab: string): Promise<Locator> {
  const { dialog } = new LocationPage(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page
    .getByLabel('Files to import')
    .setInputFiles(files.map(({ name, rows }) => ({ name, mimeType: '', buffer: workbookOf(IMPORT_HEADERS, rows) })));
  await expect(dialog.getByRole('tab', { name: tab })).toBeVisible({ timeout: 40_000 });
  return dialog;
}

/** The rows of the detail file that a link points to. */
async function details(page: Page, link: Locator): Promise<Record<string, unknown>[]> {
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-disposition']).toMatch(/^attachment/);
  const book = read(await answer.body());
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { defval: '' });
}

test('a file that this device accepts but the server refuses can be downloaded with its errors (UPLOAD-14, UPLOAD-17)', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(180_000);
  await authenticate(EDITOR);
  const { list, ids } = await openCache(page);
  const [right = 0, gone = 0] = ids;
  const [before, other] = [await list.cell(right, 'Support Deliver'), await list.cell(gone, 'Support Deliver')];
  // Moves the location to another country without this device noticing.
  const move = (to: string) =>
    editDatabase(server.options.dataDir, 'UPDATE locations SET country = $2 WHERE location_id = $1', [gone, to]);
  await server.stop();
  await move('MY');
  await server.start();
  try {
    // Offline, the import would wait in the queue, and the dialog would close.
    await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
    const files = [
      { name: 'right.xlsx', rows: [[CHANNEL, 'Standard', right, flip(before), 'No', 'No', 'No', 1]] },
      { name: 'wrong.xlsx', rows: [[CHANNEL, 'Standard', gone, flip(other), 'No', 'No', 'No', 1]] },
    ];
    const dialog = await choose(page, files, 'Changed 2');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const fails = dialog.getByRole('list', { name: 'Refused files' });
    await expect(fails.getByRole('listitem')).toHaveCount(1, { timeout: 60_000 });
    await expect(fails).toContainText('wrong.xlsx');
    await expect(fails).not.toContainText('right.xlsx');
    await expect(fails.getByRole('alert')).toHaveText('Invalid address data');
    await expect(fails.getByText(/^Unknown location: 1 \(first: row 2, Location ID/)).toBeVisible();
    const [row] = await details(page, fails.getByRole('link', { name: 'Download detail file' }));
    expect(row).toMatchObject({ 'Location ID': gone, Row: 2 });
    expect(String(row?.['Errors'])).toContain('Location ID (column C)');
    // All or nothing: the buttons are enabled again, and Cancel discards the import.
    const truth = await truthAs(server.url, EDITOR);
    expect((await truth.row(CHANNEL, right))?.canDeliver).toBe(before === 'Yes');
    await expect(dialog.getByRole('button', { name: 'Apply' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
  } finally {
    await server.stop();
    await move('ID');
    await server.start();
  }
});

test('a single file that lacks only mandatory data is refused with the message for that case (UPLOAD-16) @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  const { list, ids } = await openCache(page);
  // A support column is blank, which an older build with less strict validation accepted.
  const rows = [[CHANNEL, 'Standard', ids[0] ?? 0, 'Yes', '', 'No', 'No', 1]];
  await leaveInQueue(page, { name: 'blank.xlsx', rows }, null);
  await page.goto('/queue');
  const fails = page.getByRole('list', { name: 'Refused files' });
  await expect(fails.getByRole('alert')).toHaveText('Mandatory data is missing', { timeout: 90_000 });
  await expect(fails).toContainText('blank.xlsx');
  const [row] = await details(page, fails.getByRole('link', { name: 'Download detail file' }));
  expect(String(row?.['Errors'])).toContain('Support COD Deliver (column E)');
  await page.getByRole('button', { name: 'Discard' }).click();
  await list.dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
});

/** Puts an import into this device's queue, as if another build or an earlier session had left it there. */
async function leaveInQueue(page: Page, file: TestFile, since: string | null): Promise<void> {
  const { dialog } = new LocationPage(page);
  // Creates this person's import database; closing the dialog leaves it empty.
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Import Location')).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const bytes = [...workbookOf(IMPORT_HEADERS, file.rows)];
  await page.evaluate(
    async ({ bytes, name, since }) => {
      const found = (await indexedDB.databases()).find(one => one.name?.startsWith('ops-imports-'))?.name ?? '';
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(found);
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error ?? new Error('no imports')));
      });
      const blob = new Blob([new Uint8Array(bytes)]);
      const writing = db.transaction('queue', 'readwrite');
      writing.objectStore('queue').add({
        id: crypto.randomUUID(),
        callKey: crypto.randomUUID(),
        entity: 'ID',
        importId: 'channelLocation',
        callId: 'channelLocation.import',
        title: 'Import Location',
        files: [{ name, size: blob.size, blob, url: null, sent: 0, complete: false }],
        since,
        leave: [],
        state: 'waiting',
        problem: '',
        receipt: null,
        createdAt: Date.now(),
        endedAt: null,
      });
      await new Promise<void>(resolve => writing.addEventListener('complete', () => resolve()));
      db.close();
    },
    { bytes, name: file.name, since },
  );
}

test('if a colleague has changed records, the import requires a review, which skips or overwrites them @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(180_000);
  const as = (email: string) => truthAs(server.url, email);
  const [truth, admin] = await Promise.all([as(EDITOR), as(ADMIN)]);
  await authenticate(EDITOR);
  const { list, ids } = await openCache(page);
  const [theirs = 0, mine = 0] = ids.slice(2);
  const wanted = async (id: number) => flip(await list.cell(id, 'Support Deliver'));
  const row = async (id: number) => {
    const found = await truth.row(CHANNEL, id);
    if (!found) throw new Error(`no record of ${id}`);
    return found;
  };
  const yes = async (id: number, key: 'canDeliver' | 'canPickup') => ((await row(id))[key] ? 'Yes' : 'No');
  /** The colleague toggles a different flag than the import does. */
  const interfere = async () => {
    const { canDeliver, canCOD, canPickup, canCODPickup } = await row(theirs);
    const body = { channelId: CHANNEL, type: 0, locationId: theirs, canDeliver, canCOD, canCODPickup };
    expect(await admin.write('/channelLocationService/update', { ...body, canPickup: !canPickup })).toBe(200);
    return canPickup ? 'No' : 'Yes';
  };
  const fileOf = (name: string, ...rows: readonly (readonly [number, string])[]): TestFile => ({
    name,
    rows: rows.map(([id, deliver]) => [CHANNEL, 'Standard', id, deliver, 'No', 'No', 'No', 1]),
  });

  const [left, taken] = [await list.cell(theirs, 'Support Deliver'), await wanted(mine)];
  const dialog = await choose(page, [fileOf('one.xlsx', [theirs, flip(left)], [mine, taken])], 'Changed 2');
  const pickup = await interfere();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const review = dialog.getByRole('list', { name: 'Records changed in the meantime' });
  await expect(review.getByRole('listitem')).toHaveCount(1, { timeout: 60_000 });
  await expect(review).toContainText(`(${theirs})`);
  await expect(review).toContainText(`changed by ${ADMIN}`);
  await expect.poll(() => yes(mine, 'canDeliver')).toBe(flip(taken));
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(page.getByText('Upload Successfully')).toBeVisible({ timeout: 60_000 });
  await expect(dialog).toBeHidden();
  await expect.poll(() => yes(mine, 'canDeliver')).toBe(taken);
  expect([await yes(theirs, 'canDeliver'), await yes(theirs, 'canPickup')]).toEqual([left, pickup]);

  // The list has caught up, so the next comparison uses the current rows.
  await expect.poll(() => list.cell(theirs, 'Support Pickup'), { timeout: 30_000 }).toBe(pickup);
  await expect.poll(() => list.cell(mine, 'Support Deliver'), { timeout: 30_000 }).toBe(taken);
  await choose(page, [fileOf('two.xlsx', [theirs, flip(left)])], 'Changed 1');
  await interfere();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(review.getByRole('listitem')).toHaveCount(1, { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  expect([await yes(theirs, 'canDeliver'), await yes(theirs, 'canPickup')]).toEqual([flip(left), 'No']);
});

test('after a review, an import can be compared again with all corrections and applied to the current data', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(180_000);
  const as = (email: string) => truthAs(server.url, email);
  const [truth, admin] = await Promise.all([as(EDITOR), as(ADMIN)]);
  await authenticate(EDITOR);
  const { list, ids } = await openCache(page);
  const [id = 0] = ids.slice(5);
  const row = await truth.row(CHANNEL, id);
  if (!row) throw new Error('no such row');
  const { canDeliver, canCOD, canPickup, canCODPickup } = row;
  const wanted = [word(!canDeliver), word(canCOD), word(canPickup), word(canCODPickup)];
  // One value is invalid and is corrected here; this correction must not be lost.
  const cells = [CHANNEL, 'Standard', id, 'Nope', ...wanted.slice(1), 1];
  const dialog = await choose(page, [{ name: 'kept.xlsx', rows: [cells] }], 'With errors 1');
  await dialog.getByLabel('Support Deliver (D2)').fill(wanted[0] ?? '');
  await dialog.getByLabel('Support Deliver (D2)').press('Enter');
  await expect(dialog.getByRole('tab', { name: 'Changed 1' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('You corrected 1 cell.')).toBeVisible();
  const body = { channelId: CHANNEL, type: 0, locationId: id, canDeliver, canCOD, canPickup: !canPickup };
  expect(await admin.write('/channelLocationService/update', { ...body, canCODPickup })).toBe(200);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const review = dialog.getByRole('list', { name: 'Records changed in the meantime' });
  await expect(review.getByRole('listitem')).toHaveCount(1, { timeout: 60_000 });

  await dialog.getByRole('button', { name: 'Compare again' }).click();
  await expect(review).toBeHidden({ timeout: 30_000 });
  // The flag toggled by the colleague is now among the changes, too.
  const change = dialog.getByRole('region', { name: 'Changed' }).getByRole('listitem');
  await expect(change).toContainText('Support Pickup', { timeout: 20_000 });
  await expect(change).toContainText('Support Deliver');
  await expect(dialog.getByText('You corrected 1 cell.')).toBeVisible();
  // The import survives a reload until it is applied again.
  await page.reload();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Your unfinished import was restored')).toBeVisible({ timeout: 30_000 });
  await expect(change).toContainText('Support Pickup', { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect.poll(() => truth.row(CHANNEL, id)).toMatchObject({ canDeliver: !canDeliver, canPickup });
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
});

test('an import whose comparison is too old is reopened from the queue without selecting its files again @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(150_000);
  const truth = await truthAs(server.url, EDITOR);
  await authenticate(EDITOR);
  const { list, ids } = await openCache(page);
  const [id = 0] = ids.slice(6);
  const was = await list.cell(id, 'Support Deliver');
  const rows = [[CHANNEL, 'Standard', id, flip(was), 'No', 'No', 'No', 1]];
  // A cursor of a feed that no longer exists.
  await leaveInQueue(page, { name: 'old.xlsx', rows }, '00000000.1.1');
  await page.goto('/queue');
  await expect(page.getByText(/too old to show what colleagues have changed since/)).toBeVisible({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Compare again' }).click();
  const { dialog } = list;
  await expect(dialog.getByRole('tab', { name: 'Changed 1' })).toBeVisible({ timeout: 40_000 });
  await expect(dialog.getByText('old.xlsx', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/too old to show/)).toBeHidden();

  // Cancel leaves the import unchanged.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(dialog.getByRole('tab', { name: 'Changed 1' })).toBeVisible({ timeout: 40_000 });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Upload Successfully')).toBeVisible({ timeout: 60_000 });
  await expect(dialog).toBeHidden();
  expect(word((await truth.row(CHANNEL, id))?.canDeliver)).toBe(flip(was));
  // The new import replaces the old one.
  await expect(page.getByText('Discarded', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compare again' })).toHaveCount(0);
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
});
