import type { Locator, Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import type { ChannelConfigRow } from '../../src/contract/resources/channelConfig.ts';
import { LIVE_CONFIRMATION, MAINTENANCE_CONFIRMATION } from '../../src/domain/channelConfig/channel.ts';
import { browserStore } from '../support/browserStore.ts';
import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';
import { rowAction } from './pages/rowAction.ts';

/**
 * Every dialog of Channel Config (Integrated): operated by keyboard, checked for accessibility, used during a
 * concurrent change by a colleague, and reloaded.
 */

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

const PATH = '/carrier/channelConfigIntegrated';
/** A channel in Taiwan, the only country with SOD and KYC control (G52). */
const STORE = 50011;
const JNE = 10023;

const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const question = (page: Page): Locator => page.getByRole('alertdialog');
/** Found by attribute, because a dialog that is being applied cannot be found by role while a question covers it. */
const closed = (page: Page): Promise<void> => expect(page.locator('[role="dialog"]')).toHaveCount(0);
const rowOf = (page: Page, key: string): Locator => page.locator(`tr[data-row-key="${key}"]`);

/** Presses Tab until the control has focus, as a person without a mouse would. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await control.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(control)}`);
}

/** The key presses for each group's dialog, whose first field has focus when it opens. */
const GROUPS: Readonly<Record<string, { press: (page: Page) => Promise<void>; says: RegExp }>> = {
  // Turning COD off also turns off SOD (CHC-23).
  COD: { press: page => page.keyboard.press('Space'), says: /^COD ?Yes ?No/ },
  Return: { press: page => page.keyboard.press('Space'), says: /^Return/ },
  'Order Limit': { press: page => page.keyboard.type('12.5'), says: /^Max Size.*12\.5$/ },
  'Item Limit': { press: page => page.keyboard.type('3'), says: /^Item Max Size.*3$/ },
  'Name List': { press: page => page.keyboard.type('Black'), says: /^Name List.*Blacklist$/ },
  'Cutoff Time': { press: page => page.keyboard.type('9.5'), says: /^Checkout Same-day Cutoff Hour.*9\.5 \(09:30\)$/ },
  'Extra Data': {
    press: async page => {
      await page.keyboard.type('700');
      await tabTo(page, dialog(page).getByRole('switch', { name: 'KYC Control' }));
      await page.keyboard.press('Space');
    },
    says: /^KYC Control/,
  },
  'Delivery Preference': { press: page => page.keyboard.press('Space'), says: /^Preferred Delivery Time/ },
  'Flag Config': { press: page => page.keyboard.press('Space'), says: /^Tracking/ },
};

/** Completes the open form without the mouse: Apply, the question that lists the changes, Confirm. */
async function applied(page: Page, ...says: RegExp[]): Promise<void> {
  await tabTo(page, dialog(page).getByRole('button', { name: 'Apply' }));
  await page.keyboard.press('Enter');
  await expect(question(page).getByText(LIVE_CONFIRMATION)).toBeVisible();
  for (const name of says) await expect(question(page).getByRole('row', { name })).toBeVisible();
  await expect(question(page).getByRole('button', { name: 'Confirm' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await closed(page);
}

/** The page below is the same for all dialogs, so axe checks only the dialog. */
const PART = '[role="dialog"]';

test('every channel dialog can be completed using only the keyboard, and axe finds no violations in any of them', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(240_000);
  await authenticate('admin@ops.example');
  expect((await page.request.post('/api/v2/ops/session/entity', { data: { country: 'TW' } })).ok()).toBe(true);
  await page.goto(PATH);
  const row = rowOf(page, `TW/${STORE}`);
  await expect(row).toBeVisible();

  for (const [label, { press, says }] of Object.entries(GROUPS)) {
    await test.step(label, async () => {
      const opener =
        label === 'Flag Config'
          ? row.getByRole('button', { name: 'More actions' })
          : page.getByRole('button', { name: `Edit ${label} of channel ${STORE}` });
      // A second Enter right after the one that closed a dialog would belong to the same gesture (ui/oneGesture); Space
      // does not.
      await opener.press('Space');
      if (label === 'Flag Config') await page.getByRole('menuitem', { name: label, exact: true }).press('Space');
      await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(
        label === 'Flag Config' ? label : `Edit ${label}`,
      );
      await expect(dialog(page).locator('[data-field]:has(:focus)')).toHaveCount(1);
      await page.keyboard.press('Control+a');
      await press(page);
      expect(await violations(page, PART)).toEqual([]);
      await applied(page, says);
      await expect(opener).toBeFocused();
      if (label === 'Flag Config') return;
      await page.getByRole('button', { name: `View ${label} of channel ${STORE}` }).press('Space');
      await expect(dialog(page).getByRole('definition').first()).toHaveText(String(STORE));
      expect(await violations(page, PART)).toEqual([]);
      await page.keyboard.press('Escape');
      await closed(page);
    });
  }

  await test.step('the Edit dialog, including the location tree', async () => {
    await row.getByRole('button', { name: 'Edit', exact: true }).press('Space');
    await expect(dialog(page).getByLabel('Buyer Side Channel Name')).toBeFocused();
    await tabTo(page, dialog(page).getByRole('button', { name: 'Choose Seller Location' }));
    await page.keyboard.press('Enter');
    const tree = dialog(page);
    await expect(tree.getByLabel('Search warehouses')).toBeFocused();
    await tabTo(page, tree.getByRole('checkbox').first());
    await page.keyboard.press('Space');
    await expect(tree.getByRole('heading', { name: 'Seller Location *' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await tabTo(page, tree.getByRole('button', { name: 'Apply' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Seller Location *' })).toHaveCount(0);
    await expect(dialog(page).getByRole('button', { name: 'Choose Seller Location' })).toBeFocused();
    expect(await violations(page)).toEqual([]);

    // The tag determines whether the channel has WMS locations (CHC-16).
    await tabTo(page, dialog(page).getByLabel('Channel Tag'));
    await page.keyboard.type('Cross Border Channel');
    await expect(dialog(page).getByRole('button', { name: 'Choose WMS Location' })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(dialog(page).getByLabel('Channel Tag')).toContainText('Cross Border Channel&Local WMS Channel');
    await tabTo(page, dialog(page).getByRole('button', { name: 'Choose WMS Location' }));
    await page.keyboard.press('Enter');
    await expect(tree.getByLabel('Search warehouses')).toBeFocused();
    await page.keyboard.type('tyn');
    await tabTo(page, tree.getByRole('checkbox', { name: /^TW-WMS-TYN-1 / }));
    await expect(tree.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await page.keyboard.press('Space');
    await expect(tree.getByRole('heading', { name: 'WMS Location *' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await tabTo(page, tree.getByRole('button', { name: 'Apply' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Choose WMS Location' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await applied(page, /^Seller Location/, /^WMS Location/);
  });

  await test.step('the Edit dialog, with a different from-country', async () => {
    // The list shows the write a moment after its dialog has closed; a dialog opened earlier would have the previous
    // row.
    await expect(async () => {
      if ((await page.locator('[role="dialog"]').count()) > 0) await page.keyboard.press('Escape');
      await closed(page);
      await row.getByRole('button', { name: 'Edit', exact: true }).press('Space');
      await expect(dialog(page).getByLabel('Channel Tag')).toHaveValue('4', { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    await tabTo(page, dialog(page).getByLabel('Type', { exact: true }));
    await page.keyboard.type('Non');
    // Countries from which non-integrated channels ship are listed first (CHC-42).
    await expect(dialog(page).getByText(/^Non-integrated channels of Taiwan ship from .*TW/)).toBeVisible();
    await tabTo(page, dialog(page).getByLabel('From Country'));
    await page.keyboard.type('MY');
    // Both lists are cleared, and the warehouses of the new country are offered (CHC-15).
    await expect(dialog(page).getByText('None chosen')).toHaveCount(2);
    await tabTo(page, dialog(page).getByRole('button', { name: 'Choose WMS Location' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('checkbox', { name: /^Johor/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await tabTo(page, dialog(page).getByRole('button', { name: 'Apply' }));
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('row', { name: /^WMS Location.*TW-WMS-TYN-1.*Not set$/ })).toBeVisible();
    await expect(question(page).getByRole('row', { name: /^From Country ?TW ?MY$/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).press('Space');
    await closed(page);
  });

  await test.step('the View dialog', async () => {
    await rowAction(row, 'View');
    await expect(dialog(page).getByRole('region', { name: 'COD' })).toContainText('SODNo');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('the Create dialog', async () => {
    await page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).press('Space');
    await expect(dialog(page).getByLabel('Channel ID')).toBeFocused();
    // If the form is empty, the first error is scrolled into view, focused, and associated with its field.
    await page.keyboard.press('Enter');
    const name = dialog(page).getByLabel('Buyer Side Channel Name');
    await expect(name).toBeFocused();
    await expect(name).toBeInViewport();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAccessibleDescription('Buyer Side Channel Name is mandatory');
    await expect(dialog(page).getByRole('alert').first()).toHaveText('Buyer Side Channel Name is mandatory');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('Keyboard Post');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Keyboard Post seller');
    await page.keyboard.press('Enter');
    await closed(page);
  });

  await test.step('the Maintenance dialog', async () => {
    await page.getByRole('switch', { name: `Maintenance of channel ${STORE}` }).press('Space');
    await expect(question(page).getByText(MAINTENANCE_CONFIRMATION)).toBeVisible();
    await expect(question(page).getByRole('button', { name: 'Confirm' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await expect
    .poll(async () => stored(page, 'TW', STORE), { timeout: 60_000 })
    .toMatchObject({
      cod: 0,
      sod: 0,
      max_size: 12_500,
      item_max_size: 3000,
      name_list: 2,
      checkout_sameday_cutoff_hour: 9500,
      min_amount_need_ic: 700_000,
      kyc_control: 1,
      maintenance: 1,
      // Selecting a region selects all of its warehouses.
      seller_location: 'TW-KHH-1,TW-KHH-2,TW-KHH-3,TW-TYN-1',
      warehouse_location: 'TW-WMS-TYN-1',
    });
});

const stored = async (page: Page, country: string, channelId: number): Promise<ChannelConfigRow> => {
  const answer = await page.request.get(`/api/sls/channelConfig/list?channelId=${channelId}`, {
    headers: { 'x-ops-entity': country },
  });
  return ((await answer.json()) as { data: { list: [ChannelConfigRow] } }).data.list[0];
};

test('two people’s changes to different groups of a channel are both kept, changes to the same field conflict, and a form survives a reload', async ({
  page,
  browser,
  authenticate,
  network,
  server,
}) => {
  test.setTimeout(180_000);
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(rowOf(page, `ID/${JNE}`)).toBeVisible();
  const there = await browser.newContext({ baseURL: server.url });
  const colleague = await there.newPage();
  await authenticate('admin@ops.example', colleague);
  await colleague.goto(PATH);
  await expect(rowOf(colleague, `ID/${JNE}`)).toBeVisible();
  const before = await stored(page, 'ID', JNE);

  const openGroup = (on: Page, label: string) =>
    on.getByRole('button', { name: `Edit ${label} of channel ${JNE}` }).press('Enter');
  const apply = async (on: Page) => {
    await dialog(on).getByRole('button', { name: 'Apply' }).click();
    await question(on).getByRole('button', { name: 'Confirm' }).click();
    await closed(on);
  };

  // Both forms are open at the same time, for different groups.
  await openGroup(page, 'Item Limit');
  await openGroup(colleague, 'Cutoff Time');
  await dialog(page).getByLabel('Item Max Size').fill('41');
  await dialog(colleague).getByLabel('Pickup Same-day Cutoff Hour').fill('17:15');
  await apply(colleague);
  await apply(page);
  await expect
    .poll(async () => stored(page, 'ID', JNE), { timeout: 30_000 })
    .toEqual({
      ...before,
      item_max_size: 41_000,
      pickup_sameday_cutoff_hour: 17_250,
      version: before.version + 2,
      updatedBy: EDITOR,
      updatedAt: expect.any(Number) as unknown as number,
    });

  // Both people change the same field: the second one is asked which value to keep.
  for (const on of [page, colleague])
    // Both start after the first change has arrived: a form opened before that would have the previous row.
    await expect(async () => {
      if ((await on.locator('[role="dialog"]').count()) > 0) await on.keyboard.press('Escape');
      await closed(on);
      await openGroup(on, 'Item Limit');
      await expect(dialog(on).getByLabel('Item Max Size')).toHaveValue('41', { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  await dialog(colleague).getByLabel('Item Max Size').fill('52');
  await dialog(page).getByLabel('Item Max Size').fill('63');
  // Done offline, because online, the open form would show the colleague's change and immediately ask about it.
  await network.offline();
  await apply(colleague);
  await expect.poll(async () => (await stored(colleague, 'ID', JNE)).item_max_size, { timeout: 30_000 }).toBe(52_000);
  await apply(page);
  await network.online();
  await page.goto('/queue');
  const field = page.getByRole('row', { name: /Item Max Size/ });
  await expect(field.getByRole('cell')).toHaveText(['41', '63', '52', 'Not decided'], { timeout: 30_000 });
  await field.getByRole('radio', { name: /Item Max Size: yours/ }).check();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(async () => (await stored(page, 'ID', JNE)).item_max_size, { timeout: 30_000 }).toBe(63_000);
  await there.close();

  // The input is restored after a reload, and leaving the page asks for confirmation.
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto(PATH);
  await menu.getByRole('link', { name: 'Service Codes' }).click();
  await menu.getByRole('link', { name: 'Channel Config (Integrated)' }).click();
  await openGroup(page, 'Item Limit');
  await dialog(page).getByLabel('Max Height').fill('55.5');
  await expect
    .poll(() => browserStore(page, 'drafts', 'drafts').then(drafts => JSON.stringify(drafts)))
    .toContain('55.5');
  await page.reload();
  await openGroup(page, 'Item Limit');
  await expect(dialog(page).getByText('Your draft was restored')).toBeVisible();
  await expect(dialog(page).getByLabel('Max Height')).toHaveValue('55.5');
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await leave();
    await expect(question(page).getByText('Discard your changes?')).toBeVisible();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog(page).getByLabel('Max Height')).toHaveValue('55.5');
  }
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await closed(page);
  await openGroup(page, 'Item Limit');
  await expect(dialog(page).getByLabel('Max Height')).not.toHaveValue('55.5');
});
