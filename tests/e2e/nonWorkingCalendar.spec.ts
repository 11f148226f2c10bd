import type { Page } from 'playwright/test';
import { holidaySeconds } from '../../src/domain/nonWorkingDays.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/**
 * The calendar of non-working days: days are marked by dragging and by keyboard and applied while the server is
 * stopped, and later the server has the same days.
 */

const CHANNEL = 10021;
const PATH = `/carrier/nonWorkingDays/calendar?channel=${CHANNEL}&service=LM&year=2027`;

// The operator is far from Indonesia, which must not affect the days.
test.use({ timezoneId: 'America/Sao_Paulo' });

const day = (page: Page, of: string) => page.locator(`[data-day="${of}"]`);

async function storedHolidays(page: Page): Promise<number[]> {
  const answer = await page.request.get(`/api/sls/nonWorkingDays?channelId=${CHANNEL}&serviceType=LM&isMaskChannel=0`);
  const body = (await answer.json()) as { data: { list: { holidays: Record<string, number[]> }[] } };
  return body.data.list[0]?.holidays['All'] ?? [];
}

test('days marked by dragging and by keyboard are applied offline and sent later', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(240_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto('/carrier/nonWorkingDays/0');
  await expect(page.locator(`tr[data-row-key$="${CHANNEL}/LM"]`)).toBeVisible();
  const before = await storedHolidays(page);
  await expect.poll(async () => (await entityStates(page))['nonWorkingDays'], { timeout: 60_000 }).toBe('ready');
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect(page.locator('[data-strip]').first()).toBeVisible();
  await page.goto(PATH);
  await expect(day(page, '2027-12-31')).toBeVisible({ timeout: 40_000 });
  await settled(page);

  await network.offline();
  await page.reload();
  await expect(day(page, '2027-07-05')).toHaveAccessibleName('Monday 5 July 2027, working day', {
    timeout: 40_000,
  });
  expect(await violations(page)).toEqual([]);

  // A drag marks all days from its start to its end.
  await day(page, '2027-07-05').scrollIntoViewIfNeeded();
  await day(page, '2027-07-05').hover();
  await page.mouse.down();
  await day(page, '2027-07-07').hover();
  await page.mouse.up();
  for (const own of ['2027-07-05', '2027-07-06', '2027-07-07'])
    await expect(day(page, own)).toHaveAttribute('aria-pressed', 'true');
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes.getByRole('heading')).toHaveText('3 changes, not saved yet');

  // By keyboard: the next two days are selected with Shift and marked with Space, and one of the dragged days is
  // unmarked.
  await day(page, '2027-07-07').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Space');
  await expect(day(page, '2027-07-09')).toHaveAttribute('aria-pressed', 'true');
  await day(page, '2027-07-06').focus();
  await page.keyboard.press('Space');
  await expect(day(page, '2027-07-06')).toHaveAccessibleName('Tuesday 6 July 2027, working day');
  await expect(changes.getByRole('heading')).toHaveText('4 changes, not saved yet');
  await expect(changes.getByText(/^Nothing shifts in the next 90 days/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // Marks survive a reload, although they are not part of a write yet.
  await page.reload();
  await expect(changes.getByRole('heading')).toHaveText('4 changes, not saved yet', { timeout: 20_000 });
  await changes.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(changes).toBeHidden();
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible();
  await expect(day(page, '2027-07-08')).toHaveAccessibleName('Thursday 8 July 2027, holiday');

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 90_000 });
  const marked = holidaySeconds({ All: ['2027-07-05', '2027-07-07', '2027-07-08', '2027-07-09'] }, 'Asia/Jakarta')[
    'All'
  ] as number[];
  await expect.poll(() => storedHolidays(page)).toEqual([...before, ...marked].sort((a, b) => a - b));

  // The schedule's history shows who set a day, and when.
  await day(page, '2027-07-05').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const about = page.getByRole('region', { name: 'Day', exact: true });
  await expect(about.getByText(/^Holiday set by id\.editor@ops\.example on .*, manually\.$/)).toBeVisible({
    timeout: 20_000,
  });
  await expect(day(page, '2027-12-25')).toHaveAttribute('title', /set by demo-data, on or before /);

  // Weekends can be edited here, too.
  const isOff = page.locator('[data-day="2027-07-02"]');
  await expect(isOff).toHaveAccessibleName('Friday 2 July 2027, working day');
  await page.getByRole('button', { name: 'Edit weekends' }).click();
  await list.dialog.getByRole('checkbox', { name: 'Fri, weekend of every week' }).click();
  await expect(list.dialog.getByText(/1 channel changes in the next 90 days/)).toBeVisible({ timeout: 20_000 });
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(isOff).toHaveAccessibleName('Friday 2 July 2027, weekend');
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
});

test('weekends that a colleague changes in the meantime become a conflict, which the calendar shows and the queue resolves @online', async ({
  page,
  authenticate,
  server,
  browser,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  const own = { channelId: CHANNEL, serviceType: 'FL' };
  await authenticate('id.editor@ops.example');
  await page.goto(`/carrier/nonWorkingDays/calendar?channel=${CHANNEL}&service=FL&year=2027`);
  const friday = day(page, '2027-07-02');
  await expect(friday).toHaveAccessibleName('Friday 2 July 2027, working day', { timeout: 40_000 });
  await expect.poll(async () => (await entityStates(page))['nonWorkingDays'], { timeout: 60_000 }).toBe('ready');
  await page.getByRole('button', { name: 'Edit weekends' }).click();
  await list.dialog.getByRole('checkbox', { name: 'Fri, weekend of every week' }).click();

  // A colleague removes Saturday while the dialog is open; the calendar underneath receives the change before Apply.
  const colleague = await browser.newContext({ baseURL: server.url });
  const login = await colleague.request.post('/api/login', {
    data: { email: 'admin@ops.example', password: DEMO_PASSWORD },
  });
  expect(login.status()).toBe(200);
  const write = (days: number[]) =>
    colleague.request.post('/api/sls/nonWorkingDays/weekends/update', {
      data: { ...own, WeekendsSetting: JSON.stringify({ All: days }) },
      headers: { 'x-ops-entity': 'ID' },
    });
  expect((await write([7])).status()).toBe(200);
  await expect(day(page, '2027-07-03')).toHaveAttribute('aria-label', 'Saturday 3 July 2027, working day', {
    timeout: 30_000,
  });
  await expect(list.dialog.getByRole('checkbox', { name: 'Sat, weekend of every week' })).toBeChecked();
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog).toBeHidden();

  // Nothing is overwritten: the calendar says that a decision is needed and links to it.
  const calendar = page.getByRole('region', { name: /^Calendar 2027/ });
  const badge = calendar.getByRole('button', { name: /conflict/i });
  await expect(badge).toBeVisible({ timeout: 30_000 });
  await expect(calendar.getByRole('button', { name: 'Edit weekends' })).toBeDisabled();
  await badge.click();
  const field = page.getByRole('row', { name: /Weekends/ });
  await expect(field).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => field.getByRole('cell').allInnerTexts())
    .toEqual(['Sat, Sun', 'Fri, Sat, Sun', 'Sun', 'Not decided']);
  await field.getByRole('radio', { name: /yours/ }).check();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  await page.goBack();
  await expect(friday).toHaveAccessibleName('Friday 2 July 2027, weekend', { timeout: 30_000 });
  await expect(day(page, '2027-07-03')).toHaveAccessibleName('Saturday 3 July 2027, weekend');
  expect((await write([6, 7])).status()).toBe(200);
  await colleague.close();
});

test('a fast drag marks every day it passes, and the Apply button does not move in a low window @online', async ({
  page,
  authenticate,
}) => {
  await authenticate('id.editor@ops.example');
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(PATH);
  await expect(day(page, '2027-12-24')).toBeVisible({ timeout: 40_000 });
  await day(page, '2027-11-10').scrollIntoViewIfNeeded();
  await day(page, '2027-11-10').hover();
  await page.mouse.down();
  // The pointer moves and is released at the same moment, with nothing rendered in between.
  await day(page, '2027-11-12').evaluate(cell => {
    const { x, y } = cell.getBoundingClientRect();
    for (const type of ['pointermove', 'pointerup'])
      cell.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x + 4, clientY: y + 4 }));
  });
  await page.mouse.up();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes.getByRole('heading')).toHaveText('3 changes, not saved yet');

  const apply = changes.getByRole('button', { name: 'Apply' });
  await day(page, '2027-12-31').scrollIntoViewIfNeeded();
  const first = await apply.boundingBox();
  for (const [at, date] of ['2027-12-06', '2027-12-07', '2027-12-08', '2027-12-09', '2027-12-10'].entries()) {
    await day(page, date).click();
    await expect(changes.getByRole('heading')).toHaveText(`${at + 4} changes, not saved yet`);
    expect(await apply.boundingBox()).toEqual(first);
  }
  await expect(apply).toBeInViewport({ ratio: 1 });
  await changes.getByRole('button', { name: 'Discard' }).click();
  await expect(changes).toBeHidden();
});
