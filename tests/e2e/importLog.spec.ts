import { ADMIN, EDITOR, VIEWER } from '../support/accounts.ts';
import { importThrough } from '../support/importThrough.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { violations } from './pages/violations.ts';

const CHANNEL = 10024;
const LOG = `/carrier/serviceable/location/log?code=channel_management.serviceable_area&channel=${CHANNEL}`;

const word = (on: boolean): string => (on ? 'Yes' : 'No');

test('the log shows an import as one operation with its files and records, and undoing it there keeps others’ changes', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(150_000);
  const as = (email: string) => truthAs(server.url, email);
  const [editor, admin] = await Promise.all([as(EDITOR), as(ADMIN)]);
  const { list: rows } = await editor.rows({ channelId: CHANNEL, type: 0, size: 3 });
  expect(rows).toHaveLength(3);
  const flipped = rows.map(row => [
    CHANNEL,
    'Standard',
    row.locationId,
    word(!row.canDeliver),
    word(row.canCOD),
    word(row.canPickup),
    word(row.canCODPickup),
    1,
  ]);
  const receipt = await importThrough(editor, 'areas of jawa.xlsx', flipped);
  expect(receipt).toMatchObject({ state: 'applied', counts: { changed: 3 } });

  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await page.goto(LOG);
  const entry = page.locator('tr[data-row-key]').first();
  await expect(entry).toContainText('Import Location: areas of jawa.xlsx');
  await entry.getByRole('button', { name: 'Details' }).click();
  await expect(list.dialog.getByRole('link', { name: 'areas of jawa.xlsx' })).toBeVisible({ timeout: 20_000 });
  await expect(list.dialog.getByText(`SHA-256 ${receipt.files[0]?.hash}`)).toBeVisible();
  await expect(list.dialog.getByText('3 changed')).toBeVisible();
  await expect(list.dialog.getByRole('heading', { name: 'Records (3)' })).toBeVisible();
  const [kept, , taken] = rows;
  if (!kept || !taken) throw new Error('no rows');
  const line = list.dialog.getByRole('row', { name: String(taken.locationId) });
  await expect(line).toContainText('Support Deliver');
  await expect(line).toContainText(word(!taken.canDeliver));
  expect(await violations(page)).toEqual([]);

  // A colleague changes one of the records, which is reported before anything is undone.
  const path = '/channelLocationService/update';
  const flags = { canDeliver: !kept.canDeliver, canCOD: kept.canCOD, canPickup: !kept.canPickup };
  const body = { channelId: CHANNEL, type: 0, locationId: kept.locationId, ...flags, canCODPickup: kept.canCODPickup };
  expect(await admin.write(path, body)).toBe(200);
  await page.getByRole('button', { name: 'Revert this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert', exact: true }).click();
  const review = page.getByRole('alertdialog', { name: '1 record has been changed since' });
  await expect(review.getByText(`(${kept.locationId})`)).toContainText(`changed by ${ADMIN}`, { timeout: 30_000 });
  expect((await editor.row(CHANNEL, taken.locationId))?.canDeliver).toBe(!taken.canDeliver);
  expect(await violations(page)).toEqual([]);
  await review.getByRole('button', { name: 'Revert the others' }).click();
  await expect(page.getByText('The import was undone')).toBeVisible({ timeout: 30_000 });
  await expect(list.dialog.getByRole('button', { name: 'Undone' })).toBeVisible();
  expect((await editor.row(CHANNEL, taken.locationId))?.canDeliver).toBe(taken.canDeliver);
  expect((await editor.row(CHANNEL, kept.locationId))?.canDeliver).toBe(!kept.canDeliver);
  await list.dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(entry).toContainText('Edit Location: import of areas of jawa.xlsx (undone)', { timeout: 20_000 });

  // An undo is also an import; offline, it is not offered.
  await entry.getByRole('button', { name: 'Details' }).click();
  await expect(list.dialog.getByRole('heading', { name: 'Records (2)' })).toBeVisible({ timeout: 20_000 });
  const revert = page.getByRole('button', { name: 'Revert this import' });
  await expect(revert).toBeEnabled();
  await network.offline();
  await expect(revert).toHaveAccessibleDescription(/^You are offline\. An import is undone by the server/, {
    timeout: 60_000,
  });
  await network.online();
  await list.dialog.getByRole('button', { name: 'Close', exact: true }).click();
});

test('a review of an undo says if there is nothing left to undo, and then ends @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(90_000);
  const as = (email: string) => truthAs(server.url, email);
  const [editor, admin] = await Promise.all([as(EDITOR), as(ADMIN)]);
  const row = (await editor.rows({ channelId: CHANNEL, type: 0, size: 8 })).list[7];
  if (!row) throw new Error('no row');
  const { locationId, canDeliver, canCOD, canPickup, canCODPickup } = row;
  const cells = [word(!canDeliver), word(canCOD), word(canPickup), word(canCODPickup)];
  await importThrough(editor, 'one.xlsx', [[CHANNEL, 'Standard', locationId, ...cells, 1]]);
  const body = { channelId: CHANNEL, type: 0, locationId, canDeliver: !canDeliver, canCOD, canPickup: !canPickup };
  expect(await admin.write('/channelLocationService/update', { ...body, canCODPickup })).toBe(200);

  await authenticate(EDITOR);
  await page.goto(LOG);
  const entry = page.locator('tr[data-row-key]').filter({ hasText: 'Import Location: one.xlsx' });
  await entry.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Revert this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert', exact: true }).click();
  const review = page.getByRole('dialog', { name: 'There is nothing left to undo' });
  await expect(review.getByText('The only record of this import has been changed since.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(review.getByText(`(${locationId})`)).toContainText(`changed by ${ADMIN}`);
  expect(await violations(page)).toEqual([]);
  await expect(review.getByRole('button')).toHaveText(['Close']);
  await review.getByRole('button', { name: 'Close', exact: true }).click();
  // Nothing was undone, so the import does not count as undone.
  await expect(page.getByRole('button', { name: 'Revert this import' })).toBeEnabled();
  expect((await editor.row(CHANNEL, locationId))?.canDeliver).toBe(!canDeliver);
});

test('a person with read-only access sees the effects of an import, but is not offered to undo it @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(90_000);
  const editor = await truthAs(server.url, EDITOR);
  const [row] = (await editor.rows({ channelId: CHANNEL, type: 0, size: 5 })).list.slice(4);
  if (!row) throw new Error('no row');
  await importThrough(editor, 'removed.xlsx', [[CHANNEL, 'Standard', row.locationId, '', '', '', '', -1]]);
  await authenticate(VIEWER);
  await page.goto(LOG);
  const entry = page.locator('tr[data-row-key]').first();
  await expect(entry).toContainText('removed.xlsx');
  await entry.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name: 'Records (1)' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('1 removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revert this import' })).toHaveCount(0);
});
