import { expect, test } from './fixtures.ts';
import { rowAction } from './pages/rowAction.ts';

// What is approved hours later is not what a person saw: reconciliation needs the server.
test.use({ serviceWorkers: 'block' });

const BASE = '/opslogisticsrecon';
const HEAD = 'AWB No,Ship Date,Weight,Fee Type,Amount';
const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[HEAD, ...lines].join('\n')}\n`),
});
const BILL = file('bill.csv', ['ID1000000,2026-06-01,0.3,Freight,9999', 'ID1000001,2026-06-02,0.8,Freight,10868']);
const CREDIT = file('credit.csv', ['ID1000000,2026-06-01,0.3,Freight,-1000']);

test('a file that was never seen becomes a layout, a bill, an approval by a second person, a dispute and a credit @online', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(120_000);
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

  await page.goto(`${BASE}/bills`);
  await page.getByRole('button', { name: 'Submit Bill' }).click();
  await dialog.getByLabel('Supplier and layout').selectOption({ label: 'Nusantara Kurir: Never seen' });
  await dialog.getByLabel('Bill number').fill('SEEN-1');
  await dialog.getByLabel('Bill day').fill('2026-11-20');
  await dialog.locator('input[type=file]').setInputFiles(BILL);
  await expect(dialog.getByText(/2 rows of 2 parcels/)).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Submit' }).click();
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
  await dialog.getByLabel('Day').fill('2026-11-25');
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
