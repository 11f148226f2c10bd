import type { APIRequestContext, Page } from 'playwright/test';
import type { ScheduleRow } from '../../src/contract/nonWorkingDays.ts';
import { COUNTRIES, COUNTRY_CODES } from '../../src/domain/country.ts';
import { holidaySeconds } from '../../src/domain/nonWorkingDays.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/** Days have no time zone: at both ends of the year, they are the same wherever the operator and the channel are. */

const PATH = '/carrier/nonWorkingDays/calendar';
const day = (page: Page, of: string) => page.locator(`[data-day="${of}"]`);
const calendar = (channel: number, service: string, year: number, more = '') =>
  `${PATH}?channel=${channel}&service=${service}&year=${year}${more}`;

async function scheduleOf(request: APIRequestContext, channel: number, service: string): Promise<ScheduleRow> {
  const answer = await request.get(`/api/sls/nonWorkingDays?channelId=${channel}&serviceType=${service}`);
  return ((await answer.json()) as { data: { list: ScheduleRow[] } }).data.list[0] as ScheduleRow;
}

/**
 * Time zones that are fourteen hours apart, on either side of midnight in Malaysia; each test uses a different channel.
 */
const ZONES = [
  ['Pacific/Auckland', 0],
  ['America/Sao_Paulo', 1],
  ['Asia/Ho_Chi_Minh', 2],
  ['UTC', 3],
] as const;

for (const [timezoneId, at] of ZONES) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('the last day of a year and the first day of the next are marked offline, and are the same days on the server', async ({
      page,
      authenticate,
      network,
    }) => {
      test.setTimeout(120_000);
      const list = new LocationPage(page);
      await authenticate('my.editor@ops.example');
      const ids = await page.request.get('/api/sls/channelIds');
      const channel = ((await ids.json()) as { data: { list: number[] } }).data.list[at] ?? 0;
      const before = await scheduleOf(page.request, channel, 'FL');
      // Friday is part of the weekend in Kedah but not in Johor, wherever the operator is.
      await page.goto(calendar(channel, 'LM', 2027, '&region=Kedah'));
      await expect(day(page, '2027-12-31')).toHaveAccessibleName('Friday 31 December 2027, weekend', {
        timeout: 40_000,
      });
      await expect(day(page, '2027-01-01')).toHaveAccessibleName(/^Friday 1 January 2027, weekend/);
      await page.goto(calendar(channel, 'LM', 2027, '&region=Johor'));
      await expect(day(page, '2027-12-31')).toHaveAccessibleName('Friday 31 December 2027, working day');
      await expect.poll(async () => (await entityStates(page))['nonWorkingDays'], { timeout: 60_000 }).toBe('ready');
      await settled(page);

      await network.offline();
      for (const [year, own] of [
        [2027, '2027-12-31'],
        [2028, '2028-01-01'],
      ] as const) {
        await page.goto(calendar(channel, 'FL', year));
        await day(page, own).focus();
        await page.keyboard.press('Space');
        await expect(day(page, own)).toHaveAccessibleName(/holiday/);
        await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Apply', exact: true }).click();
        await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
      }
      await network.online();
      await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
      const own = ['2027-12-31', '2028-01-01'];
      const seconds = holidaySeconds({ All: own }, COUNTRIES.MY.timeZone)['All'] ?? [];
      expect(seconds.map(at => new Date((at + 8 * 3600) * 1000).toISOString())).toEqual(
        own.map(text => `${text}T00:00:00.000Z`),
      );
      const after = await scheduleOf(page.request, channel, 'FL');
      expect(after.holidays['All']).toEqual([...(before.holidays['All'] ?? []), ...seconds]);
    });
  });
}

test('Apply without changes says so, all channels are shown as strips, and holidays are copied from another year and another channel @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  const [own, other] = [10_023, 10_024];
  await page.goto('/carrier/nonWorkingDays/0');
  const row = page.locator(`tr[data-row-key$="${own}/LM"]`);
  await row.getByRole('button', { name: /^Edit weekends/ }).click();
  await row.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Nothing was changed, so nothing was saved')).toBeVisible();

  await page.goto(`${PATH}?service=LM&year=2027`);
  const strips = page.locator('[data-strip]');
  await expect(strips.first()).toBeVisible({ timeout: 40_000 });
  const channels = await strips.count();
  expect(channels).toBeGreaterThan(2);
  await page.getByRole('combobox', { name: 'Tab' }).selectOption({ label: 'Masked Channels' });
  await expect.poll(() => strips.count()).not.toBe(channels);
  expect(await violations(page)).toEqual([]);

  await page.goto(calendar(own, 'LM', 2027));
  await page.getByRole('button', { name: 'Copy 2027 to 2028' }).click();
  await expect(page.getByText(/holidays? of 2027 marked in 2028/)).toBeVisible();
  await expect(day(page, '2028-12-25')).toHaveAccessibleName(/holiday/);
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: 'Discard' }).click();
  await expect(changes).toBeHidden();
  await expect(day(page, '2028-12-25')).toHaveAccessibleName('Monday 25 December 2028, working day');

  await page.goto(calendar(other, 'LM', 2027, `&against=${own}`));
  const comparison = page.getByRole('region', { name: 'Comparison' });
  const before = await scheduleOf(page.request, own, 'LM');
  await day(page, '2027-07-06').focus();
  await page.keyboard.press('Space');
  await expect(comparison.getByRole('region', { name: 'Days that differ' })).toContainText('Tue 2027-07-06');
  await changes.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  await expect(changes).toBeHidden();
  await expect(day(page, '2027-07-06')).toHaveAccessibleName(/holiday/);
  await comparison.getByRole('button', { name: `Copy the holidays of ${own} LM` }).click();
  await expect(changes.getByText('Tue 2027-07-06 is no longer a holiday')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await changes.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  const inYear = ({ holidays }: ScheduleRow) =>
    (holidays['All'] ?? []).filter(at => new Date((at + 7 * 3600) * 1000).getUTCFullYear() === 2027);
  await expect
    .poll(async () => inYear(await scheduleOf(page.request, other, 'LM')), { timeout: 40_000 })
    .toEqual(inYear(before));
  await page.goto(calendar(own, 'LM', 2027, `&against=${own}`));
  await expect(page.getByText('A channel cannot be compared with itself')).toBeVisible();
  await page.goto(calendar(424_242, 'LM', 2027));
  await expect(page.getByText('Channel 424242 has no schedule of non-working days')).toBeVisible();
});

test('Go opens the holiday page of each country by its suffix (NWD-2, G69) @online', async ({ page, authenticate }) => {
  await authenticate('id.viewer@ops.example');
  await page.goto('/carrier/nonWorkingDays/0');
  const suffixes = { MY: 'com.my', TH: 'co.th', TW: 'tw', PH: 'ph', SG: 'sg', ID: 'co.id', VN: 'vn', BR: 'com.br' };
  for (const country of COUNTRY_CODES) {
    await page.getByLabel('Holidays of').selectOption(country);
    const go = page.getByRole('link', { name: 'Go', exact: true });
    await expect(go).toHaveAttribute('href', `https://admin.holiday.${suffixes[country]}`);
    await expect(go).toHaveAttribute('target', '_blank');
  }
});
