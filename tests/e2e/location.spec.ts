import * as xlsx from 'xlsx';
import { firstLoad } from '../../scripts/first-load.mjs';
import { EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { openFilters } from './pages/openFilters.ts';
import { rowAction } from './pages/rowAction.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

const GOSEND = 10027;
const POS_INDONESIA = 10028;
const NINJA_VAN = 10024;

test.beforeEach(async ({ authenticate }) => {
  await authenticate(EDITOR);
});

test('without a channel, the list requests nothing and the table is empty (G7)', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', call => asked.push(new URL(call.url()).pathname));
  const list = new LocationPage(page);
  await list.open();
  await expect(page.getByText('Choose a channel to see its serviceable locations')).toBeVisible();
  await expect(list.rows).toHaveCount(0);
  expect(asked.filter(path => path === '/api/channelLocationService')).toEqual([]);
});

test('until the rows have arrived, only the scripts of the first load are requested', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: GOSEND, type: 0 });
  await list.ids();
  const early = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const pathOf = ({ name }: PerformanceResourceTiming) => new URL(name).pathname;
    const arrived = entries.find(entry => pathOf(entry) === '/api/channelLocationService')?.responseEnd ?? 0;
    return entries.filter(({ startTime }) => startTime < arrived).map(pathOf);
  });
  const first = firstLoad().map(({ file }) => `/${file}`);
  expect(early).toContain(first[0]);
  expect(early.filter(path => path.endsWith('.js') && !first.includes(path))).toEqual([]);
});

test('columns, footer, page sizes, page jump and URL follow the specification', async ({ page }) => {
  const list = new LocationPage(page);
  // In a narrow table, columns with the same value in all rows because of a filter are hidden (room.spec).
  await page.setViewportSize({ width: 1920, height: 1080 });
  await list.open({ channelId: GOSEND, type: 0 });
  await list.ids();
  const headings = (await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim());
  expect(headings.filter(text => text !== '')).toEqual([
    'Channel ID',
    'Channel Name',
    'Applicable Type',
    'Location ID',
    'State',
    'City',
    'District',
    'Street',
    'Support Deliver',
    'Support COD Deliver',
    'Support Pickup',
    'Support COD Pickup',
    'Action',
  ]);
  await expect(list.footer).toHaveText('Showing 1 to 10 of 50 entries');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(list.footer).toHaveText('Showing 11 to 20 of 50 entries');
  await page.getByLabel('Go to page').fill('5');
  await page.getByLabel('Go to page').press('Enter');
  await expect(list.footer).toHaveText('Showing 41 to 50 of 50 entries');
  await page.goBack();
  await expect(list.footer).toHaveText('Showing 11 to 20 of 50 entries');
  await page.goForward();
  await expect(list.footer).toHaveText('Showing 41 to 50 of 50 entries');
  await page.reload();
  await expect(list.footer).toHaveText('Showing 41 to 50 of 50 entries');
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(list.footer).toHaveText('Showing 1 to 50 of 50 entries');
});

test('going back while the URL is changing returns to the previous page', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: GOSEND, type: 0 });
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(list.footer).toHaveText('Showing 11 to 20 of 50 entries');
  await expect(page).toHaveURL(/page=2/);
  const wentBack = page.evaluate(() =>
    new Promise(resolve => {
      addEventListener('popstate', resolve, { once: true });
      const push = History.prototype.pushState;
      History.prototype.pushState = function (...args) {
        push.apply(this, args);
        this.back();
      };
    }).then(() => true),
  );
  await page.getByLabel('Go to page').fill('5');
  await page.getByLabel('Go to page').press('Enter');
  expect(await wentBack).toBe(true);
  await expect(page).toHaveURL(/page=2/);
  await expect(list.footer).toHaveText('Showing 11 to 20 of 50 entries');
});

test('each page in a quick succession of pages gets its own history entry', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: GOSEND, type: 0 });
  await expect(list.footer).toHaveText('Showing 1 to 10 of 50 entries');
  // The second press happens before the URL has changed after the first one.
  await page.evaluate(() => {
    const turn = () => document.querySelector<HTMLElement>('[aria-label="Next page"]')?.click();
    const watch = new MutationObserver(() => {
      if (!document.body.textContent?.includes('Showing 11 to 20 of 50')) return;
      watch.disconnect();
      turn();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    turn();
  });
  await expect(list.footer).toHaveText('Showing 21 to 30 of 50 entries');
  await expect(page).toHaveURL(/page=3/);
  await page.goBack();
  await expect(list.footer).toHaveText('Showing 11 to 20 of 50 entries');
  await page.goBack();
  await expect(list.footer).toHaveText('Showing 1 to 10 of 50 entries');
});

test('filters are stored in q and restored by Back and reload, without empty values but including zero', async ({
  page,
}) => {
  const list = new LocationPage(page);
  await list.open();
  await list.pick('Channel ID', '10022', /SiCepat/);
  await list.search();
  await expect(page).toHaveURL(/q=/);
  const q = () => JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}') as Record<string, unknown>;
  expect(q()).toMatchObject({ channelId: 10022, type: 0 });
  expect(Object.values(q())).not.toContain('');
  await list.pick('State', 'yogya', /Yogyakarta/);
  await list.search();
  await expect(list.rows.first()).toContainText('Yogyakarta');
  await page.goBack();
  await openFilters(page);
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('');
  await page.goForward();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue(/Yogyakarta/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('');
});

test('hiding unsupported locations leaves only rows with at least one Yes', async ({ page, server }) => {
  const truth = await truthAs(server.url, EDITOR);
  const all = await truth.rows({ channelId: 10022, type: 0 });
  const supported = await truth.rows({ channelId: 10022, type: 0, displayUnsupported: false });
  expect(supported.total).toBeLessThan(all.total);
  const list = new LocationPage(page);
  await list.open({ channelId: 10022, type: 0 });
  await expect(list.footer).toHaveText(`Showing 1 to 10 of ${all.total} entries`);
  await openFilters(page);
  const toggle = page.getByRole('switch', { name: /Display unsupported locations/ });
  await expect(toggle).toBeChecked();
  await expect(page.getByText('Show unsupported locations')).toBeVisible();
  await toggle.press('Space');
  await expect(page.getByText('Hide unsupported locations')).toBeVisible();
  await list.search();
  await expect(list.footer).toHaveText(`Showing 1 to 10 of ${supported.total} entries`);
});

test('the channel hint shows which checks and restrictions apply', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: 10021, type: 0 });
  await expect(page.getByText('Serviceable Area Check')).toBeVisible();
  await expect(page.getByText('Zone/Route Restriction Check')).toBeVisible();
});

test('creating a location requires a channel, type and location, and the new row can be edited and deleted', async ({
  page,
  server,
}) => {
  const truth = await truthAs(server.url, EDITOR);
  const taken = (await truth.rows({ channelId: 10022, type: 0, size: 1 })).list[0]?.locationId ?? 0;
  const list = new LocationPage(page);
  await list.open({ channelId: POS_INDONESIA, type: 0 });
  await expect(page.getByRole('main').getByText(/no /i).first()).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).first().click();
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog.getByText('Location is required')).toBeVisible();
  await list.dialog.getByPlaceholder('Location ID').fill(String(taken));
  await expect(list.dialog.locator('output').first()).not.toContainText(/Searching|No location/);
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Create Successfully')).toBeVisible();
  await expect(list.row(taken)).toBeVisible();
  // A retry of this test starts with the version left behind by a deletion.
  await expect.poll(async () => await truth.row(POS_INDONESIA, taken)).toBeDefined();
  const created = (await truth.row(POS_INDONESIA, taken))?.version ?? 0;
  await expect(list.pill).toHaveText('Online, all saved');

  await list.edit(taken, 'Support Pickup', true);
  await expect(page.getByText('Edit Successfully')).toBeVisible();
  await expect.poll(async () => (await truth.row(POS_INDONESIA, taken))?.version).toBe(created + 1);

  await rowAction(list.row(taken), 'Delete');
  await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await list.dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Delete Successfully')).toBeVisible();
  await expect(list.row(taken)).toHaveCount(0);
  await expect.poll(async () => await truth.row(POS_INDONESIA, taken)).toBeUndefined();

  await page.getByRole('link', { name: 'Operation History' }).click();
  for (const label of ['Delete Location', 'Edit Location', 'Create Location']) {
    await expect(page.getByRole('row', { name: new RegExp(label) }).first()).toBeVisible();
  }
  await expect(page.getByRole('columnheader', { name: 'Channel ID/ Channel Name' })).toBeVisible();
});

test('Export is disabled until a channel is selected, and then produces a workbook of the filtered rows', async ({
  page,
}) => {
  const list = new LocationPage(page);
  await list.open();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await list.open({ channelId: GOSEND, type: 0 });
  await list.ids();
  // The link opens a new window (LIST-16), which the browser closes once it turns out to be a download.
  const link = page.getByRole('link', { name: 'Export' });
  await expect(link).toHaveAttribute('target', '_blank');
  const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  expect(answer.headers()['content-disposition']).toMatch(/attachment; filename=.*10027.*\.xlsx/);
  const book = xlsx.read(await answer.body());
  const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  expect(rows).toHaveLength(50);
  expect(Object.keys(rows[0] ?? {})).toContain('Support COD Pickup');
});

test('each of the other tabs navigates to its route', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open();
  for (const [name, path] of [
    ['Postcode', 'postcode'],
    ['Zone Limit', 'zone-limit'],
    ['Route Limit', 'route-limit'],
    ['Channel Configuration', 'channel-configuration'],
  ] as const) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/carrier/serviceable/${path}\\?country=ID$`));
    const text = path === 'channel-configuration' ? /Showing/ : /^Choose a channel to see its/;
    await expect(page.getByText(text).first()).toBeVisible();
  }
});

test('a channel of another country and a nonexistent tab are reported in plain words', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: 99999 });
  await expect(page.getByText('Indonesia has no channel 99999')).toBeVisible();
  await page.getByRole('button', { name: 'Create' }).click();
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog.getByText('No channel of this country has the ID 99999')).toBeVisible();
  await page.goto(`/carrier/serviceable/nonsense?q=${encodeURIComponent(JSON.stringify({ channelId: GOSEND }))}`);
  await expect(page).toHaveURL(/\/carrier\/serviceable\/location\?q=/);
  await expect(list.rows.first()).toBeVisible();
});

test('with 200 rows, the focused row keeps the focus when it is scrolled out of view', async ({ page }) => {
  const list = new LocationPage(page);
  await page.goto(
    `/carrier/serviceable/location?count=200&q=${encodeURIComponent(JSON.stringify({ channelId: NINJA_VAN }))}`,
  );
  await list.rows.nth(3).focus();
  await page.mouse.move(700, 550);
  await page.mouse.wheel(0, 4000);
  await expect(page.locator('tr[data-row="100"]')).toBeVisible();
  await expect(page.locator('tr[data-row="3"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr[data-row="4"]')).toBeFocused();
  await expect(page.locator('tr[data-row="4"]')).toBeInViewport();
});
