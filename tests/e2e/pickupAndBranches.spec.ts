import type { Locator, Page } from 'playwright/test';
import { utils, write } from 'xlsx';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { rowAction } from './pages/rowAction.ts';
import { violations } from './pages/violations.ts';

/** Pickup configurations, timeslots and branches, with their forms and files (LCS-1 to LCS-3). */

const BASE = '/opsfe/branchservice';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADERS = { 'x-ops-entity': 'ID', 'x-lls-resource': '2' };

const at = (page: string, filter: object) => `${BASE}/${page}?q=${encodeURIComponent(JSON.stringify(filter))}`;
const rows = (page: Page): Locator => page.locator('[data-row-key]');
const formOf = (page: Page): Locator => page.getByRole('dialog');
const create = (page: Page) =>
  page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).click();
const fill = (page: Page, name: string, value: string) =>
  formOf(page).getByRole('textbox', { name, exact: true }).fill(value);

async function apply(page: Page): Promise<void> {
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(formOf(page)).toBeHidden();
}

async function remove(page: Page): Promise<void> {
  await rowAction(rows(page).first(), 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(rows(page)).toHaveCount(0);
}

async function chooseChannel(page: Page, channel: number): Promise<void> {
  const control = formOf(page).getByRole('combobox', { name: 'Channel ID', exact: true });
  await control.fill(String(channel));
  await control.press('Enter');
}

const read = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.request.get(`/api${path}`, { headers: HEADERS });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: T }).data;
};

test('a channel’s pickup configuration is deleted, recreated and edited, and a call reads it by its channel @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(90_000);
  await authenticate(EDITOR);
  const channel = 10_028;
  await page.goto(at('pickup', { channelId: channel }));
  await expect(rows(page)).toHaveCount(1, { timeout: 20_000 });
  await remove(page);
  await create(page);
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(
    formOf(page)
      .getByText(/is required/)
      .first(),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await chooseChannel(page, channel);
  await formOf(page)
    .getByRole('combobox', { name: 'Pickup Type', exact: true })
    .selectOption({ label: 'Pickup and Drop-off' });
  await fill(page, 'First Day', '1');
  await fill(page, 'Days Offered', '3');
  await fill(page, 'Cutoff', '25:00');
  await fill(page, 'Max Attempts', '2');
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(
    formOf(page)
      .getByText(/Cutoff must be a time/)
      .first(),
  ).toBeVisible();
  await fill(page, 'Cutoff', '14:30');
  await apply(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('14:30');
  await rowAction(rows(page).first(), 'Edit');
  await fill(page, 'Days Offered', '5');
  await apply(page);
  const stored = () => read<Record<string, unknown>>(page, `/sls/pickupConfig/lcs/${channel}`);
  await expect
    .poll(stored)
    .toMatchObject({ channelId: channel, pickupType: 2, firstDay: 1, daysOffered: 5, cutoff: '14:30', maxAttempts: 2 });
});

test('a timeslot is created, moved and deleted in its form, and appears in the right place in the week @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(90_000);
  await authenticate(EDITOR);
  const channel = 10_022;
  await page.goto(at('timeslots', { channelId: channel, days: 'Sun' }));
  const before = 1;
  await expect(rows(page)).toHaveCount(before, { timeout: 20_000 });
  await create(page);
  await chooseChannel(page, channel);
  await fill(page, 'Slot', '8');
  await fill(page, 'Days', 'Sun');
  await fill(page, 'From', '15:00');
  await fill(page, 'To', '14:00');
  await fill(page, 'Cutoff', '09:00');
  await formOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(
    formOf(page)
      .getByText(/To must be after From|after From/)
      .first(),
  ).toBeVisible();
  await fill(page, 'To', '18:00');
  await apply(page);
  await expect(rows(page)).toHaveCount(before + 1);
  const own = rows(page).filter({ hasText: '15:00' });
  await expect(own).toContainText('18:00');
  await page.goto(`${BASE}/week?channel=${channel}`);
  const findings = page.getByRole('region', { name: 'Overlaps and gaps' });
  await expect(findings.getByText(/Sun, 14:00 to 15:00/)).toBeVisible({ timeout: 20_000 });
  await page.goto(at('timeslots', { channelId: channel, days: 'Sun' }));
  await rowAction(own, 'Edit');
  await fill(page, 'From', '14:00');
  await apply(page);
  await page.goto(`${BASE}/week?channel=${channel}`);
  await expect(page.getByText('14:00–18:00')).toBeVisible({ timeout: 20_000 });
  await expect(findings.getByText(/Sun, 14:00 to 15:00/)).toHaveCount(0);
  await page.goto(at('timeslots', { channelId: channel, days: 'Sun' }));
  await rowAction(rows(page).filter({ hasText: '18:00' }), 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(rows(page)).toHaveCount(before);
  const list = () =>
    read<{ list: { slot: number }[] }>(page, `/lcs/timeslot/list?channelId=${channel}&page=1&count=100`);
  await expect.poll(async () => (await list()).list.some(({ slot }) => slot === 8)).toBe(false);
});

test('branches in a file are validated row by row, uploaded, found by the search, and deleted by a second upload @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  const [place] = (await read<{ list: { locationId: number }[] }>(page, '/lcs/branch/list?page=1&count=1')).list;
  const head = [
    'Branch Code',
    'Branch Name',
    'Location ID',
    'Address',
    'Latitude',
    'Longitude',
    'Opening Hours',
    'Drop-off',
    'Collection',
    'Returns',
    'COD',
    'Status',
    'Action Code',
  ];
  const branch = (n: number, hours = 'Mon-Sat 08:00-17:00'): (string | number)[] => [
    `UPL-${n}`,
    `Uploaded ${n}`,
    place?.locationId ?? 0,
    `Jl. Dago ${n}`,
    (-6.9 - n / 100).toFixed(2),
    107.6,
    hours,
    'Yes',
    'Yes',
    'No',
    'No',
    'Normal',
    1,
  ];
  const choose = async (lines: readonly (string | number)[][]) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...lines]), 'Branch');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(formOf(page).getByRole('button', { name: 'Apply' })).toBeDisabled();
    const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    await page.getByLabel('Files to import').setInputFiles({ name: 'branches.xlsx', mimeType: WORKBOOK, buffer });
  };
  const tab = (name: string) => formOf(page).getByRole('tab', { name, exact: true });
  const send = async () => {
    await formOf(page).getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Upload Successfully').first()).toBeVisible({ timeout: 30_000 });
    await expect(formOf(page)).toBeHidden();
  };

  await page.goto(at('branches', { code: 'UPL-' }));
  // The file is compared with the records on this device.
  await expect.poll(async () => (await entityStates(page))['branches'], { timeout: 60_000 }).toBe('ready');
  await choose([branch(1), branch(2, 'Someday 08:00-17:00'), branch(3)]);
  await expect(tab('With errors 1')).toBeVisible({ timeout: 30_000 });
  await expect(
    formOf(page)
      .getByText(/Invalid: "Someday/)
      .first(),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const wrong = formOf(page).getByRole('textbox', { name: /^Opening Hours/ });
  await wrong.fill('Mon-Sat 08:00-17:00');
  await wrong.press('Enter');
  await expect(tab('Added 3')).toBeVisible({ timeout: 30_000 });
  await send();
  await expect(rows(page)).toHaveCount(3, { timeout: 20_000 });
  await page.goto(`${BASE}/settingSearch`);
  const found = page.getByRole('region', { name: 'Branches found' });
  await expect(found.getByText('Uploaded 2')).toBeVisible({ timeout: 20_000 });

  // A second upload changes the rows that differ and deletes those marked for deletion.
  await page.goto(at('branches', { code: 'UPL-' }));
  await expect(rows(page)).toHaveCount(3, { timeout: 20_000 });
  await choose([
    branch(1, 'Mon-Fri 10:00-16:00'),
    branch(2),
    [...branch(3).slice(0, 1), ...head.slice(1, -1).map(() => ''), -1],
  ]);
  await expect(tab('Changed 1')).toBeVisible({ timeout: 30_000 });
  await expect(tab('Removed 1')).toBeVisible();
  await send();
  await expect(rows(page)).toHaveCount(2, { timeout: 20_000 });
  await rowAction(rows(page).first(), 'Edit');
  await expect(formOf(page).getByRole('textbox', { name: 'Opening Hours', exact: true })).toHaveValue(
    'Mon-Fri 10:00-16:00',
  );
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await choose([1, 2].map(n => [`UPL-${n}`, ...head.slice(1, -1).map(() => ''), -1]));
  await expect(tab('Removed 2')).toBeVisible({ timeout: 30_000 });
  await send();
  await expect(rows(page)).toHaveCount(0, { timeout: 20_000 });
  await expect
    .poll(async () => (await read<{ total: number }>(page, '/lcs/branch/list?code=UPL-&page=1&count=10')).total)
    .toBe(0);
});
