import type { APIRequestContext, Page } from 'playwright/test';
import type { ScheduleRow } from '../../src/contract/nonWorkingDays.ts';
import { COUNTRIES, COUNTRY_CODES } from '../../src/domain/country.ts';
import { holidaySeconds } from '../../src/domain/nonWorkingDays.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

/** Days are days: at both ends of the year they are the same wherever the operator is, and where the channel works. */

const PATH = '/carrier/nonWorkingDays/calendar';
const day = (page: Page, of: string) => page.locator(`[data-day="${of}"]`);
const calendar = (channel: number, service: string, year: number, more = '') =>
  `${PATH}?channel=${channel}&service=${service}&year=${year}${more}`;

async function scheduleOf(request: APIRequestContext, channel: number, service: string): Promise<ScheduleRow> {
  const answer = await request.get(`/api/sls/nonWorkingDays?channelId=${channel}&serviceType=${service}`);
  return ((await answer.json()) as { data: { list: ScheduleRow[] } }).data.list[0] as ScheduleRow;
}

/** Fourteen hours apart from one another, on both sides of midnight in Malaysia; each has a channel of its own. */
const ZONES = [
  ['Pacific/Auckland', 0],
  ['America/Sao_Paulo', 1],
  ['Asia/Ho_Chi_Minh', 2],
  ['UTC', 3],
] as const;

for (const [timezoneId, at] of ZONES) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('the last day of a year and the first of the next are marked without the network, and are those days on the server', async ({
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
      // A Friday is a weekend of Kedah and none of Johor, wherever one looks from.
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

test('Go leads to the holiday page of each country by its suffix (NWD-2, G69)', async ({ page, authenticate }) => {
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
