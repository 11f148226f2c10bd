import type { APIRequestContext, Page } from 'playwright/test';
import { read, utils, write } from 'xlsx';
import type { ScheduleRow } from '../../src/contract/nonWorkingDays.ts';
import { weekendsText } from '../../src/domain/nonWorkingDays.ts';
import { browserStore } from '../support/browserStore.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/** Non-working days as a person would use them (NWD-1 to NWD-14). */

// The operator is in a different time zone, which must not affect the days.
test.use({ timezoneId: 'Pacific/Kiritimati' });

const PATH = '/carrier/nonWorkingDays/0';
/** The demo's J&T Express, and Pos Malaysia. */
const CHANNEL = 10021;
const MALAYSIAN = 20011;

const rowOf = (page: Page, key: string) => page.locator(`tr[data-row-key$="${key}"]`);
const stored = async (
  request: APIRequestContext,
  channelId: number,
  serviceType: string,
  url = '',
): Promise<ScheduleRow | undefined> => {
  const answer = await request.get(
    `${url}/api/sls/nonWorkingDays?channelId=${channelId}&serviceType=${serviceType}&isMaskChannel=0`,
  );
  return ((await answer.json()) as { data: { list: ScheduleRow[] } }).data.list[0];
};

/** The rows of the tab's export, by heading. */
async function exportedLines(request: APIRequestContext): Promise<Record<string, string | number>[]> {
  const answer = await request.get('/api/v2/sls/forward/sls/nonWorkingDays/export?isMaskChannel=0');
  const book = read(await answer.body());
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { defval: '' });
}

/** A file with all rows of the tab and different weekends. */
async function weekendsFile(request: APIRequestContext, weekends: string): Promise<Buffer> {
  const lines = (await exportedLines(request)).map(line => ({ ...line, Weekends: weekends }));
  expect(lines.length).toBeGreaterThan(0);
  const file = utils.book_new();
  utils.book_append_sheet(file, utils.json_to_sheet(lines), 'Days');
  return write(file, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

test('weekends edited offline in their row are sent to the server later', async ({ page, authenticate, network }) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  const row = rowOf(page, `${CHANNEL}/FL`);
  await expect(row).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Channel', exact: true, selected: true })).toBeVisible();
  // All columns are visible on a laptop; the actions do not cover any of them.
  const edgeOf = async (name: string) => page.getByRole('columnheader', { name, exact: true }).boundingBox();
  await expect
    .poll(async () => {
      const [last, action] = [await edgeOf('Last Updated'), await edgeOf('Action')];
      return last && action ? action.x - last.x - last.width : null;
    })
    .toBeGreaterThanOrEqual(0);
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
  // Cancel restores the saved days.
  await row.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(friday).toBeChecked({ checked: wasFriday });
  await expect(friday).toBeDisabled();
  // Not Enter, which so soon after the Enter on Cancel would be part of the same gesture.
  await row.getByRole('button', { name: /^Edit weekends/ }).press('Space');
  await friday.press('Space');
  await row.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible();
  await expect(friday).toBeDisabled();
  await expect(friday).toBeChecked({ checked: !wasFriday });

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  expect((await stored(page.request, CHANNEL, 'FL'))?.weekends['All']?.includes(5)).toBe(!wasFriday);
});

test('the weekends of the last mile in Malaysia are edited in a dialog that lists its states @online', async ({
  page,
  authenticate,
}) => {
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
  // Escape asks before it discards the choice, as in every form.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await list.dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(list.dialog).toBeHidden();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  const own = before['Johor'] ?? [];
  const johorAfter = own.includes(5) ? own.filter(day => day !== 5) : [5, ...own];
  expect((await stored(page.request, MALAYSIAN, 'LM'))?.weekends).toEqual({ ...before, Johor: johorAfter });
});

test('a schedule is deleted and restored after confirmation, and an import asks for confirmation first @online', async ({
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
  await expect(page.getByLabel('Files to import')).toBeAttached({ timeout: 20_000 });

  // The import accepts only a single file (G8, UPLOAD-4).
  const two = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    for (const name of ['a.csv', 'b.csv']) dropped.items.add(new File(['Channel ID'], name));
    return dropped;
  });
  await list.dialog.getByText('Drop a file here, or').dispatchEvent('drop', { dataTransfer: two });
  await expect(page.getByText('Only support importing single file')).toBeVisible();

  // The file's effect on lead times is shown before Apply.
  const schedules = await exportedLines(page.request);
  // Every channel changes, whatever weekends other tests have set.
  const buffer = await weekendsFile(page.request, 'None');
  await page.getByLabel('Files to import').setInputFiles({ name: 'days.xlsx', mimeType: '', buffer });
  const channels = new Set(schedules.map(row => row['Channel ID'])).size;
  const shift = list.dialog.getByLabel('What does this shift?');
  await expect(shift).toContainText(`${channels} channels change in the next 90 days`, { timeout: 30_000 });
  await expect(shift).toContainText(/days become working days: (Fri|Sat|Sun) /);
  // The question comes last and lists the changes (NWD-12).
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  const warning = page.getByRole('alertdialog', {
    name: 'This will overwrite all Non-Working Schedule for your channel, continue?',
  });
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Cancel' }).click();
});

test('the effect of a file with more than ten channels on lead times is counted for all of them @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  // A country on whose number of channels no other test depends.
  await authenticate('admin@ops.example');
  const post = async (path: string, data: object): Promise<{ channelId: number }> => {
    const answer = await page.request.post(`/api${path}`, { data, headers: { 'x-ops-entity': 'TH' } });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { data: { channelId: number } }).data;
  };
  await post('/v2/ops/session/entity', { country: 'TH' });
  const [pattern] = await exportedLines(page.request);
  const lines: Record<string, string | number>[] = [];
  for (let at = 1; at <= 12; at++) {
    const { channelId } = await post('/sls/channelConfig/create', {
      channelName: `Line ${at}`,
      display_name: `L${at}`,
    });
    const region = { originLevel: -1, origin: 'TH', destinationLevel: -1, destination: 'TH' };
    await post('/sls/locationCDTs/add', { channelId, ...region, minDays: 2, maxDays: 4 });
    lines.push({
      ...pattern,
      'Channel ID': channelId,
      'Channel Name': `Line ${at}`,
      'Service Type': 'LM',
      Weekends: 'Fri, Sat, Sun',
      Holidays: 'None',
      Status: 'Normal',
      'Masked Channel': 'No',
    });
  }
  const file = utils.book_new();
  utils.book_append_sheet(file, utils.json_to_sheet(lines), 'Days');
  const buffer = write(file, { type: 'buffer', bookType: 'xlsx' }) as Buffer;

  await page.goto(PATH);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('Files to import').setInputFiles({ name: 'twelve.xlsx', mimeType: '', buffer });
  const shift = list.dialog.getByLabel('What does this shift?');
  await expect(shift).toContainText('12 channels change in the next 90 days', { timeout: 30_000 });
  await expect(shift).toContainText('12 of the 12 lead times of 12 channels change: delivered up to', {
    timeout: 30_000,
  });
  // Switches this person back to the home country for other tests.
  await post('/v2/ops/session/entity', { country: 'ID' });
});

/** The version of a schedule cached on this device, after the schedule has changed since its list was loaded. */
const cachedVersion = async (page: Page, key: string): Promise<number | undefined> =>
  (await browserStore<{ collection: string; key: string; version: number }>(page, 'mirror', 'setChanges')).find(
    row => row.collection === 'nonWorkingDays' && row.key.endsWith(key),
  )?.version;

/** Sets a schedule's weekends on the server, as a colleague elsewhere would. */
async function setByColleague(
  request: APIRequestContext,
  url: string,
  row: ScheduleRow,
  days: number[],
): Promise<void> {
  const answer = await request.post(`${url}/api/sls/nonWorkingDays/weekends/update`, {
    headers: { 'x-ops-entity': 'ID' },
    data: {
      channelId: row.channelId,
      serviceType: row.serviceType,
      WeekendsSetting: JSON.stringify({ All: days }),
      version: row.version,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('a row edited in two tabs gets both edits in order, and a row edited by two people becomes a conflict', async ({
  page,
  authenticate,
  browser,
  network,
  server,
}) => {
  test.setTimeout(240_000);
  const key = `${CHANNEL}/FL`;
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  const row = rowOf(page, key);
  const box = (of: Page, day: string) => rowOf(of, key).getByRole('checkbox', { name: new RegExp(`^${day}`) });
  await expect(row).toBeVisible();
  await expect.poll(async () => (await entityStates(page))['nonWorkingDays'], { timeout: 60_000 }).toBe('ready');
  await settled(page);
  const before = (await stored(page.request, CHANNEL, 'FL'))?.weekends['All'] ?? [];
  const toggled = (days: readonly number[], day: number): number[] =>
    days.includes(day) ? days.filter(own => own !== day) : [...days, day].sort();

  // Offline, the other tab shows what this one has applied, and its edits are based on that.
  const second = await page.context().newPage();
  await second.goto(PATH);
  await expect(rowOf(second, key)).toBeVisible();
  await network.offline();
  await row.getByRole('button', { name: /^Edit weekends/ }).click();
  await box(page, 'Fri').click();
  await row.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(box(second, 'Fri')).toBeChecked({ checked: !before.includes(5), timeout: 20_000 });
  await rowOf(second, key)
    .getByRole('button', { name: /^Edit weekends/ })
    .click();
  await box(second, 'Sun').click();
  await rowOf(second, key).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(box(page, 'Sun')).toBeChecked({ checked: !before.includes(7), timeout: 20_000 });
  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  const both = toggled(toggled(before, 5), 7);
  expect((await stored(page.request, CHANNEL, 'FL'))?.weekends['All']).toEqual(both);
  await second.close();

  // A colleague saves the row while it is being edited here: Apply leads to a conflict that shows both values.
  const colleague = await browser.newContext();
  const login = await colleague.request.post(`${server.url}/api/login`, {
    data: { email: 'admin@ops.example', password: DEMO_PASSWORD },
  });
  expect(login.status()).toBe(200);
  await row.getByRole('button', { name: /^Edit weekends/ }).click();
  await box(page, 'Sat').click();
  const now = (await stored(page.request, CHANNEL, 'FL')) as ScheduleRow;
  await setByColleague(colleague.request, server.url, now, before);
  // The colleague's change arrives here before Apply.
  await expect.poll(() => cachedVersion(page, key), { timeout: 30_000 }).toBe(now.version + 1);
  await row.getByRole('button', { name: 'Apply', exact: true }).click();
  // The value is painted before it is stored, and leaving the page immediately would prevent it from being stored.
  await expect(list.pill).toHaveText('Online, 1 needs attention', { timeout: 20_000 });
  await page.goto('/queue');
  const field = page.getByRole('row', { name: /Weekends/ });
  await expect(field).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => field.getByRole('cell').allInnerTexts())
    .toEqual([
      weekendsText({ All: both }),
      weekendsText({ All: toggled(both, 6) }),
      weekendsText({ All: before }),
      'Not decided',
    ]);
  await field.getByRole('radio', { name: /theirs/ }).check();
  await expect(field.getByRole('cell').last()).toHaveText(weekendsText({ All: before }));
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 30_000 });
  expect((await stored(page.request, CHANNEL, 'FL'))?.weekends['All']).toEqual(before);

  // A file waits offline while a colleague changes one of its rows; the import is returned, and a new comparison shows
  // its effect on lead times.
  await page.goto(PATH);
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const buffer = await weekendsFile(page.request, 'Fri, Sat, Sun');
  await page.getByLabel('Files to import').setInputFiles({ name: 'waits.xlsx', mimeType: '', buffer });
  const shift = list.dialog.getByLabel('What does this shift?');
  await expect(shift).toContainText(/channels change in the next 90 days/, { timeout: 30_000 });
  await network.offline();
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(list.pill).toContainText('1 import waiting', { timeout: 20_000 });
  const latest = (await stored(colleague.request, CHANNEL, 'FL', server.url)) as ScheduleRow;
  await setByColleague(colleague.request, server.url, latest, [7]);
  await network.online();
  await page.goto('/queue');
  await page.getByRole('button', { name: 'Compare again' }).click({ timeout: 60_000 });
  await expect(shift).toContainText(/channels change in the next 90 days/, { timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 30_000 });
  await colleague.close();
});

test('holidays of one and of many masked channels are edited offline and logged, and a person with read-only access cannot change them', async ({
  page,
  authenticate,
  browser,
  network,
  server,
}) => {
  test.setTimeout(240_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto('/carrier/nonWorkingDays');
  await expect(page.getByRole('tab', { name: 'Channel', exact: true, selected: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Masked Channel', exact: true }).click();
  await expect(page).toHaveURL(/\/nonWorkingDays\/1/);
  await expect(list.rows.first()).toBeVisible();
  await expect.poll(async () => (await entityStates(page))['nonWorkingDays'], { timeout: 60_000 }).toBe('ready');
  await settled(page);
  const masked = async () => {
    const answer = await page.request.get('/api/v2/ops/nonWorkingDays?isMaskChannel=1&size=100');
    return ((await answer.json()) as { data: { list: { serviceType: string; HolidaysSetting: string }[] } }).data.list;
  };
  const before = await masked();
  expect(before.length).toBeGreaterThan(1);

  await network.offline();
  await page.reload();
  await list.rows.first().getByRole('button', { name: 'Edit holidays' }).click();
  await list.dialog.getByPlaceholder('Add a day, or paste several').fill('30/02/2027, 2027-12-31');
  await list.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(list.dialog.getByText('1 day added.')).toBeVisible();
  await expect(list.dialog.getByText(/"30\/02\/2027" is not a valid day/)).toBeVisible();
  await list.dialog.getByPlaceholder('Add a day, or paste several').fill('');
  expect(await violations(page)).toEqual([]);
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible();
  await expect(list.dialog).toBeHidden();

  // All rows except the first, which has a pending change of its own.
  const others = before.length - 1;
  await list.rows.first().focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Edit holidays' }).last().click();
  await expect(list.dialog.getByText('Edit holidays of non-working schedules')).toBeVisible();
  await list.dialog.getByRole('textbox', { name: 'Holidays' }).fill('2026-12-31, 2027-01-01');
  await expect(list.dialog.getByText(/1 is skipped because a change to it is waiting in the queue/)).toBeVisible();
  await expect(list.dialog.getByLabel('What does this shift?')).toContainText('in the next 90 days');
  expect(await violations(page)).toEqual([]);
  await list.dialog
    .getByRole('button', { name: `Change ${others} non-working schedule${others === 1 ? '' : 's'}` })
    .click();
  await expect(list.dialog).toBeHidden();
  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  const after = await masked();
  expect(after[0]?.HolidaysSetting).toBe(
    [...(before[0]?.HolidaysSetting ?? '').split(', '), '2027-12-31'].sort().join(', '),
  );
  expect(new Set(after.slice(1).map(({ HolidaysSetting }) => HolidaysSetting))).toEqual(
    new Set(['2026-12-31, 2027-01-01']),
  );

  // The log lists both changes; the bulk change is a single operation.
  await page.getByRole('link', { name: 'Operation History' }).click();
  await expect(page).toHaveURL(/\/nonWorkingDays\/log\?code=/);
  await expect(list.rows.nth(1)).toContainText('Edit', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Details' }).first().click();
  await expect(list.dialog.getByText('HolidaysSetting').or(list.dialog.getByText('Holidays')).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const looking = await browser.newContext({ baseURL: server.url });
  const viewer = await looking.newPage();
  await authenticate('id.viewer@ops.example', viewer);
  await viewer.goto(PATH);
  await expect(rowOf(viewer, `${CHANNEL}/FL`)).toBeVisible();
  await expect(rowOf(viewer, `${CHANNEL}/FL`).getByRole('checkbox', { name: /^Fri/ })).toBeDisabled();
  for (const name of ['Import', 'Delete', 'Edit holidays', /^Edit weekends/])
    await expect(viewer.getByRole('button', { name })).toHaveCount(0);
  await viewer.goto('/carrier/nonWorkingDays/calendar?channel=10021&service=LM');
  await expect(viewer.getByText('You can view this calendar but not change it.')).toBeVisible({ timeout: 20_000 });
  await viewer.goto('/carrier/locationCDT');
  await expect(viewer.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Import With Excel File' })).toHaveCount(0);
  await expect(viewer.getByRole('link', { name: 'Download template' })).toHaveCount(0);
  await looking.close();
});
