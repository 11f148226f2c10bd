import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { violations } from './pages/violations.ts';

/** Lead times in each kind of country, and the messages shown if there are none. */

const PAGE = '/carrier/locationCDT';

async function choose(page: Page, channel: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Channel', exact: true }).fill(String(channel));
  await page.getByRole('option').first().click();
}

test('a lead time in Brazil is looked up by CEP, and missing data or a channel that is not cached offline is reported', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  await authenticate('admin@ops.example');
  await page.request.post('/api/v2/ops/session/entity', { data: { country: 'BR' } });
  const headers = { 'x-ops-entity': 'BR' };
  const answer = await page.request.get('/api/sls/locationCDTs/list?size=1000&destinationLevel=4', { headers });
  const { list } = (
    (await answer.json()) as { data: { list: { channelId: number; origin: string; destination: string }[] } }
  ).data;
  const { channelId, destination } = list.find(({ origin }) => origin === 'BR') ?? { channelId: 0, destination: '' };
  await page.goto(`${PAGE}/leadTime`);
  const said = page.getByRole('region', { name: 'Answer' });
  await expect(said.getByText('Choose a channel')).toBeVisible();
  await choose(page, channelId);
  const cep = page.getByRole('textbox', { name: 'Destination CEP' });
  await cep.fill('0131');
  await expect(said.getByText('Destination CEP must be 8 digits, such as 01310-000')).toBeVisible();
  await cep.fill(`${destination.slice(0, 5)}-${destination.slice(5, 8)}`);
  await expect(said.getByRole('row', { name: /^Used/ })).toContainText(destination, { timeout: 60_000 });
  await page.getByRole('textbox', { name: 'Handed over on' }).fill('9999-12-31');
  await expect(said.getByText('Handed over on must be a day from 1970 to 2099, such as 2026-11-23')).toBeVisible();
  await page.getByRole('textbox', { name: 'Handed over on' }).fill('2026-12-31');
  // The current time may be after the cutoff, in which case the first mile would wait until after the holiday, and no
  // later day would be skipped.
  await page.getByRole('textbox', { name: 'Handed over at' }).fill('09:30');
  await expect(said.getByText(/^Non-working days skipped:.*Fri 2027-01-01 \(holiday\)/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const others = await page.request.get('/api/sls/channelIds', { headers });
  const other = ((await others.json()) as { data: { list: number[] } }).data.list.find(id => id !== channelId) ?? 0;
  await expect.poll(async () => (await cachedStates(page))[`channel:${channelId}`], { timeout: 60_000 }).toBe('ready');
  await network.offline();
  await choose(page, other);
  await expect(
    said.getByText('You are offline, and the lead times of this channel are not on this device'),
  ).toBeVisible();
  await choose(page, channelId);
  await expect(said.getByRole('row', { name: /^Used/ })).toContainText(destination);
  await network.online();
});
