import type { Locator, Page } from 'playwright/test';
import { ADMIN, EDITOR } from '../support/accounts.ts';
import { truthAs, type ServerTruth } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';
import { rowAction } from './pages/rowAction.ts';

/**
 * A record's history, next to its list and in the log, shows who changed the record, and a single write is reverted.
 */

const CHANNEL = 10021;
const TREE = '/carrier/locationTree';

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'History' });
const changesIn = (panel: Locator): Locator => panel.getByRole('list', { name: 'Changes' }).getByRole('listitem');

/** Toggles a flag as a colleague would, without using this browser. */
async function turn(truth: ServerTruth, locationId: number): Promise<boolean> {
  const row = await truth.row(CHANNEL, locationId);
  if (!row) throw new Error(`no record of location ${locationId}`);
  const { canDeliver, canCOD, canPickup, canCODPickup, version } = row;
  const key = { channelId: CHANNEL, locationId, type: 0 };
  const flags = { canDeliver, canCOD: !canCOD, canPickup, canCODPickup };
  expect(await truth.write('/channelLocationService/update', { ...key, ...flags, version })).toBe(200);
  return canCOD;
}

test('a record’s history, opened by click or key, shows who changed the record even offline, and one write is reverted', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  const was = await turn(truth, id);
  const [before, after] = was ? ['Yes', 'No'] : ['No', 'Yes'];

  await rowAction(list.row(id), 'History');
  const panel = panelOf(page);
  await expect(changesIn(panel).first()).toContainText(`Support COD Deliver ${before}`);
  await expect(changesIn(panel).first()).toHaveText(
    new RegExp(`${after}${ADMIN} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\dmanuallyRevert$`),
  );
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  // The keyboard shortcut opens the panel from the row.
  await list.row(id).press('h');
  await expect(changesIn(panel)).not.toHaveCount(0);
  const count = await changesIn(panel).count();

  // Offline, the loaded history remains, and pending changes are marked.
  await settled(page);
  await network.offline();
  await changesIn(panel).first().getByRole('button', { name: 'Revert' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`Support COD Deliver ${after}`);
  await question.getByRole('button', { name: 'Revert' }).click();
  await expect(panel.getByRole('list', { name: 'Waiting on this device' })).toContainText(
    'Change on this device, not on the server yet',
  );
  await expect(changesIn(panel)).toHaveCount(count);

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  await expect.poll(async () => (await truth.row(CHANNEL, id))?.canCOD, { timeout: 20_000 }).toBe(was);
  await expect(changesIn(panel)).toHaveCount(count + 1, { timeout: 20_000 });
  await expect(changesIn(panel).first()).toContainText(EDITOR);

  // The form shows it too; in a narrow window, the panel covers the row's buttons.
  await panel.getByRole('button', { name: 'Close history' }).click();
  await list.row(id).getByRole('button', { name: 'Edit' }).click();
  await expect(list.dialog).toContainText(`Last changed by ${EDITOR} on `);
  await list.dialog.getByRole('button', { name: 'History' }).click();
  await expect(changesIn(list.dialog)).toHaveCount(count + 1);
});

test('the log shows the record and its changed fields, can be filtered, and links to the record with its history', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  await authenticate(EDITOR);
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  const id = (await list.ids())[1] ?? 0;
  const [before, after] = (await turn(truth, id)) ? ['Yes', 'No'] : ['No', 'Yes'];

  // The record's history links to the log, which links back to the record.
  await rowAction(list.row(id), 'History');
  await panelOf(page).getByRole('link', { name: 'Open in Operation History' }).click();
  const entry = page.locator('tr[data-row-key]').first();
  await expect(entry).toContainText('Edit Location');
  await expect(entry).toContainText(`${id} Support COD Deliver: ${before} -> ${after}`);
  await expect(entry).toContainText(ADMIN);
  expect(await violations(page)).toEqual([]);

  const filtered = (filters: Record<string, string>): Promise<unknown> => {
    const q = encodeURIComponent(JSON.stringify({ record: String(id), ...filters }));
    return page.goto(`/carrier/serviceable/location/log?code=channel_management.serviceable_area&q=${q}`);
  };
  await filtered({ field: 'canPickup' });
  await expect(page.getByText(/^No write operation matches these filters/)).toBeVisible();
  await filtered({ field: 'canCOD', email: 'admin', operation: 'Edit' });
  await expect(entry).toContainText(String(id));

  // A single search box for ids and names, focused with a shortcut; offline, it searches what has been loaded onto this
  // device.
  const log = '/carrier/serviceable/location/log?code=channel_management.serviceable_area';
  await page.goto(log);
  await expect(entry).toBeVisible();
  await entry.press('f');
  const quick = page.getByRole('searchbox', { name: 'Quick find' });
  await expect(quick).toBeFocused();
  await quick.fill(`admin ${id}`);
  await expect(page).toHaveURL(/quick/);
  await expect(page.getByText(/^Showing 1 to \d+ of \d+ entries$/)).toBeVisible();
  await expect(entry).toContainText(String(id));
  await settled(page);
  await network.offline();
  await quick.fill(String(id));
  await expect(page.getByText(/^\d+ found among the entries loaded on this device$/)).toBeVisible();
  await expect(entry).toContainText(String(id));
  await network.online();
  await expect(page.getByText(/^Showing 1 to \d+ of \d+ entries$/)).toBeVisible({ timeout: 20_000 });
  await filtered({ field: 'canCOD', email: 'admin', operation: 'Edit' });
  await expect(entry).toContainText(String(id));

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Operation history ID \d{4}-\d\d-\d\d\.xlsx$/);

  await entry.getByRole('link').click();
  await expect(list.rows).toHaveCount(1);
  await expect(changesIn(panelOf(page)).first()).toContainText('Support COD Deliver');
});

test('a write that was overwritten by others is reverted only after a decision, and never overwrites their changes (OB8) @online', async ({
  page,
  signIn,
  server,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  await signIn(EDITOR);
  const answer = await page.request.get('/api/v2/ops/locations?level=3&offset=700&size=1');
  const { data } = (await answer.json()) as { data: { list: { locationId: number; name: string }[] } };
  const [place] = data.list;
  if (!place) throw new Error('the tree has no such place');
  const { locationId, name } = place;
  for (const next of [`${name} Satu`, `${name} Dua`])
    expect(await truth.write('/locations/update', { locationId, name: next })).toBe(200);

  await page.goto(`${TREE}?q=${encodeURIComponent(JSON.stringify({ locationId }))}`);
  const row = page.locator(`tr[data-row-key="${locationId}"]`);
  await expect(row).toContainText(`${name} Dua`, { timeout: 60_000 });
  await row.getByRole('button', { name: 'History' }).click();
  const panel = panelOf(page);
  await expect(changesIn(panel)).toHaveCount(2);
  await changesIn(panel).nth(1).getByRole('button', { name: 'Revert' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Name was changed again since then');
  await question.getByRole('button', { name: 'Revert' }).click();

  await expect(panel.getByRole('list', { name: 'Waiting on this device' })).toContainText('decide in the queue', {
    timeout: 40_000,
  });
  await page.goto('/queue');
  await expect(page.getByText(`${name} Dua`).first()).toBeVisible();
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  const now = await truth.request.get(`${server.url}/api/v2/ops/locations?locationId=${locationId}&offset=0&size=1`, {
    headers: { 'x-ops-entity': 'ID' },
  });
  expect(((await now.json()) as typeof answer & { data: typeof data }).data.list[0]?.name).toBe(`${name} Dua`);
});
