import { read } from 'xlsx';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

test.use({ scale: 'full' });

/** Editors of other countries through the whole of the screen; the state of a country is no row of its channels' demo. */
const EDITORS = [
  { email: 'my.editor@ops.example', channelId: 20012, free: 2_000_001 },
  { email: 'ph.editor@ops.example', channelId: 30012, free: 3_000_001 },
];

for (const { email, channelId, free } of EDITORS) {
  test(`${email} edits, creates, exports, deletes offline, and reads it all in the log`, async ({
    page,
    signIn,
    server,
    network,
  }) => {
    test.setTimeout(120_000);
    const list = new LocationPage(page);
    await signIn(email);
    // What a first try may have left.
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

    // The dialogs' code is kept by then.
    await settled(page);
    await network.offline();
    await list.row(free).getByRole('button', { name: 'Delete' }).click();
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

test('place names are found as people type them, whatever letters they are written in', async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn('admin@ops.example');
  const list = new LocationPage(page);
  for (const [name, channelId, typed, found] of [
    ['Taiwan', 50011, '台北', '臺北市'],
    ['Vietnam', 70011, 'da nang', 'Thành phố Đà Nẵng'],
    ['Brazil', 80011, 'sao pau', 'São Paulo'],
    ['Indonesia', 10021, 'jawa bar', 'Jawa Barat'],
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
    await list.pick('State', typed, found);
    await list.search();
    await expect(list.rows.first()).toContainText(found);
  }
});

test('a window that follows another one to a country says so and offers the way back; offline, a country that was never opened says that its channels are not here', async ({
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
    // Shown once it is kept on the device: nobody leaves the page before.
    await expect(country(on)).toHaveAccessibleName(new RegExp(name));
  };
  await signIn('admin@ops.example');
  await switchTo(page, 'Singapore');
  await list.open({ channelId: 40011, type: 0 });
  await expect(list.rows.first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await switchTo(other, 'Brazil');
  await expect(country(page)).toHaveAccessibleName(/Brazil/);
  await expect(page.getByText('Brazil was chosen in another window, and this one followed.')).toBeVisible();
  await expect(other.getByText('was chosen in another window')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to Singapore' }).click();
  await expect(country(page)).toHaveAccessibleName(/Singapore/);
  await expect(page).toHaveURL(/40011/);
  await expect(list.rows.first()).toBeVisible();
  await expect(other.getByText('Singapore was chosen in another window, and this one followed.')).toBeVisible();
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
    const note = `Offline, and the ${things} of this country are not on this device yet.`;
    await expect(page.getByText(note)).toBeVisible();
  }
  await network.online();
  await filters.getByRole('combobox', { name: 'Channel ID' }).click();
  await expect(page.getByRole('option', { name: /ViettelPost/ })).toBeVisible({ timeout: 30_000 });
});
