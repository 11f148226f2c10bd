import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';

// A year without any bills in the demo, so that the report contains no other data.
const PAGE = '/opslogisticsrecon/years';
const LINES = ['YEARS1,,,,2009-05-04,FREIGHT,90071992547409.93', 'YEARS2,,,,2009-05-04,FREIGHT,0.07'];
const LAYOUT = {
  skippedRows: 0,
  headerRow: true,
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: 'BRL',
  weightUnit: 'kg',
  roles: { tracking: 0, reference: 1, billedWeight: 2, zone: 3, shipped: 4, code: 5, amount: 6 },
  charges: { as: 'rows' },
  kinds: { FREIGHT: 'base' },
};

/** The response of a call. */
async function call<T>(api: APIRequestContext, path: string, data?: object, headers = {}): Promise<T> {
  const url = `/api${path}`;
  const answer = data === undefined ? await api.get(url) : await api.post(url, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}

/** Submits a bill from 2009 with unknown parcels, and waits until it has been compared. */
async function submitBill(api: APIRequestContext): Promise<number> {
  const supplier_id = 101;
  const layout = await call<{ id: number }>(api, '/v2/ops/recon/layouts', {
    supplier_id,
    name: 'Of 2009',
    definition: LAYOUT,
    contract_days: 30,
  });
  const buffer = Buffer.from(`Tracking,Reference,Weight,Zone,Shipped,Code,Amount\n${LINES.join('\n')}\n`);
  const upload = await api.post('/api/v2/sls/forward/file', {
    multipart: { business: 'ssc-ops', file: { name: 'bill.csv', mimeType: 'text/csv', buffer } },
  });
  const { url } = ((await upload.json()) as { data: { url: string } }).data;
  const params = { supplier_id, layout_id: layout.id, bill_no: 'YEARS-1', bill_day: '2009-05-31' };
  const headers = { 'x-business-params': encodeURIComponent(JSON.stringify(params)) };
  const { id } = await call<{ id: number }>(api, '/sls-ops/recon/submit', { url }, headers);
  const state = async () => (await call<{ state: string }>(api, `/v2/ops/recon/bills/${id}`)).state;
  await expect.poll(state, { timeout: 30_000 }).toBe('ready');
  return id;
}

test('the multi-year report contains a settled bill with every digit, both online and offline, and can be exported to a file', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  const api = page.context().request;
  await page.goto(PAGE);
  await page.getByLabel('From year').fill('2009');
  await page.getByLabel('Until year').fill('2009');
  await expect(page.getByText('No settled bill in these years')).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('From year').fill('20');
  await expect(page.getByText('Enter both years with four digits')).toBeVisible();

  const id = await submitBill(api);
  await page.getByLabel('From year').fill('2009');
  await expect(page.getByText('1 bill of these years is not in the report')).toBeVisible({ timeout: 20_000 });
  await call(api, '/v2/ops/recon/actions/status', { filter: { bill_id: id }, status: 1, remark: 'Nobody knows them' });
  const bills = async () =>
    (await call<{ bills: number }>(api, '/v2/ops/recon/years?by=year&from=2009-01&until=2009-12')).bills;
  await expect.poll(bills, { timeout: 60_000 }).toBe(1);

  await page.getByLabel('Group by').selectOption({ label: 'Class' });
  const table = page.getByRole('table', { name: 'Sums over years' });
  await expect(table.locator('tbody tr')).toHaveText([/^RejectedNusantara Kurir2BRL90,071,992,547,410\.00/], {
    timeout: 20_000,
  });
  await page.getByLabel('Then by').selectOption({ label: 'Reason' });
  await expect(table.locator('tbody tr')).toHaveText([/^RejectedNo such order2BRL90,071,992,547,410\.00/]);
  await expect(table.locator('tfoot tr')).toHaveText([/^Total2BRL90,071,992,547,410\.00/]);

  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Comma-separated (.csv)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('reconciliation-2009-2009-by-status-and-reason.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Rejected,No such order,2,BRL,90071992547410.00');

  // A report that has been loaded is available offline, while others are not.
  await network.offline();
  await page.getByLabel('Then by').selectOption({ label: 'Supplier' });
  await expect(table.locator('tbody tr')).toHaveText([/^RejectedNusantara Kurir/]);
  await page.getByLabel('Then by').selectOption({ label: 'Zone' });
  await expect(page.getByText('This page requires the server')).toBeVisible({ timeout: 20_000 });
  await network.online();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(table.locator('tbody tr')).toHaveText([/^RejectedNot on the bill/], { timeout: 20_000 });
});
