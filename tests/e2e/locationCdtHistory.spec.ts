import type { APIRequestContext, Page } from 'playwright/test';
import { read, utils } from 'xlsx';
import { CDT_LEVELS, levelCells } from '../../src/domain/cdt/levels.ts';
import { COUNTRY_CODES } from '../../src/domain/country.ts';
import { expect, test } from './fixtures.ts';

/**
 * The CDT pages beyond a person's own imports: other people's batches in every status, and lead times in each kind of
 * country.
 */

const PAGE = '/carrier/locationCDT';
const HEADERS = 'Channel ID,Origin Level,Origin,Destination Level,Destination,Min CDT,Max CDT';

/** Imports lines without the console, as another program would; returns immediately. */
async function importLines(request: APIRequestContext, name: string, lines: readonly string[]): Promise<string> {
  const headers = { 'x-ops-entity': 'ID' };
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from([HEADERS, ...lines].join('\n')) };
  const upload = await request.post('/api/v2/sls/forward/file', { headers, multipart: { business: 'ssc-ops', file } });
  const { url } = ((await upload.json()) as { data: { url: string } }).data;
  const answer = await request.post('/api/sls/locationCDTs/import', {
    headers,
    data: { file_url: url, background: true },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function choose(page: Page, channel: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Channel', exact: true }).fill(String(channel));
  await page.getByRole('option').first().click();
}

test('a colleague’s batch appears in the history automatically, and the workbook of a failed one is available to people with the write permission', async ({
  page,
  authenticate,
  browser,
  network,
}) => {
  test.setTimeout(180_000);
  const looking = await browser.newContext({ baseURL: network.url });
  const viewer = await looking.newPage();
  await authenticate('id.viewer@ops.example', viewer);
  await authenticate('id.editor@ops.example');
  await page.goto(PAGE);
  await viewer.goto(PAGE);
  await expect(viewer.getByText('Import history')).toBeVisible();

  // The reference table has a row for each entity (CDT-1, CDT-2).
  const levels = page.getByRole('table', { name: 'Location level indexes' });
  const heads = ['entity', ...CDT_LEVELS.map(({ label }) => label)];
  await expect(levels.getByRole('columnheader')).toHaveText(heads);
  for (const country of COUNTRY_CODES)
    await expect(levels.getByRole('row', { name: new RegExp(`^${country} `) }).getByRole('cell')).toHaveText([
      ...levelCells(country),
    ]);

  const ids = await page.request.get('/api/sls/channelIds');
  const channel = ((await ids.json()) as { data: { list: number[] } }).data.list.at(-1) ?? 0;
  const row = (of: Page, name: string) => of.locator('tr[data-row-key]').filter({ hasText: name });
  await importLines(page.request, 'wrong.csv', [
    `${channel},-1 region,ID,-1 region,ID,5,2`,
    `${channel},-1 region,ID,0 state,99,1,2`,
  ]);
  for (const of of [page, viewer]) await expect(row(of, 'wrong.csv')).toContainText('Failed', { timeout: 30_000 });
  const href = await row(page, 'wrong.csv').getByRole('link', { name: 'Download' }).getAttribute('href');
  await expect(row(page, 'wrong.csv').getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await expect(row(viewer, 'wrong.csv').getByRole('link', { name: 'Download' })).toHaveCount(0);
  const book = read(await (await page.request.get(href ?? '')).body());
  const wrong = utils.sheet_to_json<{ Errors: string }>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  expect(wrong.map(({ Errors }) => Errors)).toEqual([
    expect.stringContaining('Max CDT must not be below Min CDT, which is 5'),
    expect.stringContaining('There is no location 99 in Indonesia'),
  ]);

  // Describing so many invalid lines takes a while, so a person who opens the page meanwhile sees the batch in
  // progress, and then its end.
  const many = Array.from({ length: 120_000 }, (_, at) => `${channel},-1 region,ID,0 state,${at + 1},1,2`);
  await importLines(page.request, 'many.csv', many);
  await Promise.all([page.reload(), viewer.reload()]);
  await Promise.all(
    [page, viewer].map(of => expect(row(of, 'many.csv')).toContainText('In Progress', { timeout: 30_000 })),
  );
  for (const of of [page, viewer]) await expect(row(of, 'many.csv')).toContainText('Failed', { timeout: 90_000 });

  const id = await importLines(page.request, 'good.csv', [`${channel},-1 region,ID,-1 region,ID,2,5`]);
  for (const of of [page, viewer]) await expect(row(of, 'good.csv')).toContainText('Successful', { timeout: 30_000 });
  await expect(row(page, 'good.csv').getByRole('link', { name: 'Download' })).toBeVisible();
  await expect(row(page, 'good.csv').getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(row(viewer, 'good.csv').getByRole('link', { name: 'Download' })).toHaveCount(0);
  await expect(row(viewer, 'good.csv').getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await expect(viewer.getByText(/^You can view delivery lead times, but not import them/)).toBeVisible();

  // Offline, the history that was opened remains visible.
  await network.offline();
  await page.getByRole('tab', { name: 'Lead Time' }).click();
  await page.getByRole('tab', { name: 'Import and Export' }).click();
  await expect(row(page, 'wrong.csv')).toContainText('Failed');
  await network.online();
  await looking.close();
  const taken = await page.request.post(`/api/v2/ops/imports/${id}/revert`, {
    headers: { 'x-ops-entity': 'ID' },
    data: {},
  });
  expect(taken.status()).toBe(200);
});

test('in Malaysia, the destination’s state determines the days off, and without a state the result says which days are not counted @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate('my.editor@ops.example');
  const answer = await page.request.get('/api/sls/locationCDTs/list?size=1');
  const { list } = ((await answer.json()) as { data: { list: { channelId: number }[] } }).data;
  const channel = list[0]?.channelId ?? 0;
  const states = await page.request.get('/api/locations/children?parentId=0');
  const [friday = '', sunday = ''] = ((await states.json()) as { data: { list: { name: string }[] } }).data.list.map(
    ({ name }) => name,
  );
  const schedules = await page.request.get(`/api/sls/nonWorkingDays?channelId=${channel}&serviceType=LM`);
  const before = ((await schedules.json()) as { data: { list: { weekends: object }[] } }).data.list[0]?.weekends ?? {};
  const setWeekends = async (weekends: object): Promise<void> => {
    const set = await page.request.post('/api/sls/nonWorkingDays/weekends/update', {
      headers: { 'x-ops-entity': 'MY' },
      data: { channelId: channel, serviceType: 'LM', WeekendsSetting: JSON.stringify(weekends) },
    });
    expect(set.status(), await set.text()).toBe(200);
  };
  await setWeekends({ [friday]: [5, 6], [sunday]: [6, 7] });
  await page.goto(`${PAGE}/leadTime`);
  await choose(page, channel);
  await page.getByRole('textbox', { name: 'Handed over on' }).fill('2026-11-26');
  // The current time may be after the cutoff, in which case the first mile would wait on the days off.
  await page.getByRole('textbox', { name: 'Handed over at' }).fill('09:30');
  const said = page.getByRole('region', { name: 'Answer' });
  await expect(said.getByText(/^Weekends and holidays of single states were not counted/)).toBeVisible({
    timeout: 60_000,
  });
  const destination = page.getByRole('combobox', { name: 'State' }).nth(1);
  for (const [state, day, other] of [
    [friday, 'Fri 2026-11-27', 'Sun 2026-11-29'],
    [sunday, 'Sun 2026-11-29', 'Fri 2026-11-27'],
  ] as const) {
    await destination.fill(state);
    await page.getByRole('option', { name: state, exact: true }).click();
    await expect(said.getByText(`${day} (weekend)`)).toBeVisible();
    await expect(said.getByText(`${other} (weekend)`)).toHaveCount(0);
  }
  await setWeekends(before);
});
