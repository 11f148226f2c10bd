import type { Page } from 'playwright/test';
import { ADMIN } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { openFilters } from './pages/openFilters.ts';
import { settled } from './pages/settled.ts';

/**
 * Daily work in a list: finding records by a word, a column of ids or a saved view, and adding one record after
 * another.
 */

const CHANNEL = 10021;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const paste = async (page: Page, text: string) => {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
};

test('the quick search, a pasted column of ids and Create another work together @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const { list: all } = await truth.rows({ channelId: CHANNEL, type: 0, size: 5000 });
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await list.open({ channelId: CHANNEL, type: 0 });
  const [first = 0, second = 0] = await list.ids();

  await page.keyboard.press('f');
  const quick = page.getByRole('searchbox', { name: 'Quick find' });
  await expect(quick).toBeFocused();
  await page.keyboard.type(String(second));
  await expect.poll(() => list.ids()).toEqual([second]);
  await page.keyboard.press('Escape');
  await expect(quick).toHaveValue('');
  await expect.poll(async () => (await list.ids())[0]).toBe(first);

  await openFilters(page);
  await page.getByRole('search', { name: 'Filters' }).getByPlaceholder('Location ID').focus();
  await paste(page, `${second}\n${first}\n999999999\n`);
  await expect.poll(async () => (await list.ids()).toSorted((a, b) => a - b)).toEqual([first, second]);
  await expect(page.getByText('999999999')).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Location ID' }).click();
  await expect.poll(async () => (await list.ids()).length).toBe(10);

  const gone = all.slice(-2).map(({ locationId }) => locationId);
  for (const location_id of gone) {
    const record = { channel_id: CHANNEL, location_id, applicable_type: 0 };
    expect(await truth.write('/channelLocationService/delete/', record)).toBe(200);
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await list.dialog.getByRole('checkbox', { name: 'Create another' }).check();
  for (const id of gone) {
    await expect(list.dialog.getByPlaceholder('Location ID')).toHaveValue('');
    await list.dialog.getByPlaceholder('Location ID').fill(String(id));
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await truth.row(CHANNEL, id)) !== undefined, { timeout: 20_000 }).toBe(true);
  }
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.dialog).toHaveCount(0);
});

test('a view saved offline opens its list on another device, and a link to the view switches to its country', async ({
  page,
  browser,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(ADMIN);
  await list.open({ channelId: CHANNEL, type: 0, state: 'DKI Jakarta' });
  const ids = await list.ids();
  await settled(page);
  // The menu is loaded when it is first opened.
  const save = page.getByRole('menuitem', { name: 'Save as a view ...' });
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(save).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(save).toBeHidden();
  await network.offline();
  await expect(list.pill).toContainText('Offline');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await save.click();
  await list.dialog.getByLabel('Name').fill('Jakarta');
  await list.dialog.getByRole('switch', { name: 'Default' }).press('Space');
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('View "Jakarta" saved on this device; it will be sent later')).toBeVisible();
  await page.goto('/queue');
  await expect(page.getByText('View "Jakarta"').first()).toBeVisible();
  await expect(page.getByText(/Filters and sort: Channel ID: 10021, .*State: DKI Jakarta/).first()).toBeVisible();
  // Offline, the list also opens with the default view.
  await page.goto('/carrier/serviceable/location');
  await expect.poll(() => list.ids()).toEqual(ids);
  await network.online();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const link = await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/country=ID/)
    .then(() => page.evaluate(() => navigator.clipboard.readText()));

  const other = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const there = new LocationPage(await other.newPage());
  await authenticate(ADMIN, there.page);
  await there.page.goto('/carrier/serviceable/location');
  // The first page that this device opens loads everything.
  await expect(there.rows.first()).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => there.ids()).toEqual(ids);
  // A person currently working in another country sees where the link belongs and can switch.
  await there.page.request.post('/api/v2/ops/session/entity', { data: { country: 'MY' } });
  await there.page.goto('/');
  await expect(there.page.getByRole('button', { name: 'Country: Malaysia' })).toBeVisible();
  await there.page.goto(link);
  const toIndonesia = there.page.getByRole('button', { name: 'Switch to Indonesia' });
  await expect(there.page.getByText(`Channel ${CHANNEL} belongs to Indonesia`)).toBeVisible();
  // The URL is left unchanged until the person decides.
  await expect(there.page).toHaveURL(/country=ID/);
  // The list's own offer is the only one; no notice with the same offer appears later.
  await expect(there.page.getByText('This link is for Indonesia')).toHaveCount(0);
  await there.page.waitForTimeout(3000);
  await expect(toIndonesia).toHaveCount(1);
  await expect(there.page.getByText('This link is for Indonesia')).toHaveCount(0);
  // Until then, the view is not mentioned: it belongs to Indonesia and is opened there.
  await expect(there.page.getByText('That view was deleted')).toHaveCount(0);
  await toIndonesia.click();
  await expect.poll(() => there.ids()).toEqual(ids);
  await expect(there.page).not.toHaveURL(/view=/);
  await expect(there.page.getByText('That view was deleted')).toHaveCount(0);
  // In the history, the link has been replaced with the view's state.
  await there.page.goBack();
  await expect(there.page).not.toHaveURL(/serviceable/);
  // For a list without a channel, the offer is in a notice.
  await there.page.request.post('/api/v2/ops/session/entity', { data: { country: 'MY' } });
  await there.page.goto('/');
  await expect(there.page.getByRole('button', { name: 'Country: Malaysia' })).toBeVisible();
  await there.page.goto('/carrier/serviceCodes?country=ID');
  await expect(there.page.getByText('This link is for Indonesia')).toBeVisible();
  await expect(toIndonesia).toHaveCount(1);
  await other.close();
});
