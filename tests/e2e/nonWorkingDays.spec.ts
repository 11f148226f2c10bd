import type { APIRequestContext, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import type { ScheduleRow } from '../../src/contract/nonWorkingDays.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/heldStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/** Non-working days as a person works with them (NWD-1 to NWD-14). */

const PATH = '/carrier/nonWorkingDays/0';
/** J&T Express of the demo, and Pos Malaysia. */
const CHANNEL = 10021;
const MALAYSIAN = 20011;

const rowOf = (page: Page, key: string) => page.locator(`tr[data-row-key$="${key}"]`);
const stored = async (
  request: APIRequestContext,
  channelId: number,
  serviceType: string,
): Promise<ScheduleRow | undefined> => {
  const answer = await request.get(
    `/api/sls/nonWorkingDays?channelId=${channelId}&serviceType=${serviceType}&isMaskChannel=0`,
  );
  return ((await answer.json()) as { data: { list: ScheduleRow[] } }).data.list[0];
};

test('weekends are edited in the row without the network; the server has them afterwards', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  const row = rowOf(page, `${CHANNEL}/FL`);
  await expect(row).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Channel', exact: true, selected: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go', exact: true })).toHaveAttribute('href', /\.co\.id$/);
  await page.getByLabel('Holidays of').selectOption('VN');
  await expect(page.getByRole('link', { name: 'Go', exact: true })).toHaveAttribute('href', /\.vn$/);
  expect(await violations(page)).toEqual([]);
  await expect.poll(async () => (await entityStates(page))['nonWorkingDays'], { timeout: 60_000 }).toBe('ready');
  await settled(page);

  await network.offline();
  await page.reload();
  const friday = row.getByRole('checkbox', { name: /^Fri/ });
  const wasFriday = await friday.isChecked();
  await expect(friday).toBeDisabled();
  await row.getByRole('button', { name: /^Edit weekends/ }).press('Enter');
  await expect(friday).toBeEnabled();
  await friday.press('Space');
  await expect(friday).toBeChecked({ checked: !wasFriday });
  expect(await violations(page)).toEqual([]);
  // Cancel brings the saved days back.
  await row.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(friday).toBeChecked({ checked: wasFriday });
  await expect(friday).toBeDisabled();
  await row.getByRole('button', { name: /^Edit weekends/ }).press('Enter');
  await friday.press('Space');
  await row.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible();
  await expect(friday).toBeDisabled();
  await expect(friday).toBeChecked({ checked: !wasFriday });

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  expect((await stored(page.request, CHANNEL, 'FL'))?.weekends['All']?.includes(5)).toBe(!wasFriday);
});

test('Malaysia last mile has a dialog with its states', async ({ page, authenticate }) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate('my.editor@ops.example');
  await page.goto(PATH);
  const row = rowOf(page, `${MALAYSIAN}/LM`);
  await expect(row).toBeVisible();
  await expect(rowOf(page, `${MALAYSIAN}/FL`).getByRole('checkbox', { name: /^Fri/ })).toBeDisabled();
  const before = (await stored(page.request, MALAYSIAN, 'LM'))?.weekends ?? {};
  await row.getByRole('button', { name: /^(Edit|View) weekends of channel/ }).press('Enter');
  await expect(list.dialog.getByRole('checkbox')).toHaveCount(48);
  expect(await violations(page)).toEqual([]);
  const johor = list.dialog.getByRole('checkbox', { name: 'Fri, weekend of Johor' });
  await johor.press('Space');
  await list.dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(list.dialog).toBeHidden();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  const own = before['Johor'] ?? [];
  const johorAfter = own.includes(5) ? own.filter(day => day !== 5) : [5, ...own];
  expect((await stored(page.request, MALAYSIAN, 'LM'))?.weekends).toEqual({ ...before, Johor: johorAfter });
});

test('a schedule is deleted and restored, each after its question; an import asks first', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  const row = rowOf(page, `${CHANNEL}/LM`);
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(list.dialog.getByText('Are you sure to delete this item?', { exact: true })).toBeVisible();
  await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await list.dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(row.getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  expect((await stored(page.request, CHANNEL, 'LM'))?.status).toBe(1);
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(list.dialog.getByText('Are you sure to restore this item?', { exact: true })).toBeVisible();
  await list.dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(row.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  expect((await stored(page.request, CHANNEL, 'LM'))?.status).toBe(0);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const warning = list.dialog.getByText('This will overwrite all Non-Working Schedule for your channel, continue?', {
    exact: true,
  });
  await expect(warning).toBeVisible();
  await expect(page.getByLabel('Files to import')).toHaveCount(0);
  await list.dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByLabel('Files to import')).toBeAttached({ timeout: 20_000 });

  // What the file shifts is said before Apply.
  const exported = await page.request.get('/api/v2/sls/forward/sls/nonWorkingDays/export?isMaskChannel=0');
  const book = read(await exported.body());
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
  const [headers = [], ...schedules] = rows;
  const weekends = headers.indexOf('Weekends');
  const everyFriday = schedules.map(row => row.map((cell, at) => (at === weekends ? 'Fri, Sat, Sun' : cell)));
  expect(weekends).toBeGreaterThan(0);
  const file = utils.book_new();
  utils.book_append_sheet(file, utils.aoa_to_sheet([headers, ...everyFriday]), 'Days');
  const buffer = write(file, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  await page.getByLabel('Files to import').setInputFiles({ name: 'days.xlsx', mimeType: '', buffer });
  const channels = new Set(schedules.map(row => String(row[headers.indexOf('Channel ID')]))).size;
  const shift = list.dialog.getByLabel('What does this shift?');
  await expect(shift).toContainText(`${channels} channels change in the next 90 days`, { timeout: 30_000 });
  await expect(shift).toContainText(/days become non-working: Fri /);
});
