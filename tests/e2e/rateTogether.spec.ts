import type { Page } from 'playwright/test';
import { ADMIN, EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { feeRow, rateCalls } from './pages/rateDraft.ts';

// Both browsers stay online, and caching the whole console takes longer than the test.
test.use({ serviceWorkers: 'block' });

const headers = { 'x-ops-entity': 'ID' };

// Also while a dialog hides the page from roles.
const cell = (on: Page, line: number, column: number) =>
  on.locator(
    `[aria-label="Basic fees by zone"] [role="row"][aria-rowindex="${line + 2}"] [aria-colindex="${column + 2}"]`,
  );
const type = async (on: Page, line: number, column: number, text: string) => {
  await cell(on, line, column).click();
  await on.keyboard.type(text);
  await on.keyboard.press('Enter');
};
const applyButton = (on: Page) => on.getByRole('button', { name: 'Apply', exact: true });
const apply = async (on: Page) => {
  await applyButton(on).click();
  await expect(applyButton(on)).toBeHidden();
};

/** Two people edit one draft, each in a browser of their own (issue 29, 3 and 7). */
test('in one draft, two people’s different cells are merged, and a conflict in a cell, a removed row or a setting is decided by the person who runs into it', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.slow();
  await authenticate(EDITOR);
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const other = await context.newPage();
  await authenticate(ADMIN, other);
  const call = rateCalls(page);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10028, name: 'Together' });
  await call('/basic-shipping-fees/import', {
    id,
    rows: [feeRow('A', 0, 10_000), feeRow('B', 0, 20_000), feeRow('A', 1, 11_000), feeRow('B', 1, 21_000)],
  });

  const both = [page, other];
  for (const on of both) {
    await on.goto(`/opsrate/tables/version/${id}?part=fees`);
    await expect(cell(on, 0, 2)).toContainText('10,000');
  }

  // Different cells: what one person has typed stays while the other's change arrives, and both are applied.
  await type(page, 0, 2, '10500');
  await type(other, 0, 3, '20500');
  await apply(other);
  await expect(cell(page, 0, 3)).toContainText('20,500');
  await expect(cell(page, 0, 2)).toContainText('10,500');
  await apply(page);
  for (const on of both) {
    await expect(cell(on, 0, 2)).toContainText('10,500');
    await expect(cell(on, 0, 3)).toContainText('20,500');
  }

  // The same cell: nothing is sent before the person has seen the other's value and chosen.
  await type(page, 0, 2, '12000');
  await type(other, 0, 2, '13000');
  await apply(other);
  const asks = page.getByRole('alert', { name: 'Changed by someone else' });
  await expect(asks.getByRole('row', { name: /Basic fees, 0 to 1 kg, A/ })).toContainText('105001200013000');
  await expect(applyButton(page)).toBeDisabled();
  await asks.getByRole('button', { name: 'Keep yours' }).click();
  await expect(asks).toBeHidden();
  await apply(page);
  await expect(cell(other, 0, 2)).toContainText('12,000');

  // A row that one person removes and the other changes.
  await cell(page, 1, 2).click();
  await page.getByRole('button', { name: 'Remove the selected rows' }).click();
  await expect(page.getByText('One row is marked for removal.')).toBeVisible();
  await type(other, 1, 3, '25000');
  await apply(other);
  const removed = asks.getByRole('row', { name: /Basic fees, 1 to 2 kg, B/ });
  await expect(removed).toContainText('21000you removed the row25000');
  await expect(applyButton(page)).toBeDisabled();
  await removed.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(cell(page, 1, 3)).toContainText('25,000');
  await expect(applyButton(page)).toBeHidden();

  // Settings: a form that was open keeps the other's changes, unless the person chose otherwise.
  const form = page.getByRole('dialog', { name: /^Base info of version/ });
  await page.getByRole('tab', { name: 'Base info' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await form.getByRole('textbox', { name: 'Remark' }).fill('agreed');
  const { version } = (
    (await (await page.request.get(`/api/rate_table/v2/basic-info/detail?id=${id}`, { headers })).json()) as {
      data: { version: number };
    }
  ).data;
  const theirs = await other.request.post('/api/rate_table/v2/vat/update', {
    data: { id, version, mode: 'inclusive', ppm: 110_000 },
    headers,
  });
  expect(theirs.status()).toBe(200);
  await expect(form.getByRole('region', { name: 'Changed while open' })).toContainText('VAT: 11 (theirs), 0 (yours)');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form).toBeHidden();
  const stored = async () => {
    const answer = await page.request.get(`/api/rate_table/v2/basic-info/detail?id=${id}`, { headers });
    const { data } = (await answer.json()) as { data: { remark: string; settings: { vat: object } } };
    return [data.remark, data.settings.vat];
  };
  await expect.poll(stored).toEqual(['agreed', { mode: 'inclusive', ppm: 110_000 }]);

  // What a person confirms is what they have seen: a draft that changed meanwhile is not deleted.
  await other.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = other.getByRole('alertdialog');
  await page.getByRole('tab', { name: /^Basic fees/ }).click();
  await type(page, 0, 3, '29000');
  await apply(page);
  await expect(cell(other, 0, 3)).toContainText('29,000');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText(/was changed by .* in the meantime/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(cell(other, 0, 3)).toContainText('29,000');
  await context.close();
});

test('what was typed into a draft that a colleague submits is kept, and can be applied to a copy', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.slow();
  await authenticate(EDITOR);
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const other = await context.newPage();
  await authenticate(ADMIN, other);
  const call = rateCalls(other);
  const listed = await other.request.get('/api/rate_table/v2/base_info?channelId=10022', { headers });
  const { data } = (await listed.json()) as { data: { list: { id: number; status: string }[] } };
  const active = data.list.find(({ status }) => status === 'Active');
  const { id, version } = await call<{ id: number; version: number }>('/basic-info/copy', { id: active?.id });
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  await type(page, 0, 2, '12345');
  await expect(applyButton(page)).toBeVisible();
  await call('/basic-info/submit', { id, version });
  const notice = page.getByText(/^Your changes that were not applied cannot be applied anymore.* is Submitted/);
  // The device may still be loading its first snapshot.
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Copy with my changes' }).click();
  await expect(page).not.toHaveURL(new RegExp(`/version/${id}`));
  await page.getByRole('tab', { name: /^Basic fees/ }).click();
  await expect(cell(page, 0, 2)).toContainText('12,345');
  await apply(page);
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
  await context.close();
});

test('the page of a draft that a colleague deletes says so, offers no action and shows what was typed', async ({
  page,
  authenticate,
}) => {
  await authenticate(EDITOR);
  const call = rateCalls(page);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10027, name: 'Short-lived' });
  const filled = await call<{ version: { version: number } }>('/basic-shipping-fees/import', {
    id,
    rows: [feeRow('A', 0, 10_000)],
  });
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  await type(page, 0, 2, '10500');
  await expect(applyButton(page)).toBeEnabled();
  await call('/base_info/delete', { id, version: filled.version.version });

  const gone = page.getByText(/^Version \d+ \(Short-lived\) was deleted\. It is shown as it was at /);
  const check = async () => {
    await expect(gone).toBeVisible();
    for (const name of ['Submit', 'Copy', 'Delete', 'Apply'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect(page.getByText('Your changes that were not applied are kept on this device')).toBeVisible();
    await expect(cell(page, 0, 2)).toContainText('10,500');
  };
  await check();
  // This device has the rows of the draft, so they are shown after a reload too.
  await page.reload();
  await check();
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(cell(page, 0, 2)).toContainText('10,000');
  await page.getByRole('link', { name: 'Open the versions of the channel' }).click();
  await expect(page.getByText('This channel has no version yet')).toBeVisible();
});
