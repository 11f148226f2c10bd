import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { openFilters } from './pages/openFilters.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

const CHANNEL = 10027;

test.beforeEach(async ({ authenticate }) => {
  await authenticate(EDITOR);
});

const filter = (page: Page, name: string) =>
  page.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name, exact: true });
const channelOf = (page: Page): unknown =>
  (JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}') as Record<string, unknown>)['channelId'];

test('Back asks for confirmation while a dialog has changes, and closes a dialog without changes @online', async ({
  page,
}) => {
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  const state = await list.cell(id, 'State');
  await list.pick('State', state, state);
  await list.search();
  await expect(page).toHaveURL(/state/);
  const [other = 0] = await list.ids();
  await list.row(other).getByRole('button', { name: 'Edit' }).click();
  await list.dialog.getByRole('switch').first().press('Space');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });

  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/state/);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/state/);
  // Discard is clicked the moment the question appears, while the history is still returning to the page.
  await page.evaluate(() => {
    const discard = () =>
      [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].find(
        button => button.textContent === 'Discard',
      );
    const seen = new MutationObserver(() => {
      const button = discard();
      if (!button) return;
      seen.disconnect();
      button.click();
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/state/);
  await expect(list.row(id)).toBeVisible();

  await list.row(id).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/state/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('tabs and the current page’s menu entry return to the last channel and filters @online', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  const state = await list.cell(id, 'State');
  await list.open({ channelId: CHANNEL, type: 0, state });
  await list.ids();
  await page.getByRole('tab', { name: 'Postcode' }).click();
  await expect(page).toHaveURL(/\/postcode/);
  expect(channelOf(page)).toBe(CHANNEL);
  await page.getByRole('tab', { name: 'Location' }).click();
  await expect(page).toHaveURL(/\/location\?.*state/);
  expect(channelOf(page)).toBe(CHANNEL);
  await list.ids();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channel Serviceable Area' }).click();
  await expect(page).toHaveURL(/\/location\?.*state/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('tab', { name: 'Postcode' }).click();
  await page.getByRole('tab', { name: 'Location' }).click();
  await expect(page).not.toHaveURL(/state/);
});

test('the URL of Create opens its dialog, an unknown tab is not found, and an empty log explains why it is empty @online', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  const list = new LocationPage(page);
  await page.goto(`/carrier/serviceable/location/create?q=${encodeURIComponent(`{"channelId":${CHANNEL},"type":0}`)}`);
  await expect(page.getByRole('dialog', { name: 'Create Location' })).toBeVisible();
  await expect(list.dialog.getByRole('combobox', { name: 'Channel ID' })).toHaveValue(/^10027/);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.rows.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toHaveAttribute('href', /location\/create$/);
  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/carrier/nonWorkingDays/1');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Page not found');
  await page.goto('/carrier/nonWorkingDays/2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.goto('/carrier/channelConfigIntegrated/create');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Page not found');
  faults.length = 0;
  // A mount for which this product has no pages.
  await page.goto('/opsfe/lfs/log');
  await expect(page.getByText('Changes on this page are not recorded here')).toBeVisible();
  expect(faults).toEqual([]);
});

test('invalid ids are rejected next to the input and remain as they were pasted @online', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  await list.ids();
  await openFilters(page);
  // The selected name replaces the selected text in the field.
  await expect(filter(page, 'Channel ID')).toHaveValue(/^10027 /);
  await filter(page, 'Channel ID').fill('zzz');
  await list.search();
  await expect(filter(page, 'Channel ID')).toHaveValue('zzz');
  await expect(filter(page, 'Channel ID')).toHaveAccessibleDescription('No channel matches that ID or name');
  expect(channelOf(page)).toBe(CHANNEL);
  await filter(page, 'Channel ID').fill('99999');
  await list.search();
  await expect(page.getByText('Indonesia has no channel 99999')).toBeVisible();
  await openFilters(page);
  await expect(filter(page, 'Channel ID')).toHaveValue('99999');

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const place = list.dialog.getByPlaceholder('Location ID');
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  // The error is shown below the focused field and above the errors of the levels.
  const [error, state] = await Promise.all([
    list.dialog.getByText('Location is required').boundingBox(),
    list.dialog.getByRole('combobox', { name: 'State' }).boundingBox(),
  ]);
  expect(error?.y ?? 0).toBeLessThan(state?.y ?? 0);
  for (const text of ['1.000.004', '1e6', '-1000004', '1000004 1000005', '7'.repeat(400)]) {
    await place.fill(text);
    await expect(place).toHaveValue(text);
    await expect(
      list.dialog.getByText(/Location ID (must be a single whole number|has too many digits)/),
    ).toBeVisible();
  }
  await place.fill('１０００００４');
  await expect(place).toHaveValue('1000004');
  await list.dialog.getByRole('combobox', { name: 'State' }).fill('zzz');
  await place.focus();
  const stray = 'There is no state "zzz" here; choose one or clear the field';
  await expect(list.dialog.locator('output', { hasText: stray })).toBeVisible();
  await expect(list.dialog.getByRole('combobox', { name: 'State' })).toHaveAccessibleDescription(stray);
});

test('offline, creating a record that is already on this device is prevented, and a link leads to its row', async ({
  page,
  network,
}) => {
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  await settled(page);
  await network.offline();
  await expect(list.pill).toContainText('Offline');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await list.dialog.getByPlaceholder('Location ID').fill(String(id));
  await expect(list.dialog.getByText(`Channel ${CHANNEL} already has the location ${id}`)).toBeVisible();
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(
    list.dialog.getByRole('alert').getByText(`Channel ${CHANNEL} already has the location ${id}`),
  ).toBeVisible();
  await expect(page.getByText('Create Successfully')).toHaveCount(0);
  await list.dialog.getByRole('button', { name: 'Show it in the list' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => list.ids()).toEqual([id]);
});

test('the actions in a notice can be reached while a dialog is open @online', async ({ page }) => {
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  const [id = 0] = await list.ids();
  await list.edit(id, 'Support Pickup', (await list.cell(id, 'Support Pickup')) === 'No');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  const undo = page
    .getByRole('dialog')
    .getByRole('region', { name: 'Notices' })
    .getByRole('button', { name: 'Undo', exact: true });
  for (let n = 0; n < 20 && !(await undo.evaluate(button => button === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  // A focused notice does not disappear, on which a check lasting several seconds relies.
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await list.row(id).getByRole('button', { name: 'Edit' }).click();
  const inDialog = page.getByRole('dialog', { name: /Edit/ }).getByRole('region', { name: 'Notices' });
  await expect(inDialog.getByRole('button', { name: 'Close notice' }).first()).toBeVisible();
  for (let n = 0; n < 30; n++) {
    await page.keyboard.press('Tab');
    if (await inDialog.evaluate(region => region.contains(document.activeElement))) break;
  }
  await expect.poll(() => inDialog.evaluate(region => region.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible();
});

test('menus stay within the window, and axe finds no violations in them @online', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  const list = new LocationPage(page);
  await list.open({ channelId: CHANNEL, type: 0 });
  await list.ids();
  await page.getByRole('button', { name: 'Table settings' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await page.keyboard.press('End');
  const last = menu.getByRole('menuitemcheckbox').last();
  await expect(last).toBeFocused();
  const box = await last.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzzz');
  await expect(page.getByText('No results for')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Theme: dark' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ops-theme'))).toBe('dark');
});

test('signing out offline asks first, because signing in again needs the network, and the sign-in page says that it is offline', async ({
  page,
  network,
}) => {
  const list = new LocationPage(page);
  await list.open();
  await settled(page);
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await network.offline();
  await expect(list.pill).toContainText('Offline');
  const signOut = async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  };
  await signOut();
  const question = page.getByRole('dialog', { name: 'Sign out while offline?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/serviceable/);
  await signOut();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('The server cannot be reached, so you cannot sign in now.')).toBeVisible();
  await network.online();
  await expect(page.getByText('The server cannot be reached, so you cannot sign in now.')).toHaveCount(0, {
    timeout: 20_000,
  });
});
