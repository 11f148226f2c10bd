import type { APIRequestContext, Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { browserStore } from '../support/browserStore.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/**
 * The form of a Channel Configuration beyond what the tour covers (SAC-1 to SAC-40), and the hint that depends on it
 * (SAL-8 to SAL-10).
 */

/** A pickup-only channel that has no configuration in the demo. */
const ANTERAJA = 10025;
/** A channel whose addresses are checked by location. */
const SICEPAT = 10022;
/** Another channel whose addresses are checked by location. */
const JNT = 10021;
const PATH = '/carrier/serviceable/channel-configuration';

const rowOf = (page: Page, channelId: number) => page.locator(`tr[data-row-key="ID/${channelId}"]`);
const hint = (page: Page) => page.getByRole('note', { name: 'Checks for the selected channel' });
const stored = async (request: APIRequestContext, channelId: number): Promise<Record<string, unknown> | undefined> => {
  const answer = await request.get(`/api/channelServiceConf/?channelId=${channelId}`);
  return ((await answer.json()) as { data: { list: Record<string, unknown>[] } }).data.list[0];
};
const whole = (page: Page) =>
  expect.poll(async () => (await entityStates(page))['channelServiceConfs'], { timeout: 60_000 }).toBe('ready');

test('the configuration form works by keyboard, adapts to its channel and preserves input, and a bulk change offline sets a default for two channels', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(rowOf(page, SICEPAT)).toBeVisible();

  const create = page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' });
  await create.press('Enter');
  await expect(list.dialog.getByText('Channel Serviceable Area Setting')).toBeVisible();
  expect((await list.dialog.boundingBox())?.width).toBe(1000);
  const channel = list.dialog.getByRole('combobox', { name: 'Channel ID', exact: true });
  await expect(channel).toBeFocused();
  await channel.pressSequentially(String(ANTERAJA));
  await channel.press('Enter');
  await expect(list.dialog.getByText('Pickup', { exact: true })).toBeVisible();
  const seller = list.dialog.getByRole('combobox', { name: 'Check seller address, Shop Level Verification' });
  await expect(seller).toBeDisabled();
  await expect(seller).toHaveValue('1');
  await list.dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  const level = (name: string) => list.dialog.getByRole('combobox', { name: `Location level of ${name}` });
  await expect(list.dialog.getByText('Location level of Product Detail Page is required')).toBeVisible();
  await expect(level('Product Detail Page')).toBeFocused();
  await expect(level('Product Detail Page')).toBeInViewport();
  expect(await violations(page)).toEqual([]);

  // The input is restored after a reload; each change is stored shortly after it is rendered.
  await level('Product Detail Page').selectOption({ label: 'District' });
  await expect
    .poll(() => browserStore(page, 'drafts', 'drafts').then(drafts => JSON.stringify(drafts)))
    .toContain('pdp_level');
  await page.reload();
  await create.press('Enter');
  await expect(list.dialog.getByText('Your draft was restored')).toBeVisible();
  await expect(level('Product Detail Page')).toHaveValue('3');
  for (const name of ['Order Verification', 'Shop Level Verification', 'Shipment Level Verification'])
    await level(name).selectOption({ label: 'District' });
  await expect(list.dialog.getByRole('region', { name: 'What this means' })).toContainText(
    "the seller's and the buyer's addresses are checked down to district",
  );
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await list.dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(list.dialog).toBeHidden();

  // Changes a default of two channels in one bulk change.
  await whole(page);
  await settled(page);
  await network.offline();
  const cod = (channelId: number) => rowOf(page, channelId).locator('td[data-col="defaultCodEnabled"]');
  const target = (await cod(SICEPAT).innerText()).trim() === 'Yes' ? 'No' : 'Yes';
  for (const channelId of [SICEPAT, JNT]) await rowOf(page, channelId).getByRole('checkbox').check();
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Change', exact: true })
    .click();
  // Fields that depend on one another through rules can be changed only in the form.
  await expect(list.dialog.getByLabel('Serviceable Area Check')).toHaveCount(0);
  await list.dialog.getByLabel('Support COD', { exact: true }).selectOption(target);
  await list.dialog.getByRole('button', { name: /^Change \d channel configuration/ }).click();
  await expect(list.dialog).toBeHidden();
  await expect(cod(SICEPAT)).toHaveText(target);
  await expect(rowOf(page, SICEPAT)).toHaveAttribute('data-mark', 'queued');

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  for (const channelId of [SICEPAT, JNT])
    await expect
      .poll(async () => (await stored(page.request, channelId))?.['defaultCodEnabled'], { timeout: 20_000 })
      .toBe(target === 'Yes' ? 1 : 0);
});

test('an offline edit updates the hint in another tab within two seconds, and is sent later', async ({
  page,
  context,
  signIn,
  network,
}) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await signIn(EDITOR);
  const before = await stored(page.request, SICEPAT);
  const other = await context.newPage();
  await other.goto(
    `/carrier/serviceable/postcode?q=${encodeURIComponent(JSON.stringify({ channelId: SICEPAT, type: 0 }))}`,
  );
  await expect(hint(other)).toContainText('Serviceable Area Check:ON');
  await page.goto(PATH);
  await expect(rowOf(page, SICEPAT)).toBeVisible();
  await whole(page);
  await settled(page);

  await network.offline();
  await page.reload();
  await rowOf(page, SICEPAT).getByRole('button', { name: 'Edit', exact: true }).click();
  await list.dialog
    .getByRole('combobox', { name: 'Serviceable Area Check', exact: true })
    .selectOption({ label: 'No' });
  await expect(list.dialog.getByRole('combobox', { name: 'Serviceable Area Type' })).toBeDisabled();
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog).toBeHidden();
  await expect(hint(other)).toContainText('Serviceable Area Check:OFF', { timeout: 2_000 });
  await expect(rowOf(page, SICEPAT).getByRole('cell', { name: 'No', exact: true }).first()).toBeVisible();

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  await expect
    .poll(() => stored(page.request, SICEPAT))
    .toMatchObject({
      isCheckServiceable: 0,
      pdp_level: null,
      defaultDeliverEnabled: 0,
    });
  await expect(hint(other)).toContainText('Serviceable Area Check:OFF');

  // The hint also reflects a colleague's change.
  const { version: _, ...values } = before ?? {};
  const restored = await page.request.post('/api/channelServiceConf/update', { data: values });
  expect(restored.status()).toBe(200);
  await expect(hint(other)).toContainText('Serviceable Area Check:ON', { timeout: 2_000 });
  await other.close();
});
