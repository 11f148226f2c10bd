import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

/**
 * A price list is uploaded, validated, and imported as a task that is then undone; a file of zones is compared before
 * it is imported.
 */

const CHANNEL = 10021;
const headers = { 'x-ops-entity': 'ID' };

const dialog = (page: Page) => page.getByRole('dialog').last();

async function put(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer });
}

test('a price list is validated, imported as a task and undone, and other files show a preview of their effect (PRICE-1, PRICE-3, TASK-1, TASK-2)', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  await authenticate('admin@ops.example');
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const colleague = await context.newPage();
  // The list's occasional refresh would hide that nothing else reports the tasks of others.
  await colleague.addInitScript(() => {
    const every = window.setInterval.bind(window);
    window.setInterval = ((run: () => void, millis?: number) =>
      every(run, millis === 15_000 ? 2 ** 30 : millis)) as typeof window.setInterval;
  });
  await authenticate('id.viewer@ops.example', colleague);
  await colleague.goto('/opsrate/tasks');
  await expect(colleague.getByText('Nothing has been imported into drafts of this country yet')).toBeVisible();
  const made = await page.request.post('/api/rate_table/v2/base_info/create', {
    data: { channelId: CHANNEL },
    headers,
  });
  const { id, versionNo } = ((await made.json()) as { data: { id: number; versionNo: number } }).data;
  const rows = async () => {
    const answer = await page.request.get(`/api/rate_table/v2/rows?id=${id}`, { headers });
    return ((await answer.json()) as { data: { rows: { fees: unknown[]; names: unknown[] } } }).data.rows;
  };
  const fee = (start: number, end: number, amount: number) =>
    `${CHANNEL},${versionNo},Zone,A,${start},${end},${amount},`;
  const FEES = 'Channel ID,Version,Area,Code,Start Weight,End Weight,Fee,Largest Sum of Sides';

  await page.goto('/opsrate/price-lists');
  await page.getByRole('button', { name: 'Upload' }).first().click();
  // The form applies the rule itself, so no request is sent.
  await put(page, 'Java.csv', [FEES, fee(5, 5, 10_000)]);
  await expect(dialog(page).getByText('Start weight should be greater than end weight, found [5, 5)')).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /Remove|Delete/ })
    .first()
    .click();
  await put(page, 'Java.csv', [FEES, fee(0, 1, 10_000), fee(2, 5, 18_000)]);
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect(
    dialog(page).getByText(/Not complete\. 1 error \(first: row 3, zone A: no fee between 1 and 2 kg\)/),
  ).toBeVisible({
    timeout: 30_000,
  });
  await dialog(page)
    .getByRole('button', { name: /Remove|Delete/ })
    .first()
    .click();
  await put(page, 'Java.csv', [FEES, fee(0, 1, 10_000), fee(1, 5, 18_000)]);
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Upload Successfully').first()).toBeVisible({ timeout: 30_000 });
  const list = page.locator('tr[data-row-key]');
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText('Successful');
  await expect(list.last()).toContainText('Failed');
  expect(await violations(page)).toEqual([]);
  expect((await rows()).fees).toEqual([]);

  await list.first().getByRole('button', { name: 'Import' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    '2 fees are complete. At the time of the check, importing them would have resulted in: 2 added.',
  );
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/Task \d+ imports price list Java/).first()).toBeVisible();
  await page.goto('/opsrate/tasks');
  // The task's state updates automatically.
  await expect(list.first()).toContainText('2 added', { timeout: 30_000 });
  await expect(colleague.locator('tr[data-row-key]').first()).toContainText('2 added');
  await context.close();
  expect((await rows()).fees).toHaveLength(2);
  await list.first().getByRole('button', { name: 'Details' }).click();
  await expect(dialog(page).getByText('Records (2)')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Revert this import' }).click();
  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  await expect.poll(async () => (await rows()).fees).toEqual([]);
  // The open dialog shows what became of the task.
  await expect(dialog(page).getByText('2 added; undone since')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Revert this import' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^Zone codes/ })
    .click();
  await put(page, 'zones.csv', ['Channel ID,Version,Zone Code,Zone Name', `${CHANNEL},${versionNo},A,Near`]);
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect(dialog(page).getByText(/1 added/)).toBeVisible({ timeout: 30_000 });
  expect((await rows()).names).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await rows()).names.length, { timeout: 30_000 }).toBe(1);
  await expect(list.first()).toContainText('Zone codes');
});
