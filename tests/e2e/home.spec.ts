import { newConfig } from '../../src/domain/serviceableConfig.ts';
import { AREA_TYPE } from '../../src/domain/serviceableChoices.ts';
import { PUBLIC_HOLIDAYS } from '../../src/server/demo/holidays.ts';
import { ALL, holidaysText, sorted } from '../../src/domain/nonWorkingDays.ts';
import { importThrough } from '../support/importThrough.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';

// The counts on Home match the lists to which they link, and a tile is only as tall as its content.

/** A channel that has neither a configuration nor any postcodes in the demo. */
const ANTERAJA = 10025;
/** A masked channel of the demo. */
const MASKED = 10025;

test('each count on Home matches the length of the linked list, and empty tiles are not stretched @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const postcodes = { ...newConfig(), serviceableType: AREA_TYPE.postcode };
  const made = await truth.request.post(`${server.url}/api/channelServiceConf/add`, {
    data: { channelId: ANTERAJA, ...postcodes },
  });
  expect(made.status(), await made.text()).toBe(200);
  await authenticate('admin@ops.example');
  await page.goto('/');
  const tile = (name: string) => page.getByRole('listitem', { name, exact: true });
  const countOf = async (name: string): Promise<number> => {
    const count = tile(name).getByRole('link').first();
    await expect(count).toHaveText(/^\d+$/, { timeout: 20_000 });
    return Number(await count.textContent());
  };

  const bills = await countOf('Bills to approve');
  expect(bills).toBeGreaterThan(0);
  await expect(tile('Coverage gaps').getByRole('link', { name: /^10025 AnterAja/ })).toBeVisible();
  const gaps = await countOf('Coverage gaps');
  expect(gaps).toBeGreaterThan(0);
  // Three tiles are side by side: the one with bills is tall, and the empty ones are not.
  const heightOf = async (name: string) => (await tile(name).locator('> div').boundingBox())?.height ?? 0;
  expect(await heightOf('Your imports and bulk changes')).toBeLessThan(0.7 * (await heightOf('Bills to approve')));
  const pill = page.getByRole('banner').getByText('Online, all saved');
  await expect(pill).toBeVisible();
  expect(await countOf('Your changes')).toBe(0);

  // A program or another device imports a file with an error; Home counts it and links to it.
  const receipt = await importThrough(truth, 'elsewhere.xlsx', [[ANTERAJA, 'Standard', 999_999_999, 1, 0, 0, 0, 1]]);
  expect(receipt.state).toBe('refused');
  await page.reload();
  // The last cached response is shown first.
  await expect(tile('Your imports and bulk changes').getByRole('link').first()).toHaveText('1', { timeout: 20_000 });
  await tile('Your imports and bulk changes').getByRole('link').first().click();
  const others = page.getByRole('list', { name: 'Your imports and bulk changes from other devices' });
  await expect(others.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('tab', { name: 'Need attention 1' })).toHaveAttribute('aria-selected', 'true');
  // Without the filter, it is listed too, and there is nothing in progress.
  await page.getByRole('tab', { name: 'In progress 0' }).click();
  await expect(others).toBeHidden();
  await expect(page.getByText('None of your imports and bulk changes in this country is in progress.')).toBeVisible();
  await page.getByRole('tab', { name: 'All imports and bulk changes' }).click();
  await expect(others).toContainText('elsewhere.xlsx was refused: its rows have errors');
  if (process.env['E2E_SHOTS'] !== undefined)
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${process.env['E2E_SHOTS']}/imports-${width}-${scheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();

  await tile('Bills to approve').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/opslogisticsrecon\/bills\?.*awaiting/);
  await expect(page.locator('[data-row-key]')).toHaveCount(bills);
  await page.goBack();
  await tile('Coverage gaps').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/carrier\/coverage(\?country=ID)?$/);
  const channels = page.getByRole('region', { name: 'Channels with gaps' });
  await expect(channels.getByRole('listitem')).toHaveCount(gaps);
  await channels.getByRole('link', { name: /AnterAja/ }).click();
  await expect(page).toHaveURL(/channel=10025/);

  if (process.env['E2E_SHOTS'] === undefined) return;
  await page.goto('/');
  for (const [width, scheme] of [
    [1280, 'light'],
    [1920, 'light'],
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 1500 });
    await page.emulateMedia({ colorScheme: scheme });
    await countOf('Bills to approve');
    await page.screenshot({ path: `${process.env['E2E_SHOTS']}/home-${width}-${scheme}.png` });
  }
});

test('a holiday on Home leads to the schedules that have it, masked ones included @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const national = PUBLIC_HOLIDAYS.ID[ALL] ?? [];
  // In a week, on days of their own; the channel of the second schedule is masked.
  const [day, other] = [7, 8].map(days => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)) as [
    string,
    string,
  ];
  const setHolidays = async (channelId: number, serviceType: string, days: readonly string[]) =>
    expect(
      await truth.write('/sls/nonWorkingDays/holidays/update', {
        channelId,
        serviceType,
        HolidaysSetting: holidaysText({ [ALL]: sorted([...national, ...days]) }),
      }),
    ).toBe(200);
  await setHolidays(10026, 'FL', [day]);
  await setHolidays(MASKED, 'LM', [day, other]);
  await authenticate('admin@ops.example');
  await page.goto('/');
  const tile = page.getByRole('listitem', { name: 'Holidays in the next two weeks', exact: true });
  await tile.getByRole('link', { name: new RegExp(`${day}$`) }).click();
  const schedules = page.getByRole('table', { name: /Non-working days of all channels/ }).getByRole('link');
  await expect(schedules).toHaveText([/^10025 .* LM$/, /^10026 .* FL$/]);
  await expect(page.getByText(`2 schedules have a holiday on ${day}.`)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('calendar.png') });

  // Back, the count is that of the schedules with a holiday in the two weeks, to which it leads.
  await page.goBack();
  await expect(tile.getByRole('link').first()).toHaveText('2');
  await expect(tile).toContainText('schedules have a holiday, on 2 days');
  await tile.getByRole('link').first().click();
  await expect(schedules).toHaveText([/^10025 .* LM$/, /^10026 .* FL$/]);
  await page.getByRole('button', { name: 'Show all schedules' }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect.poll(() => schedules.count()).toBeGreaterThan(2);
  await setHolidays(10026, 'FL', []);
  await setHolidays(MASKED, 'LM', []);
  await truth.request.dispose();
});
