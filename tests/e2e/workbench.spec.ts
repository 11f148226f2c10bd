import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { truthAs, type ServerTruth } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';
import { rowAction } from './pages/rowAction.ts';

const J_AND_T = 10021;
const COD = 'Support COD Deliver';

/** Opens a state's list with fifty rows per page. */
async function openState(page: Page, state: string): Promise<LocationPage> {
  const q = encodeURIComponent(JSON.stringify({ channelId: J_AND_T, type: 0, state }));
  await page.goto(`/carrier/serviceable/location?q=${q}&count=50`);
  return new LocationPage(page);
}

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Changes a record as a colleague would, without using this browser. */
async function colleague(truth: ServerTruth, id: number, part: Record<string, boolean> | 'delete'): Promise<void> {
  const row = await truth.row(J_AND_T, id);
  if (!row) throw new Error(`no record of location ${id}`);
  const { canDeliver, canCOD, canPickup, canCODPickup, version } = row;
  const key = { channelId: J_AND_T, locationId: id, type: 0 };
  const status =
    part === 'delete'
      ? await truth.write('/channelLocationService/delete/', {
          channel_id: J_AND_T,
          location_id: id,
          applicable_type: 0,
          version,
        })
      : await truth.write('/channelLocationService/update', {
          ...key,
          canDeliver,
          canCOD,
          canPickup,
          canCODPickup,
          ...part,
          version,
        });
  expect(status).toBe(200);
}

test('each group of similar conflicts is resolved with a single choice, after a question that describes the effect', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(180_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = await openState(page, 'Kepulauan Bangka Belitung');
  const ids = (await list.ids()).slice(0, 6);
  const [edited, removed] = [ids.slice(0, 3), ids.slice(3)];
  const before = new Map(await Promise.all(ids.map(async id => [id, await truth.row(J_AND_T, id)] as const)));
  await settled(page);
  await network.offline();
  for (const id of edited) await list.edit(id, COD, !before.get(id)?.canCOD);
  for (const id of removed) {
    await rowAction(list.row(id), 'Delete');
    await list.dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(list.dialog).toBeHidden();
  }
  await page.goto('about:blank');
  await network.online();
  for (const id of edited) await colleague(truth, id, 'delete');
  for (const id of removed) await colleague(truth, id, { canPickup: !before.get(id)?.canPickup });

  await page.goto('/queue');
  await expect(list.pill).toContainText('6 need attention', { timeout: 30_000 });
  await expect(page.getByText('3 edits change records that a colleague deleted')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep yours for these 3' }).first().click();
  await expect(dialogOf(page)).toContainText('3 records are created again with your values.');
  await dialogOf(page).getByRole('button', { name: 'Keep yours' }).click();
  await expect(page.getByText('3 decided: yours are being sent.')).toBeVisible();

  const keepTheirs = page.getByRole('button', { name: 'Keep theirs for these 3' });
  // Resolved conflicts disappear from the page as soon as their new state has been read.
  await expect(keepTheirs).toHaveCount(1);
  await keepTheirs.click();
  await expect(dialogOf(page)).toContainText('the records keep your colleagues’ changes');
  await dialogOf(page).getByRole('button', { name: 'Keep theirs' }).click();
  await expect(page.getByText('3 decided: theirs kept.')).toBeVisible();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });

  for (const id of edited) expect((await truth.row(J_AND_T, id))?.canCOD).toBe(!before.get(id)?.canCOD);
  for (const id of removed) expect((await truth.row(J_AND_T, id))?.canPickup).toBe(!before.get(id)?.canPickup);
  await expect(page.getByRole('tab', { name: 'Done 6' })).toBeVisible();
});

test('a long queue is checked before it is sent: safe writes are sent when the person confirms, and the others are reviewed', async ({
  page,
  context,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(300_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = await openState(page, 'Kepulauan Riau');
  const [fresh = 0, ...ids] = (await list.ids()).slice(0, 22);
  const [merges = 0, gone = 0, safe = 0] = ids;
  const before = await truth.row(J_AND_T, merges);
  const values = new Map<number, boolean>();
  await settled(page);
  await network.offline();
  for (const id of ids) {
    values.set(id, (await list.cell(id, COD)) !== 'Yes');
    await list.flag(id, 'canCOD').click();
  }
  await expect(list.pill).toHaveText('Offline, 21 changes waiting');
  await page.goto('about:blank');
  await network.online();
  await colleague(truth, merges, { canPickup: !before?.canPickup });
  await colleague(truth, gone, 'delete');
  const untouched = await truth.row(J_AND_T, safe);

  // Announced on every page, and not sent.
  await openState(page, 'Kepulauan Riau');
  await expect(list.pill).toHaveText('Online, 21 paused', { timeout: 30_000 });
  const said = '21 waiting: 19 safe to send, 1 changed by others since, 1 for a deleted record';
  await expect(page.getByRole('region', { name: 'Notices' }).getByText(said)).toBeVisible();
  expect((await truth.row(J_AND_T, safe))?.version).toBe(untouched?.version);

  // The state survives a reload and is the same in another tab, while a change to another record is sent.
  await page.reload();
  await expect(list.pill).toHaveText('Online, 21 paused', { timeout: 30_000 });
  const other = await context.newPage();
  await other.goto('/queue');
  await expect(other.getByRole('heading', { name: said })).toBeVisible();
  expect(await violations(other)).toEqual([]);
  const freshBefore = await truth.row(J_AND_T, fresh);
  await list.edit(fresh, COD, !freshBefore?.canCOD);
  await expect.poll(() => truth.row(J_AND_T, fresh).then(row => row?.version)).toBe((freshBefore?.version ?? 0) + 1);
  expect((await truth.row(J_AND_T, safe))?.version).toBe(untouched?.version);

  await other.getByRole('button', { name: 'Send 19 safe changes' }).click();
  await expect(list.pill).toHaveText('Online, 2 paused', { timeout: 30_000 });
  for (const id of ids.slice(2)) expect((await truth.row(J_AND_T, id))?.canCOD).toBe(values.get(id));

  await page.goto('/queue');
  await page.getByRole('button', { name: 'Review the rest' }).click();
  // If a different field was changed, the write is merged and stays paused as safe; if the record was deleted, the
  // write needs a decision.
  await expect(list.pill).toHaveText('Online, 1 needs attention, 1 paused');
  expect((await truth.row(J_AND_T, merges))?.canCOD).toBe(before?.canCOD);
  await page.getByRole('button', { name: 'Send 1 safe change' }).click();
  await expect
    .poll(() => truth.row(J_AND_T, merges))
    .toMatchObject({ canCOD: values.get(merges), canPickup: !before?.canPickup });
  // With so many records, each is shown on a single line, and the one that needs a decision comes first. A line expands
  // to its card.
  await page.getByRole('table', { name: 'Changes by record' }).getByRole('button', { expanded: false }).first().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialogOf(page).getByRole('textbox').fill('The colleague was right');
  await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
  await expect.poll(() => truth.row(J_AND_T, gone)).toBeUndefined();
});

test('an edit of a deleted record is redirected to another location, and the original write is settled with a note about that', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = await openState(page, 'Kalimantan Utara');
  const [gone = 0, free = 0] = await list.ids();
  const [before, there] = [await truth.row(J_AND_T, gone), await truth.row(J_AND_T, free)];
  await settled(page);
  await network.offline();
  await list.edit(gone, COD, !before?.canCOD);
  await page.goto('about:blank');
  await network.online();
  await colleague(truth, gone, 'delete');
  await colleague(truth, free, 'delete');

  await page.goto('/queue');
  await expect(page.getByText(/deleted this record/)).toBeVisible({ timeout: 30_000 });
  // The value intended by the person is also shown.
  const wanted = before?.canCOD ? 'Yes No' : 'No Yes';
  await expect(page.getByRole('main').getByRole('row', { name: `${COD} ${wanted}` })).toBeVisible();
  await page.getByRole('button', { name: 'Reassign' }).click();
  await dialogOf(page)
    .getByRole('spinbutton')
    .or(dialogOf(page).getByPlaceholder('Location ID'))
    .first()
    .fill(String(free));
  await expect(dialogOf(page).getByText(/Kalimantan Utara >/)).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Reassign' }).click();
  await expect(page.getByText('Reassigned: it will be sent as a new record for that location.')).toBeVisible();
  await expect
    .poll(() => truth.row(J_AND_T, free))
    .toMatchObject({ canCOD: !before?.canCOD, version: (there?.version ?? 0) + 2 });
  await expect.poll(() => truth.row(J_AND_T, gone)).toBeUndefined();
  await expect(page.getByText(new RegExp(`Reassigned to location ${free}`))).toBeVisible();
  await page.getByRole('link', { name: 'The change it was reassigned to' }).click();
  await expect(page).toHaveURL(/\/queue\?entry=/);
});

test('a sent change is undone by another change, and the receipts of both survive a reload @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = await openState(page, 'Bali');
  const [id = 0, removed = 0] = await list.ids();
  const before = await truth.row(J_AND_T, id);
  const removedBefore = await truth.row(J_AND_T, removed);
  await list.edit(id, COD, !before?.canCOD);
  await expect.poll(() => truth.row(J_AND_T, id).then(row => row?.canCOD)).toBe(!before?.canCOD);
  await expect(list.pill).toHaveText('Online, all saved');
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect
    .poll(() => truth.row(J_AND_T, id))
    .toMatchObject({ canCOD: before?.canCOD, version: (before?.version ?? 0) + 2 });

  // Deletes a record by keyboard once no dialog is open.
  await rowAction(list.row(removed), 'Delete');
  await list.dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(list.dialog).toBeHidden();
  await expect.poll(() => truth.row(J_AND_T, removed)).toBeUndefined();
  await expect(list.pill).toHaveText('Online, all saved');
  await page.keyboard.press('Control+z');
  await expect
    .poll(() => truth.row(J_AND_T, removed))
    .toMatchObject({ canDeliver: removedBefore?.canDeliver, canPickup: removedBefore?.canPickup });
  const { list: audit } = await truth.audit(J_AND_T);
  expect(audit.slice(0, 4).map(({ operator_type }) => operator_type)).toEqual(['Create', 'Delete', 'Edit', 'Edit']);

  await page.goto('/queue');
  const done = page.getByRole('list', { name: 'Receipts' });
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(done).toHaveCount(4);
    const back = page
      .getByRole('listitem')
      .filter({ hasText: `Location ${id}` })
      .filter({ hasText: 'Edit, undoes' });
    await expect(back).toContainText(`Accepted (version ${(before?.version ?? 0) + 2})`);
    await expect(done.getByText('Synced to this device').locator('time')).toHaveCount(4);
    await expect(page.getByText('undone', { exact: true })).toHaveCount(2);
  }
});

test('a change that has not been sent yet is undone without leaving a trace on the server', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = await openState(page, 'Sulawesi Barat');
  const [id = 0] = await list.ids();
  const before = await truth.row(J_AND_T, id);
  await settled(page);
  await network.offline();
  await list.edit(id, COD, !before?.canCOD);
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/^Undone before it was sent/)).toBeVisible();
  await expect(list.pill).toHaveText('Offline, all saved here');
  await expect.poll(() => list.cell(id, COD)).toBe(before?.canCOD ? 'Yes' : 'No');
  await network.online();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  await expect.poll(() => truth.row(J_AND_T, id)).toEqual(before);
});

test('stuck writes are exported as a workbook, as comma-separated values and as JSON', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = await openState(page, 'Gorontalo');
  const [id = 0] = await list.ids();
  const before = await truth.row(J_AND_T, id);
  await settled(page);
  await network.offline();
  await list.edit(id, COD, !before?.canCOD);
  await page.goto('about:blank');
  await network.online();
  await colleague(truth, id, 'delete');
  await page.goto('/queue');
  await expect(list.pill).toContainText('1 needs attention', { timeout: 30_000 });
  const save = async (kind: string) => {
    await page.getByRole('button', { name: 'Export 1 that needs attention' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    return (await download).suggestedFilename();
  };
  expect(await save('Workbook')).toMatch(/^changes-.*\.xlsx$/);
  expect(await save('Comma-separated')).toMatch(/\.csv$/);
  expect(await save('Everything')).toMatch(/\.json$/);
  await page.getByRole('button', { name: 'Create it again' }).click();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
});
