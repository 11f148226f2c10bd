import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { read, utils } from 'xlsx';
import { EDITOR, VIEWER } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { openFilters } from './pages/openFilters.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/**
 * Location Tree: the country's places on this device, and a place that is renamed while the server is stopped (LOC-4).
 */

const CHANNEL = 10021;
const PATH = '/carrier/locationTree';

interface Served {
  locationId: number;
  state: string;
  city: string;
  district: string;
}

const filtersOf = (page: Page): Locator => page.getByRole('search', { name: 'Filters' });
const rowOf = (page: Page, locationId: number): Locator => page.locator(`tr[data-row-key="${locationId}"]`);
const saved = (page: Page): Promise<void> =>
  expect(new LocationPage(page).pill).toHaveText(/all saved/, { timeout: 40_000 });

/** A record of the channel, and its district. */
async function servedDistrict(page: Page): Promise<Served & { districtId: number }> {
  const list = await page.request.get(`/api/channelLocationService?channelId=${CHANNEL}&type=0&offset=0&size=200`);
  const rows = ((await list.json()) as { data: { list: Served[] } }).data.list;
  const row = rows.find(({ district }) => /^[A-Z][a-z]+$/.test(district));
  if (!row) throw new Error('the channel serves no district with a plain name');
  const q = new URLSearchParams({ state: row.state, city: row.city, district: row.district, level: '2' });
  const found = await page.request.get(`/api/v2/ops/locations?${q}&offset=0&size=10`);
  const [place] = ((await found.json()) as { data: { list: { locationId: number }[] } }).data.list;
  return { ...row, districtId: place?.locationId ?? 0 };
}

async function rename(page: Page, locationId: number, name: string): Promise<void> {
  await rowOf(page, locationId).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
}

/** The tree is in memory and suggests names. The filter is left empty. */
async function suggested(page: Page, label: string, name: string): Promise<void> {
  await openFilters(page);
  const filter = filtersOf(page).getByRole('combobox', { name: label, exact: true });
  await filter.fill(name);
  await expect(page.getByRole('option', { name, exact: true })).toBeVisible({ timeout: 60_000 });
  await filter.fill('');
  // The suggestions cover the rows for as long as the filter has the focus.
  await filter.blur();
}

/** Waits until the tree is in memory, so that the list makes no requests. */
const cached = (page: Page): Promise<void> =>
  expect(page.getByText(/^Showing 1 to 10 of [\d,]+ entries$/)).toBeVisible({ timeout: 60_000 });

test.beforeEach(async ({ server }) => {
  if (server.pid === undefined) await server.start();
});

test('a place renamed without the server has its new name in another tab’s suggestions and lists once the server is back', async ({
  page,
  signIn,
  network,
}) => {
  test.setTimeout(180_000);
  await signIn(EDITOR);
  const { districtId, district, state, city } = await servedDistrict(page);
  const name = `${district} Baharu`;

  // Another tab is working on the channel's locations.
  const other = await page.context().newPage();
  const locations = new LocationPage(other);
  await locations.open({ channelId: CHANNEL, type: 0, city, district });
  await expect(locations.rows.first()).toContainText(district);

  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const group = menu.getByRole('button', { name: 'Logistics Product', exact: true });
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
  await menu.getByRole('link', { name: 'Location Tree' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Location Tree' })).toBeVisible();
  await cached(page);
  expect((await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim())).toEqual([
    'Location ID',
    'Name',
    'Level',
    'Parent Path',
    'Country',
    'Last Changed',
    'Action',
  ]);
  expect(await violations(page)).toEqual([]);
  await settled(page);

  // With the server stopped, the tree is opened and filtered by level and names, and a place is renamed.
  await network.offline();
  await page.goto(PATH);
  await cached(page);
  await openFilters(page);
  const filters = filtersOf(page);
  await filters.getByRole('combobox', { name: 'Level', exact: true }).selectOption({ label: 'District' });
  await filters.getByRole('combobox', { name: 'State', exact: true }).fill(state);
  await page.getByRole('option', { name: state, exact: true }).click();
  await filters.getByRole('combobox', { name: 'City', exact: true }).fill(city);
  await page.getByRole('option', { name: city, exact: true }).click();
  await filters.getByRole('textbox', { name: 'Name', exact: true }).fill(district.slice(0, 4));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rowOf(page, districtId)).toContainText(`${state} > ${city}`);
  await rowOf(page, districtId).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('  ');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(` ${name} `);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, districtId)).toContainText(name);
  // The visible places are exported on this device, including the pending rename.
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const book = read(readFileSync(await file.path()));
  const exported = utils.sheet_to_json<Record<string, string | number>>(book.Sheets['Location Tree'] ?? {});
  expect(exported.find(row => row['Location ID'] === districtId)).toMatchObject({
    Name: name,
    State: state,
    City: city,
  });

  // The other tab shows the previous name until the rename has reached the server.
  await expect(locations.rows.first()).toContainText(district);
  await network.online();
  await saved(page);
  await openFilters(other);
  const inOther = filtersOf(other).getByRole('combobox', { name: 'District', exact: true });
  await inOther.fill(name);
  await expect(other.getByRole('option', { name, exact: true })).toBeVisible({ timeout: 20_000 });
  await other.getByRole('option', { name, exact: true }).click();
  await other.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(locations.rows.first()).toContainText(name);
  await other.close();

  // The log shows the rename; undoing it restores the previous name.
  await page
    .getByRole('link', { name: 'Operation History' })
    .or(page.getByRole('button', { name: 'Operation History' }))
    .click();
  await expect(page.getByRole('cell', { name: `Edit: ${district} to ${name} (${districtId})` })).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).first().click();
  await expect(
    page.getByRole('dialog').getByRole('row', { name: new RegExp(`Name.*${district}.*${name}`) }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(rowOf(page, districtId)).toContainText(name);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(rowOf(page, districtId)).not.toContainText(name, { timeout: 20_000 });
});

test('the form rejects a sibling’s name, and the server rejects a name that a colleague has used in the meantime', async ({
  page,
  signIn,
  network,
  server,
}) => {
  test.setTimeout(120_000);
  await signIn(EDITOR);
  const answer = await page.request.get('/api/v2/ops/locations?level=1&state=Bali&offset=0&size=2');
  const [first, second] = ((await answer.json()) as { data: { list: { locationId: number; name: string }[] } }).data
    .list;
  if (!first || !second) throw new Error('Bali has no two cities');
  await page.goto(`${PATH}?q=${encodeURIComponent(JSON.stringify({ state: 'Bali', level: 1 }))}`);
  await suggested(page, 'City', first.name);
  await rowOf(page, first.locationId).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(second.name.toUpperCase());
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText(/already has this name\. Choose another name/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Discard/ }).click();
  await settled(page);

  await network.offline();
  await page.reload();
  await rename(page, first.locationId, 'Kota Tamu');
  // Writes directly, bypassing the disconnected network.
  const elsewhere = async (data: object) =>
    (await page.request.post(`${server.url}/api/locations/update`, { data })).status();
  expect(await elsewhere({ locationId: second.locationId, name: 'Kota Tamu' })).toBe(200);
  await network.online();
  await page.goto('/queue');
  await expect(page.getByText(/already has this name/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Edit and resend' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(first.name);
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await saved(page);
  // Restores the name for later tests.
  expect(await elsewhere({ locationId: second.locationId, name: second.name })).toBe(200);
});

test('a person with read-only access can search and export places but not edit them, and a person without access is told why @online', async ({
  page,
  authenticate,
}) => {
  await authenticate(VIEWER);
  await page.goto(PATH);
  await expect(page.locator('tr[data-row-key]').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Location Tree ID \d{4}-\d\d-\d\d\.xlsx$/);
  await page.goto(`${PATH}?q=${encodeURIComponent(JSON.stringify({ name: 'no place is called that' }))}`);
  await expect(page.getByText('No place of this country matches these filters')).toBeVisible();
});
