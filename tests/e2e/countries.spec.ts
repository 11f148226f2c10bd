import { read } from 'xlsx';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { rowAction } from './pages/rowAction.ts';

/** Editors in other countries, with whom all operations of a screen are tested. */
const EDITORS = [
  { email: 'my.editor@ops.example', channelId: 20012 },
  { email: 'ph.editor@ops.example', channelId: 30012 },
];

for (const { email, channelId } of EDITORS) {
  test(`${email} edits, creates, exports and deletes records offline, and finds every operation in the log`, async ({
    page,
    signIn,
    server,
    network,
  }) => {
    test.setTimeout(120_000);
    const list = new LocationPage(page);
    await signIn(email);
    // A state of the country for which the demo's channels have no row.
    const states = await page.request.get('/api/locations/children?parentId=0');
    const [state] = ((await states.json()) as { data: { list: { locationId: number }[] } }).data.list;
    const free = state?.locationId ?? 0;
    // Records that an earlier attempt of this test may have left behind.
    const left = { channel_id: channelId, location_id: free, applicable_type: 0 };
    await page.request.post(`${server.url}/api/channelLocationService/delete/`, { data: left });
    await list.open({ channelId, type: 0 });
    const [id = 0] = await list.ids();
    const was = await list.cell(id, 'Support COD Pickup');
    await list.edit(id, 'Support COD Pickup', was !== 'Yes');
    await expect.poll(() => list.cell(id, 'Support COD Pickup')).toBe(was === 'Yes' ? 'No' : 'Yes');

    await page.getByRole('button', { name: 'Create' }).click();
    await list.dialog.getByPlaceholder('Location ID').fill(String(free));
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Create Successfully')).toBeVisible();
    await expect(list.row(free)).toBeVisible();
    await expect(list.pill).toHaveText('Online, all saved');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    const book = read(readFileSync(await download.path()));
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    expect([sheet['A2']?.v, sheet['D2']?.v]).toEqual([channelId, free]);

    // By now, the code of the dialogs has been cached.
    await settled(page);
    await network.offline();
    await rowAction(list.row(free), 'Delete');
    await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await list.dialog.getByRole('button', { name: 'Confirm' }).click();
    await list.edit(id, 'Support COD Pickup', was === 'Yes');
    await expect(list.pill).toHaveText('Offline, 2 changes waiting');
    await network.online();
    await expect(list.pill).toHaveText('Online, all saved', { timeout: 30_000 });

    await page.getByRole('link', { name: 'Operation History' }).click();
    const kinds = ['Create Location', 'Delete Location', 'Edit Location'];
    for (const kind of kinds) await expect(page.getByRole('cell', { name: kind }).first()).toBeVisible();
  });
}

test('places are found by name however people type them, in any script @online', async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn('admin@ops.example');
  const list = new LocationPage(page);
  for (const [name, channelId, level, typed, found] of [
    ['Taiwan', 50011, 'State', '台北', '臺北市'],
    ['Vietnam', 70011, 'State', 'da nang', 'Thành phố Đà Nẵng'],
    ['Brazil', 80011, 'City', 'brasileia', 'Brasiléia'],
    ['Indonesia', 10021, 'State', 'sulawesi bar', 'Sulawesi Barat'],
  ] as const) {
    await page.goto('/');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Country/ })
      .click();
    await page.getByRole('option', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await list.open({ channelId, type: 0 });
    await expect(list.rows.first()).toBeVisible();
    await list.pick(level, typed, found);
    await list.search();
    await expect(list.rows.first()).toContainText(found);
  }
});

test('a window whose country was switched in another window offers to switch back, and offline says that the channels are not cached', async ({
  page,
  context,
  signIn,
  network,
}) => {
  test.setTimeout(90_000);
  const list = new LocationPage(page);
  const country = (on: Page) => on.getByRole('banner').getByRole('button', { name: /^Country/ });
  const switchTo = async (on: Page, name: string) => {
    await country(on).click();
    await on.getByRole('option', { name }).click();
    // The country's name is shown once the choice has been stored on the device, so the page must not be left before
    // that.
    await expect(country(on)).toHaveAccessibleName(new RegExp(name));
  };
  await signIn('admin@ops.example');
  await switchTo(page, 'Singapore');
  await list.open({ channelId: 40011, type: 0 });
  await expect(list.rows.first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  // A window that has just been opened does not follow others yet.
  await settled(other);
  await switchTo(other, 'Brazil');
  await expect(country(page)).toHaveAccessibleName(/Brazil/);
  await expect(page.getByText('You switched to Brazil in another window, so this window switched too.')).toBeVisible();
  await expect(other.getByText('in another window, so this window switched too')).toHaveCount(0);
  // The filters belong to the previous country, so the URL is left unchanged until the person decides.
  await expect(page).toHaveURL(/40011.*&country=SG$/);
  await page.getByRole('button', { name: 'Back to Singapore' }).click();
  await expect(country(page)).toHaveAccessibleName(/Singapore/);
  await expect(page).toHaveURL(/40011.*&country=SG$/);
  await expect(list.rows.first()).toBeVisible();
  await expect(
    other.getByText('You switched to Singapore in another window, so this window switched too.'),
  ).toBeVisible();
  await other.close();

  await settled(page);
  await list.open();
  await network.offline();
  await expect(list.pill).toContainText('Offline');
  await switchTo(page, 'Vietnam');
  const filters = page.getByRole('search', { name: 'Filters' });
  for (const [label, things] of [
    ['Channel ID', 'channels'],
    ['State', 'places'],
  ] as const) {
    await filters.getByRole('combobox', { name: label, exact: true }).click();
    const note = `You are offline, and this country’s ${things} are not on this device yet.`;
    await expect(page.getByText(note)).toBeVisible();
  }
  await network.online();
  await filters.getByRole('combobox', { name: 'Channel ID' }).click();
  await expect(page.getByRole('option', { name: /ViettelPost/ })).toBeVisible({ timeout: 30_000 });
});

test.describe('every page’s URL includes its country', () => {
  const CHANNEL = 10021;
  const EDITOR = 'id.editor@ops.example';
  const COLLEAGUE = 'admin@ops.example';
  const country = (on: Page) => on.getByRole('banner').getByRole('button', { name: /^Country/ });
  const toIndonesia = (on: Page) => on.getByRole('button', { name: 'Switch to Indonesia' });
  const notice = (on: Page) => on.getByText('This link is for Indonesia');
  const codesOf = (channelId: number) =>
    `/carrier/serviceCodes?q=${encodeURIComponent(JSON.stringify({ shipping_channel_id: channelId }))}`;
  /** Waits for longer than a second offer would take to appear. */
  const offeredOnce = async (on: Page) => {
    await expect(toIndonesia(on)).toHaveCount(1);
    await on.waitForTimeout(3000);
    await expect(toIndonesia(on)).toHaveCount(1);
  };
  /** Starts in Malaysia as a person who works in several countries. */
  const inMalaysia = async (on: Page) => {
    await on.request.post('/api/v2/ops/session/entity', { data: { country: 'MY' } });
    await on.goto('/');
    await expect(country(on)).toHaveAccessibleName(/Malaysia/);
  };

  test('when a colleague who works in two countries opens a shared URL, the same filtered list appears with a single offer to switch @online', async ({
    page,
    browser,
    authenticate,
  }) => {
    test.setTimeout(180_000);
    const list = new LocationPage(page);
    await authenticate(EDITOR);
    await list.open({ channelId: CHANNEL, type: 0 });
    await list.ids();
    const entries = () => page.evaluate(() => window.history.length);
    const before = await entries();
    await expect(page).toHaveURL(/10021.*&country=ID$/);
    await expect.poll(() => entries()).toBe(before);
    await list.pick('State', 'Bali', 'Bali');
    await list.search();
    await expect(page).toHaveURL(/Bali.*&country=ID$/);
    const after = await entries();
    await expect(list.rows.first()).toContainText('Bali');
    const ids = await list.ids();
    const link = page.url();
    // Back, Forward and a reload preserve the query and the country.
    await page.goBack();
    await expect(page).not.toHaveURL(/Bali/);
    await expect(page).toHaveURL(/10021.*&country=ID$/);
    await page.goForward();
    await expect(page).toHaveURL(link);
    await page.reload();
    await expect.poll(() => list.ids()).toEqual(ids);
    await expect(page).toHaveURL(link);
    // Following the link to the current page adds no history entry.
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Channel Serviceable Area' })
      .click();
    await expect(page).toHaveURL(link);
    await expect.poll(() => entries()).toBe(after);
    // The log's URL also includes the country.
    await page.getByRole('link', { name: 'Operation History' }).click();
    await expect(page).toHaveURL(/\/log\?code=.*&country=ID$/);
    await page.goto(codesOf(CHANNEL));
    await expect(list.rows.first()).toBeVisible();
    await expect(page).toHaveURL(/serviceCodes\?q=.*&country=ID$/);
    const codes = page.url();
    const keysOn = (on: Page) =>
      on.locator('tr[data-row-key]').evaluateAll(rows => rows.map(row => row.getAttribute('data-row-key')));
    const keys = await keysOn(page);
    await page.goto('/queue');
    await expect(page.getByRole('heading', { name: 'Changes on this device' })).toBeVisible();
    await expect(page).toHaveURL(/\/queue$/);

    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const there = new LocationPage(await context.newPage());
    await authenticate(COLLEAGUE, there.page);
    await inMalaysia(there.page);
    // A list that knows its channel's country offers the switch in place of its rows.
    await there.page.goto(link);
    await expect(there.page.getByText(`Channel ${CHANNEL} belongs to Indonesia`)).toBeVisible();
    await offeredOnce(there.page);
    await expect(notice(there.page)).toHaveCount(0);
    await expect(there.page).toHaveURL(link);
    await toIndonesia(there.page).press('Enter');
    await expect(country(there.page)).toHaveAccessibleName(/Indonesia/);
    // The page is rerendered, and keyboard navigation continues from its heading.
    await expect(there.page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(() => there.ids()).toEqual(ids);
    await expect(there.page).toHaveURL(link);
    await there.page.reload();
    await expect.poll(() => there.ids()).toEqual(ids);
    await expect(toIndonesia(there.page)).toHaveCount(0);

    // Any other page offers the switch in a notice, which disappears when the person leaves the URL and reappears when
    // they return.
    await inMalaysia(there.page);
    await there.page.goto(codes);
    await expect(notice(there.page)).toBeVisible();
    await offeredOnce(there.page);
    await there.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(notice(there.page)).toHaveCount(0);
    await there.page.goBack();
    await expect(notice(there.page)).toBeVisible();
    await expect(there.page).toHaveURL(codes);
    await there.page.reload();
    await expect(notice(there.page)).toBeVisible();
    await toIndonesia(there.page).click();
    await expect(country(there.page)).toHaveAccessibleName(/Indonesia/);
    await expect.poll(() => keysOn(there.page)).toEqual(keys);
    await expect(there.page).toHaveURL(codes);

    // If the person does not switch, the URL is updated to the country that the page shows.
    await inMalaysia(there.page);
    await there.page.goto(codes);
    await expect(notice(there.page)).toBeVisible();
    await there.page.getByRole('button', { name: 'Close notice' }).click();
    await expect(there.page).toHaveURL(/serviceCodes\?q=.*&country=MY$/);
    await expect(notice(there.page)).toHaveCount(0);
    await context.close();
  });

  test('the offer to switch and the filters survive sign-in, and a person who does not work in the country is told so @online', async ({
    page,
    browser,
    authenticate,
  }) => {
    test.setTimeout(120_000);
    const list = new LocationPage(page);
    const link = `${codesOf(CHANNEL)}&country=ID`;
    await authenticate(COLLEAGUE);
    await page.request.post('/api/v2/ops/session/entity', { data: { country: 'MY' } });
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page).toHaveURL(/\/login\?redirect=.*country%3DID$/);
    const signIn = async (on: Page, email: string) => {
      await on.getByLabel('E-mail').fill(email);
      await on.getByLabel('Password', { exact: true }).fill('ops-demo');
      await on.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn(page, COLLEAGUE);
    await expect(country(page)).toHaveAccessibleName(/Malaysia/);
    await expect(notice(page)).toBeVisible();
    await offeredOnce(page);
    await expect(page).toHaveURL(/shipping_channel_id.*&country=ID$/);
    await toIndonesia(page).click();
    await expect(list.rows.first()).toContainText(String(CHANNEL));

    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const there = await context.newPage();
    await there.goto(`/carrier/serviceable/location?q=%7B%22channelId%22%3A${CHANNEL}%2C%22type%22%3A0%7D&country=ID`);
    await signIn(there, 'my.editor@ops.example');
    await expect(there.getByText('This link is for Indonesia, which you cannot access')).toBeVisible();
    await expect(there.getByText(/To see Indonesia, ask an administrator for access/)).toBeVisible();
    await expect(there.getByText(`Malaysia has no channel ${CHANNEL}`)).toBeVisible();
    await expect(toIndonesia(there)).toHaveCount(0);
    await there.getByRole('button', { name: 'Stay in Malaysia' }).click();
    await expect(there).toHaveURL(/10021.*&country=MY$/);
    await expect(there.getByText('This link is for Indonesia')).toHaveCount(0);
    await context.close();
  });

  test('offline, the offer to switch says if this device has no data of the country', async ({
    page,
    signIn,
    network,
  }) => {
    test.setTimeout(90_000);
    const list = new LocationPage(page);
    await signIn(COLLEAGUE);
    await settled(page);
    await page.goto('/carrier/serviceCodes');
    await expect(list.rows.first()).toBeVisible();
    await network.offline();
    await expect(list.pill).toContainText('Offline');
    await page.goto('/carrier/serviceCodes?country=VN');
    await expect(page.getByText('This link is for Vietnam')).toBeVisible();
    await expect(page.getByText(/this device has no data for Vietnam yet/)).toBeVisible();
    await page.getByRole('button', { name: 'Switch to Vietnam' }).click();
    await expect(country(page)).toHaveAccessibleName(/Vietnam/);
    await expect(page).toHaveURL(/serviceCodes\?country=VN$/);
    await network.online();
    await expect(list.rows.first()).toBeVisible({ timeout: 30_000 });
  });
});
