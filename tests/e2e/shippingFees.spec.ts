import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { rowAction } from './pages/rowAction.ts';
import { violations } from './pages/violations.ts';

/** Shops with their types and groups, and shipping fee rules, with their forms and files (RULE-1 to RULE-5). */

const BASE = '/opsasf';
const CHANNEL = '10021';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const at = (page: string, filter: object) => `${BASE}/${page}?q=${encodeURIComponent(JSON.stringify(filter))}`;
const rows = (page: Page): Locator => page.locator('[data-row-key]');
const formOf = (page: Page): Locator => page.getByRole('dialog');
const create = (page: Page) =>
  page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).click();

async function apply(page: Page): Promise<void> {
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(formOf(page)).toBeHidden();
}

async function chooseChannel(form: Locator, channel: string): Promise<void> {
  const control = form.getByRole('combobox', { name: 'Channel ID', exact: true });
  await control.fill(channel);
  await control.press('Enter');
}

/** The records of a list as returned by the server. */
async function stored<R>(page: Page, path: string): Promise<R[]> {
  const answer = await page.request.get(`/api${path}`, { headers: { 'x-ops-entity': 'ID' } });
  return ((await answer.json()) as { data: { list: R[] } }).data.list;
}

/** Waits until the collection is cached, because a file is compared with the records on this device. */
const cached = (page: Page, collection: string): Promise<void> =>
  expect.poll(async () => (await entityStates(page))[collection], { timeout: 60_000 }).toBe('ready');

/** Imports a file after checking the preview of its effects. */
async function importFile(page: Page, lines: readonly (readonly (string | number)[])[], tab: string): Promise<void> {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(lines.map(line => [...line])), 'Sheet1');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('Files to import').setInputFiles({
    name: 'rows.xlsx',
    mimeType: WORKBOOK,
    buffer: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  });
  await expect(formOf(page).getByRole('tab', { name: tab, exact: true })).toBeVisible({ timeout: 30_000 });
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Upload Successfully').first()).toBeVisible({ timeout: 30_000 });
  await expect(formOf(page)).toBeHidden();
}

test('a fee rule is created, rejected as a duplicate, edited and deleted, and files add and delete many rules at once @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  await page.goto(at('fee-rules', { channelId: Number(CHANNEL) }));
  await expect(rows(page)).toHaveCount(3, { timeout: 20_000 });
  const rule = (group: string) => rows(page).filter({ has: page.getByRole('cell', { name: group, exact: true }) });
  const groups = async () =>
    (
      await stored<{ shopGroup: number }>(
        page,
        `/rate_table/shipping_fee_rule/list?channelId=${CHANNEL}&page=1&count=100`,
      )
    )
      .map(({ shopGroup }) => shopGroup)
      .sort((a, b) => a - b);

  await create(page);
  const form = formOf(page);
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText(/is required/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await chooseChannel(form, CHANNEL);
  await form.getByRole('textbox', { name: 'Shop Group', exact: true }).fill('20');
  await form.getByRole('combobox', { name: 'Fee Mode', exact: true }).selectOption({ label: 'Fixed' });
  await form.getByRole('textbox', { name: 'Fixed Fee', exact: true }).fill('12500');
  await apply(page);
  await expect(rule('20')).toContainText('12,500');
  await expect.poll(groups).toEqual([-1, 0, 10, 20]);

  // A channel can have only one rule per group. If the rules were not cached, the server would decide.
  await cached(page, 'shippingFeeRules');
  await create(page);
  await chooseChannel(form, CHANNEL);
  await form.getByRole('textbox', { name: 'Shop Group', exact: true }).fill('20');
  const fee = form.getByRole('textbox', { name: 'Fixed Fee', exact: true });
  await expect(fee).toBeDisabled();
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText(/already/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();

  await rowAction(rule('20'), 'Edit');
  await fee.fill('13000');
  await apply(page);
  await expect(rule('20')).toContainText('13,000');

  // A rule of another mode has no fee, which is not a fee of 0.
  const mode = form.getByRole('combobox', { name: 'Fee Mode', exact: true });
  await rowAction(rule('20'), 'Edit');
  await mode.selectOption({ label: 'Free' });
  await expect(fee).toHaveValue('');
  await expect(fee).toBeDisabled();
  await apply(page);
  const feeCell = rule('20').locator('td[data-col="fee"]');
  await expect(feeCell).not.toContainText('0');
  await rowAction(rule('20'), 'Edit');
  await mode.selectOption({ label: 'Fixed' });
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText('Fixed Fee is required if the fee mode is Fixed').first()).toBeVisible();
  await fee.fill('14000');
  await apply(page);
  await expect(feeCell).toContainText('14,000');

  const question = page.getByRole('alertdialog');
  await rowAction(rule('20'), 'Delete');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rule('20')).toHaveCount(1);
  await rowAction(rule('20'), 'Delete');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(rule('20')).toHaveCount(0);
  await expect.poll(groups).toEqual([-1, 0, 10]);

  const head = ['Channel ID', 'Shop Group', 'Fee Mode', 'Fixed Fee', 'Status', 'Action Code'];
  const added = [41, 42, 43];
  for (const groupId of added) {
    const data = { groupId, name: `Group ${groupId}`, status: 0 };
    expect((await page.request.post('/api/client_mode/shop_group/create', { data })).status()).toBe(200);
  }
  await importFile(page, [head, ...added.map(group => [CHANNEL, group, 'Fixed', 100 + group, 'Normal', 1])], 'Added 3');
  await expect.poll(groups, { timeout: 20_000 }).toEqual([-1, 0, 10, 41, 42, 43]);
  await expect(rule('42')).toContainText('142');
  const gone = [41, 43].map(group => [CHANNEL, group, '', '', '', -1]);
  await importFile(page, [head, ...gone], 'Removed 2');
  await expect.poll(groups, { timeout: 20_000 }).toEqual([-1, 0, 10, 42]);
  await expect(rule('41')).toHaveCount(0);
  await importFile(page, [head, [CHANNEL, 42, '', '', '', -1]], 'Removed 1');
  await expect.poll(groups, { timeout: 20_000 }).toEqual([-1, 0, 10]);
});

test('a shop gets a new type and a new group, which its page shows, and files delete shops @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  const form = formOf(page);
  // Types and groups cannot be deleted, so every run creates its own.
  const now = Date.now();
  const type = `E${now.toString(36).toUpperCase()}`;
  const group = now % 1_000_000_000;
  await page.goto(at('shop-types', { shopType: type }));
  await create(page);
  await form.getByRole('textbox', { name: 'Shop Type', exact: true }).fill(type);
  await chooseChannel(form, CHANNEL);
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Bazaar');
  await apply(page);
  await rowAction(rows(page).first(), 'Edit');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Night bazaar');
  await apply(page);
  await expect(rows(page)).toContainText(['Night bazaar']);

  await page.goto(at('shop-groups', { groupId: group }));
  await create(page);
  await form.getByRole('textbox', { name: 'Group ID', exact: true }).fill('0');
  await form.getByRole('textbox', { name: 'Group Name', exact: true }).fill('Bazaars');
  await form.getByRole('button', { name: 'Apply' }).click();
  // Group 0 is the default, which exists in every country.
  await expect(form.getByText(/Group ID must be/).first()).toBeVisible();
  await form.getByRole('textbox', { name: 'Group ID', exact: true }).fill(String(group));
  await apply(page);
  await expect(rows(page)).toContainText(['Bazaars']);
  const listed = await page.request.get('/api/client_mode/list_shipping_fee_shop_group_list', {
    headers: { 'x-ops-entity': 'ID' },
  });
  const { data } = (await listed.json()) as { data: { list: { id: number; name: string }[] } };
  expect(data.list).toEqual(
    expect.arrayContaining([
      { id: 0, name: 'default' },
      { id: -1, name: 'fallback' },
      { id: group, name: 'Bazaars' },
    ]),
  );

  const shops = [930_001, 930_002, 930_003];
  await page.goto(at('shops', { shopType: type }));
  await create(page);
  await form.getByRole('textbox', { name: 'Shop ID', exact: true }).fill(String(shops[0]));
  await form.getByRole('textbox', { name: 'Shop Name', exact: true }).fill('Bazaar stall');
  await form.getByRole('textbox', { name: 'Shop Type', exact: true }).fill(type);
  await form.getByRole('textbox', { name: 'Shop Group', exact: true }).fill(String(group));
  await apply(page);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`${BASE}/shops/${shops[0]}`);
  await expect(page.getByText('Night bazaar')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(new RegExp(`group ${group}`)).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto(at('shops', { shopType: type }));
  await cached(page, 'shops');
  const head = ['Shop ID', 'Shop Name', 'Shop Type', 'Shop Group', 'Status', 'Action Code'];
  const more = shops.slice(1).map(id => [id, `Stall ${id}`, type, group, 'Normal', 1]);
  await importFile(page, [head, ...more], 'Added 2');
  await expect(rows(page)).toHaveCount(3, { timeout: 20_000 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: 'Export' })
      .or(page.getByRole('button', { name: 'Export', exact: true }))
      .click(),
  ]);
  const book = read(readFileSync(await file.path()));
  const exported = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  expect(exported.map(row => Number(row['Shop ID']))).toEqual(shops);
  await importFile(page, [head, ...shops.slice(0, 2).map(id => [id, '', '', '', '', -1])], 'Removed 2');
  await expect(rows(page)).toHaveCount(1, { timeout: 20_000 });
  await rowAction(rows(page).first(), 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect.poll(() => stored(page, `/shop_type/shop/info?shopType=${type}&page=1&count=10`)).toEqual([]);
});

test('a nonexistent shop type or group is rejected in a form, in a cell and in a bulk change before anything is sent @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  await page.goto(at('shops', {}));
  await cached(page, 'shops');
  await cached(page, 'shopTypes');
  await cached(page, 'shopGroups');
  const refusal = page.getByText('Shop Type: there is no shop type "NOWHERE" in Indonesia; create it first.');
  const first = rows(page).first();
  const cell = first.locator('td[data-col="shopType"]');
  const before = await cell.innerText();

  await rowAction(first, 'Edit');
  await formOf(page).getByRole('textbox', { name: 'Shop Type', exact: true }).fill('NOWHERE');
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(formOf(page).getByRole('alert').filter({ has: refusal }).first()).toBeVisible();
  await formOf(page).getByRole('textbox', { name: 'Shop Type', exact: true }).fill(before);
  await formOf(page).getByRole('textbox', { name: 'Shop Group', exact: true }).fill('424242');
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  const noGroup = 'Shop Group: there is no shop group 424242 in Indonesia; create it first, or use 0.';
  await expect(formOf(page).getByRole('alert').filter({ hasText: noGroup }).first()).toBeVisible();
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(formOf(page)).toBeHidden();

  await cell.dblclick();
  await cell.getByRole('textbox').fill('NOWHERE');
  await page.keyboard.press('Enter');
  await expect(refusal.first()).toBeVisible();
  await expect(cell).toHaveText(before);

  await first.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await formOf(page).getByRole('textbox', { name: 'Shop Type', exact: true }).fill('NOWHERE');
  await formOf(page).getByRole('button', { name: 'Change 1 shop' }).click();
  await expect(formOf(page).getByRole('alert').filter({ has: refusal }).first()).toBeVisible();
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('banner').getByText(/waiting|needs? you/)).toHaveCount(0);
});
