import { request, type APIRequestContext, type Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import type { ChannelConfigRow } from '../../src/contract/resources/channelConfig.ts';
import { LIVE_CONFIRMATION, MAINTENANCE_CONFIRMATION } from '../../src/domain/channelConfig/channel.ts';
import { expect, test } from './fixtures.ts';
import { newChannelSettings } from '../../src/contract/newChannel.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';
import { entityStates } from './pages/cachedStates.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/**
 * Features specific to Channel Config (Integrated) (CHC-1 to CHC-27): groups of settings, warehouses and the
 * maintenance switch. The tour covers creation, a group's file and the export (tour.spec.ts), and
 * channelDialogs.spec.ts operates every dialog by keyboard.
 */
const PATH = '/carrier/channelConfigIntegrated';
const JNE = 10023;

const dialog = (page: Page) => page.getByRole('dialog').last();
const question = (page: Page) => page.getByRole('alertdialog');
/** Found by attribute, because a dialog that is being applied cannot be found by role while a question covers it. */
const closed = (page: Page): Promise<void> => expect(page.locator('[role="dialog"]')).toHaveCount(0);
const stored = async (request: APIRequestContext, filter: string): Promise<ChannelConfigRow | undefined> => {
  const answer = await request.get(`/api/sls/channelConfig/list?${filter}`);
  return ((await answer.json()) as { data: { list: ChannelConfigRow[] } }).data.list[0];
};
const open = async (page: Page) => {
  await page.goto(PATH);
  await expect(page.locator(`tr[data-row-key="ID/${JNE}"]`)).toBeVisible();
  await expect.poll(async () => (await entityStates(page))['channelConfigs'], { timeout: 60_000 }).toBe('ready');
};

test('a settings group edited offline is sent once the network is back, after its changes were shown for confirmation', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  await open(page);
  await settled(page);
  expect(await violations(page)).toEqual([]);
  const before = await stored(page.request, `channelId=${JNE}`);
  await network.offline();

  await page.getByRole('button', { name: `Edit Order Limit of channel ${JNE}` }).press('Enter');
  await dialog(page).getByLabel('Dimension Criterion: Max Width').fill('');
  await expect(dialog(page).getByText('All values in dimension_criterion should be filled toghether')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(dialog(page).getByLabel('Dimension Criterion: Max Width')).toBeFocused();
  await dialog(page).getByLabel('Dimension Criterion: Max Width').fill('81.5');
  await dialog(page).getByLabel('COD Max Order Total').fill('19.99');
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(question(page).getByText(LIVE_CONFIRMATION)).toBeVisible();
  await expect(question(page).getByRole('row', { name: /COD Max Order Total.*19\.99/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'Confirm' }).press('Enter');
  await closed(page);

  // The warehouses have been on the device since the list was opened.
  await page.reload();
  await page.locator(`tr[data-row-key="ID/${JNE}"]`).getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Choose Seller Location' }).click();
  await expect(dialog(page).getByRole('checkbox', { name: /^Banten/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await closed(page);

  // The arrow keys move between cells and buttons; Tab skips them.
  const cod = page.getByRole('button', { name: `View COD of channel ${JNE}` });
  await cod.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: `Edit COD of channel ${JNE}` })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: `View Order Limit of channel ${JNE}` })).toBeFocused();
  await expect(cod).toHaveAttribute('tabindex', '-1');

  await network.online();
  await expect
    .poll(async () => (await stored(page.request, `channelId=${JNE}`))?.cod_max_order_total, { timeout: 60_000 })
    .toBe(1_999_000);
  await expect
    .poll(() => stored(page.request, `channelId=${JNE}`))
    .toEqual({
      ...before,
      cod_max_order_total: 1_999_000,
      dimension_max_width: 81_500,
      version: (before?.version ?? 0) + 1,
      updatedBy: EDITOR,
      updatedAt: expect.any(Number) as unknown as number,
    });
});

test('a maintenance switch requested while offline is offered again on every page once the network is back', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(150_000);
  await authenticate(EDITOR);
  await open(page);
  await settled(page);
  const before = await stored(page.request, `channelId=${JNE}`);
  await network.offline();
  await page.getByRole('switch', { name: `Maintenance of channel ${JNE}` }).press('Space');
  await expect(question(page).getByText(/asked to confirm it until \d\d:\d\d/)).toBeVisible();
  await question(page).getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(page.getByRole('button', { name: `Withdraw the maintenance switch of channel ${JNE}` })).toBeVisible();
  await page.goto('/queue');
  await network.online();
  await page.getByRole('button', { name: 'Decide' }).click({ timeout: 60_000 });
  await expect(question(page).getByText(MAINTENANCE_CONFIRMATION)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decide' })).toHaveCount(0);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(async () => (await stored(page.request, `channelId=${JNE}`))?.maintenance, { timeout: 30_000 })
    .toBe(1 - (before?.maintenance ?? 0));
});

test('OB4: when two people create a channel without an id at the same time, both channels exist with all later changes', async ({
  page,
  authenticate,
  network,
  server,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  await open(page);
  await network.offline();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog(page).getByLabel('Buyer Side Channel Name').fill('Kurier Satu');
  await dialog(page).getByLabel('Seller Side Channel Name').fill('Kurier Satu');
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await closed(page);
  const mine = page.locator('tr[data-row-key^="ID/-"]');
  await expect(mine).toContainText('New');
  // Changes the channel before it has been numbered.
  await page.getByRole('button', { name: 'Edit COD of new channel Kurier Satu' }).press('Enter');
  await dialog(page).getByLabel('COD', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await closed(page);
  const colleague = await request.newContext({ baseURL: server.url });
  await colleague.post('/api/login', { data: { email: 'admin@ops.example', password: DEMO_PASSWORD } });
  await colleague.post('/api/v2/ops/session/entity', { data: { country: 'ID' } });
  const { channelId: _, ...settings } = newChannelSettings('ID');
  const answer = await colleague.post('/api/sls/channelConfig/create', {
    data: { ...settings, channelName: 'Kurier Dua', display_name: 'Kurier Dua' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await network.online();
  await expect.poll(async () => (await stored(colleague, 'channelName=Kurier Satu'))?.cod, { timeout: 60_000 }).toBe(1);
  const [one, two] = [
    await stored(colleague, 'channelName=Kurier Satu'),
    await stored(colleague, 'channelName=Kurier Dua'),
  ];
  expect(one?.channelId).toBeGreaterThan(two?.channelId ?? Infinity);
  await expect(page.locator(`tr[data-row-key="ID/${one?.channelId}"]`)).toBeVisible();
  await expect(mine).toHaveCount(0);
});
