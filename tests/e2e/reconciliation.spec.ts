import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { keptCalls } from './pages/cachedStates.ts';
import { draftStored } from './pages/draftStored.ts';
import { rowAction } from './pages/rowAction.ts';

// Changes need the server, because a person whose approval took effect hours later would not be approving what they
// saw. Pages that have been opened are readable offline.

const BASE = '/opslogisticsrecon';
/** The dialog's own button; that of a notice in the dialog has no visible text. */
const close = (dialog: Locator) => dialog.getByText('Close', { exact: true }).last();
const HEAD = 'AWB No,Ship Date,Weight,Fee Type,Amount';
const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[HEAD, ...lines].join('\n')}\n`),
});
const BILL = file('bill.csv', ['ID1000000,2026-06-01,0.3,Freight,9999', 'ID1000001,2026-06-02,0.8,Freight,10868']);
const TWO_CHARGES = file('charges.csv', ['ID1000000,2026-06-01,0.3,Freight,9999', 'ID1000000,2026-06-01,0.3,Fuel,500']);
const CREDIT = file('credit.csv', ['ID1000000,2026-06-01,0.3,Freight,-1000']);

test('a new file goes through layout, bill, approval by a second person, dispute and credit @online', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  await authenticate('id.editor@ops.example');
  await page.goto(`${BASE}/layouts`);
  await page.getByRole('button', { name: 'Create Layout' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Supplier', { exact: true }).selectOption({ label: 'Nusantara Kurir' });
  await dialog.getByLabel('Layout name').fill('Never seen');
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await expect(dialog.getByLabel('Role of column A')).toHaveValue('tracking', { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByLabel('Kind of FREIGHT').selectOption('base');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('cell', { name: 'Never seen', exact: true })).toBeVisible();

  // Pairs are selected one column at a time; until its other half is selected, a pair is reported as incomplete.
  // Nothing is lost without asking.
  await page.getByRole('button', { name: 'Create Layout' }).click();
  await dialog.getByLabel('Supplier', { exact: true }).selectOption({ label: 'Nusantara Kurir' });
  await dialog.getByLabel('Layout name').fill('Pairs');
  await dialog.locator('input[type=file]').setInputFiles(TWO_CHARGES);
  await expect(dialog.getByLabel('Role of column A')).toHaveValue('tracking', { timeout: 20_000 });
  // The kinds of all charges can be chosen after one trial, and another file keeps the columns that were chosen.
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByLabel('Kind of FREIGHT').selectOption('base');
  await dialog.getByLabel('Kind of FUEL').selectOption('fuel');
  await expect(dialog.getByLabel('Kind of FREIGHT')).toHaveValue('base');
  await dialog.getByLabel('Role of column C').selectOption('enteredWeight');
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await expect(dialog.getByRole('cell', { name: 'ID1000001' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByLabel('Role of column C')).toHaveValue('enteredWeight');
  await dialog.getByLabel('Charges', { exact: true }).selectOption('pairs');
  await dialog.getByLabel('Role of column D').selectOption('pairText');
  await expect(dialog.getByText(/^Column D is a charge without an amount/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByLabel('Role of column E').selectOption('pairAmount');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard your changes?')).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${BASE}/bills`);
  await page.getByRole('button', { name: 'Submit Bill' }).click();
  await dialog.getByLabel('Supplier and layout').selectOption({ label: 'Nusantara Kurir: Never seen' });
  await dialog.getByLabel('Bill number').fill('SEEN-1');
  await dialog.getByRole('textbox', { name: 'Bill day' }).fill('2026-11-20');
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await expect(dialog.getByText(/2 rows of 2 parcels/)).toBeVisible({ timeout: 20_000 });
  let submissions = 0;
  page.on('request', request => (submissions += Number(request.url().endsWith('/sls-ops/recon/submit'))));
  // The second press is ignored, although the upload may not have begun yet.
  await dialog.getByRole('button', { name: 'Submit' }).dblclick();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  expect(submissions).toBe(1);
  const row = page.locator('[data-row-key]').filter({ hasText: 'SEEN-1' });
  await expect(row.getByText('Compared')).toBeVisible({ timeout: 30_000 });

  await rowAction(row, 'Details');
  await expect(dialog.getByRole('cell', { name: 'Rate', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Dispute overcharges' }).click();
  await expect(page.getByText(/Create Successfully: dispute/).first()).toBeVisible();
  await page.goto(`${BASE}/disputes`);
  await page.getByRole('button', { name: 'Read Credit Note' }).click();
  await dialog.getByLabel('Supplier and layout').selectOption({ label: 'Nusantara Kurir: Never seen' });
  await dialog.getByLabel('Credit note number').fill('CN-1');
  await dialog.getByRole('textbox', { name: 'Day' }).fill('2026-11-25');
  await dialog.locator('input[type=file]').setInputFiles(CREDIT);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Partly')).toBeVisible({ timeout: 20_000 });

  const orders = `${BASE}/orders?q=${encodeURIComponent(JSON.stringify({ tracking: 'ID1000001' }))}`;
  await page.goto(orders);
  await page.getByRole('button', { name: 'Change Status' }).click();
  await expect(page.getByText(/You submitted this bill/)).toBeVisible();

  const other = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const theirs = await other.newPage();
  await theirs.goto('/login');
  await theirs.getByLabel('E-mail').fill('admin@ops.example');
  await theirs.getByLabel('Password', { exact: true }).fill('ops-demo');
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('banner')).toBeVisible({ timeout: 20_000 });
  await theirs.goto(orders);
  await theirs.getByRole('button', { name: 'Change Status' }).click();
  await theirs.getByRole('button', { name: 'Apply to 1' }).click();
  await expect(theirs.getByText(/1 order now Approved/).first()).toBeVisible();
  await other.close();
});

test('a total can be traced down to its rate row, a bill can be parsed again, and only one of two simultaneous approvals succeeds @online', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  await authenticate('id.editor@ops.example');
  const dialog = page.getByRole('dialog');
  await page.goto(`${BASE}/summary`);
  // All tabs fit on one line of the window, which is 1280 pixels wide.
  const tabs = page.getByRole('tablist', { name: 'Reconciliation pages' }).getByRole('tab');
  await expect(tabs).toHaveCount(12);
  expect(new Set(await tabs.evaluateAll(all => all.map(tab => tab.getBoundingClientRect().top))).size).toBe(1);
  await page.getByRole('table', { name: 'Sums by month' }).getByRole('link', { name: '2026-09' }).click();
  const bill = page.locator('[data-row-key]').filter({ hasText: 'ID-2026-09' });
  await expect(bill.getByText('Compared')).toBeVisible({ timeout: 30_000 });
  // The files of the demo's bills are stored, so they can be parsed again, with the same result.
  await rowAction(bill, 'Read Again');
  await expect(dialog.getByText('Nothing would change: the layout reads the files as before.')).toBeVisible({
    timeout: 20_000,
  });
  await close(dialog).click();
  await rowAction(bill, 'Details');
  await expect(dialog.getByRole('link', { name: 'ID-2026-09.csv' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByText(/The file is being created/).first()).toBeVisible();
  await dialog
    .getByRole('row', { name: /Weight/ })
    .getByRole('link', { name: 'Show orders' })
    .click();
  const order = page.locator('[data-row-key]').first();
  await expect(order).toContainText('Weight');
  await rowAction(order, 'Details');
  await expect(dialog.getByRole('table', { name: 'Charges' })).toContainText('FREIGHT');
  await dialog
    .getByRole('table', { name: 'Quote' })
    .getByRole('link', { name: /^rate of channel/ })
    .click();
  await expect(page).toHaveURL(/opsrate\/rates/);
  await expect(page.locator('[data-row-key]').first()).toBeVisible();

  await page.goto(`${BASE}/downloads`);
  const download = page.locator('[data-row-key]').filter({ hasText: 'ID-2026-09' });
  await expect(download.getByText('Ready')).toBeVisible({ timeout: 30_000 });
  const file = page.waitForEvent('download');
  await download.getByRole('link', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/);

  const forecast = { supplier_id: 101, fee_rule_type: 2, over_percent: 500_000, under_percent: 500_000, status: 0 };
  const tried = await page.request.post('/api/recon/shipping-fee-rule/forecast/create', {
    data: { ...forecast, over_amount: null, under_amount: null, bill_cap: null },
    headers: { 'x-ops-entity': 'ID' },
  });
  expect(tried.status(), await tried.text()).toBe(200);
  await page.goto(`${BASE}/forecasts?q=${encodeURIComponent(JSON.stringify({ supplier_id: 101 }))}`);
  await page.getByRole('button', { name: 'Try on Past Bills' }).click();
  await expect(dialog.getByRole('row', { name: /ID-2026-09/ })).toBeVisible({ timeout: 20_000 });
  await close(dialog).click();

  // Both people see the same order and press Apply.
  const orders = `${BASE}/orders?q=${encodeURIComponent(JSON.stringify({ tracking: 'ID4000001' }))}`;
  const other = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const theirs = await other.newPage();
  await authenticate('admin@ops.example', theirs);
  for (const one of [page, theirs]) {
    await one.goto(orders);
    await one.getByRole('button', { name: 'Change Status' }).click();
    await expect(one.getByRole('button', { name: 'Apply to 1' })).toBeEnabled();
  }
  await page.getByRole('button', { name: 'Apply to 1' }).click();
  await expect(page.getByText(/1 order now Approved/).first()).toBeVisible();
  await theirs.getByRole('button', { name: 'Apply to 1' }).click();
  await expect(theirs.getByText(/It is already Approved/).first()).toBeVisible();

  // An order that is compared again while the dialog is open is not approved with amounts that the person has not seen.
  const headers = { 'x-ops-entity': 'ID' };
  const read = async <T>(path: string) =>
    ((await (await page.request.get(`/api${path}`, { headers })).json()) as { data: { list: T[] } }).data.list[0] as T;
  const find = () => read<{ id: number; version: number }>('/recon/order/search?tracking=ID4000002');
  await theirs.goto(orders.replace('ID4000001', 'ID4000002'));
  await theirs.getByRole('button', { name: 'Change Status' }).click();
  await theirs.getByRole('textbox', { name: /^Remark/ }).fill('small difference');
  await expect(theirs.getByRole('button', { name: 'Apply to 1' })).toBeEnabled();
  const stale = await find();
  const stored = await read<Record<string, unknown>>('/v2/ops/recon/shipments?page=1&count=1&tracking=ID4000002');
  const { country: _, updatedAt: _at, updatedBy: _by, ...shipment } = stored;
  for (const [path, data] of [
    ['/v2/ops/recon/shipments/update', { ...shipment, weight: 19_000 }],
    ['/recon/order/re-recon', { id_list: [stale.id] }],
  ] as const) {
    const answer = await page.request.post(`/api${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await expect.poll(async () => (await find()).version, { timeout: 20_000 }).toBeGreaterThan(stale.version);
  await theirs.getByRole('button', { name: 'Apply to 1' }).click();
  await expect(theirs.getByText(/It was changed after it was shown to you/).first()).toBeVisible();
  await other.close();
});

test('activating a rate with a past date offers to repeat the comparison of everything billed since then @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(240_000);
  await authenticate('admin@ops.example');
  const headers = { 'x-ops-entity': 'ID' };
  const call = async <T>(path: string, data: object): Promise<T> => {
    const answer = await page.request.post(`/api/rate_table/v2${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };
  const list = await page.request.get(`/api/recon/order/search?page_no=1&page_size=1`, { headers });
  const [billed] = ((await list.json()) as { data: { list: { channel_id: number }[] } }).data.list;
  const channelId = billed?.channel_id ?? 0;
  const versions = await page.request.get(`/api/rate_table/v2/base_info?channelId=${channelId}&page=1&count=100`, {
    headers,
  });
  const sealed = ((await versions.json()) as { data: { list: { id: number; hash: string | null }[] } }).data.list.find(
    ({ hash }) => hash !== null,
  );
  const copy = await call<{ id: number; version: number }>('/basic-info/copy', { id: sealed?.id, name: 'Backdated' });
  await call('/basic-info/submit', { id: copy.id, version: copy.version });
  await page.goto(`/opsrate/tables/version/${copy.id}`);
  await page.getByRole('button', { name: 'Set Time' }).click();
  const time = page.getByRole('dialog');
  await time.getByRole('textbox', { name: 'Active from' }).fill('2026-09-05');
  await time.getByRole('textbox', { name: 'Remark' }).fill('agreed late');
  await time.getByRole('button', { name: 'Set Time' }).click();
  const offer = page.getByRole('dialog', { name: 'Compare bills again?' });
  await expect(offer).toContainText(/billed parcels of channel \d+ shipped since then/, { timeout: 20_000 });
  await offer.getByRole('link', { name: /^Show \d+ orders/ }).click();
  await expect(page).toHaveURL(/shipped_from/);
  await expect(page.locator('[data-row-key]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Compare Again' }).click();
  await expect(page.getByRole('dialog').getByText(/orders checked/)).toBeVisible({ timeout: 30_000 });
});

test('without the server, an opened bill is still readable down to its charges and its quote', async ({
  page,
  signIn,
  server,
}) => {
  test.setTimeout(240_000);
  await signIn('id.editor@ops.example');
  const dialog = page.getByRole('dialog');
  const orders = `${BASE}/orders?q=${encodeURIComponent(JSON.stringify({ tracking: 'ID4000007' }))}`;
  const readBill = async () => {
    await page.goto(`${BASE}/bills`);
    await rowAction(page.locator('[data-row-key]').filter({ hasText: 'ID-2026-09' }), 'Details');
    await expect(dialog.getByRole('table', { name: 'Classes' }).getByRole('row', { name: /Weight/ })).toBeVisible();
  };
  const readOrder = async () => {
    await page.goto(orders);
    await rowAction(page.locator('[data-row-key]').first(), 'Details');
    await expect(dialog.getByRole('table', { name: 'Charges' })).toContainText('FREIGHT');
    await expect(dialog.getByRole('table', { name: 'Quote' })).toContainText('rate of channel');
  };
  const readSums = async () => {
    await page.goto(`${BASE}/summary`);
    await expect(page.getByRole('table', { name: 'Sums by month' })).toContainText('2026-09');
  };
  /** A response is shown as soon as it arrives; leaving the page right then would prevent it from being cached. */
  const cached = (...calls: string[]) =>
    expect.poll(() => keptCalls(page), { timeout: 20_000 }).toEqual(expect.arrayContaining(calls));
  await readBill();
  await cached('recon.bill', 'recon.classify');
  await readOrder();
  await cached('recon.order');
  await readSums();
  await cached('recon.summaryBy');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();
  await readSums();
  await expect(page.getByText(/This is cached data, as of /)).toBeVisible({ timeout: 20_000 });
  await readBill();
  await readOrder();
  await close(dialog).click();
  // An action that changes data reports that it needs the server, and keeps the input.
  await page.getByRole('button', { name: 'Change Status' }).click();
  await expect(dialog.getByText(/cannot be reached|needs the server/i).first()).toBeVisible({ timeout: 20_000 });
});

test('a deletion names the bills that were compared with the deleted one, and offers to compare them again @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(240_000);
  await authenticate('my.editor@ops.example');
  const dialog = page.getByRole('dialog');
  await page.goto(`${BASE}/bills`);
  const bill = (no: string) => page.locator('[data-row-key]').filter({ hasText: no });
  await expect(bill('MY-2026-11').getByText('Compared')).toBeVisible({ timeout: 30_000 });
  await rowAction(bill('MY-2026-10'), 'Delete');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Bills that were compared with it: MY-2026-11.');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Bill MY-2026-10 was deleted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Compare again: MY-2026-11' }).click();
  await expect(dialog.getByRole('cell', { name: 'Discrepant (Billed twice) to Matched' })).toBeVisible({
    timeout: 30_000,
  });
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog.getByText('The changes are in effect now.')).toBeVisible({ timeout: 30_000 });
  await close(dialog).click();
  await close(dialog).click();
  await expect(bill('MY-2026-10')).toHaveCount(0);
  await rowAction(bill('MY-2026-11'), 'Details');
  await expect(dialog.getByRole('table', { name: 'Classes' })).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Billed twice', exact: true })).toHaveCount(0);
});

test('what was entered in a dialog is restored after another window switched the country and this one switched back @online', async ({
  page,
  context,
  signIn,
}) => {
  test.setTimeout(120_000);
  const country = (on: Page) => on.getByRole('banner').getByRole('button', { name: /^Country/ });
  const switchTo = async (on: Page, name: string) => {
    await country(on).click();
    await on.getByRole('option', { name }).click();
    await expect(country(on)).toHaveAccessibleName(new RegExp(name));
  };
  await signIn('admin@ops.example');
  await switchTo(page, 'Indonesia');
  const dialog = page.getByRole('dialog');
  const other = await context.newPage();
  await other.goto('/');
  /** The other window switches to Malaysia, and this one switches back. */
  const thereAndBack = async () => {
    await draftStored(page);
    await switchTo(other, 'Malaysia');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Back to Indonesia' }).click();
    await expect(country(page)).toHaveAccessibleName(/Indonesia/);
  };
  const discard = async () => {
    await expect(dialog.getByText('Your draft was restored')).toBeVisible();
    await close(dialog).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  await page.goto(`${BASE}/bills`);
  await page.getByRole('button', { name: 'Submit Bill' }).click();
  await dialog.getByLabel('Bill number').fill('TYPED-1');
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await thereAndBack();
  await page.getByRole('button', { name: 'Submit Bill' }).click();
  await expect(dialog.getByLabel('Bill number')).toHaveValue('TYPED-1');
  await expect(dialog.getByText('Choose bill.csv again')).toBeVisible();
  await discard();

  await page.goto(`${BASE}/layouts`);
  await page.getByRole('button', { name: 'Create Layout' }).click();
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await dialog.getByLabel('Role of column C').selectOption('zone', { timeout: 20_000 });
  await thereAndBack();
  await page.getByRole('button', { name: 'Create Layout' }).click();
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await expect(dialog.getByLabel('Role of column C')).toHaveValue('zone', { timeout: 20_000 });
  await discard();

  await page.goto(`${BASE}/orders`);
  await page.getByRole('button', { name: 'Change Status' }).click();
  await dialog.getByLabel('New status').selectOption('Rejected');
  await dialog.getByLabel(/^Remark/).fill('The supplier agreed.');
  await thereAndBack();
  await page.getByRole('button', { name: 'Change Status' }).click();
  // 1 is Rejected; the dialog shows 2, Approved, until the draft has been read.
  await expect(dialog.getByLabel('New status')).toHaveValue('1');
  await expect(dialog.getByLabel(/^Remark/)).toHaveValue('The supplier agreed.');
  await discard();
});
