import type { Page } from 'playwright/test';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { settled } from './pages/settled.ts';

const SICEPAT = 10022;

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

test('a list is sorted by pointer and keyboard with a column header, on the server and in the cache, with the sort order in the URL', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const sorted = async (sort: string, more: Record<string, string> = {}) =>
    (await truth.rows({ channelId: SICEPAT, type: 0, sort, ...more })).list.map(row => row.locationId);
  const [up, down, within] = await Promise.all([sorted('city'), sorted('-city'), sorted('street', { state: 'Bali' })]);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');

  // The list is not cached yet, so the server sorts it.
  await list.open({ channelId: SICEPAT, type: 0 });
  await list.ids();
  const city = header(page, 'City');
  await expect(city).toHaveAttribute('aria-sort', 'none');
  await city.getByRole('button').click();
  await expect(city).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => list.ids()).toEqual(up);
  await expect(page).toHaveURL(/[?&]sort=city(&|$)/);
  await city.getByRole('button').press('Enter');
  await expect(city).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => list.ids()).toEqual(down);
  await page.reload();
  await expect.poll(() => list.ids()).toEqual(down);

  // Once cached, the order is the same offline, even for sort orders never requested online.
  await expect.poll(() => cachedStates(page), { timeout: 30_000 }).toMatchObject({ [`channel:${SICEPAT}`]: 'ready' });
  await settled(page);
  await network.offline();
  await city.getByRole('button').press('Space');
  await expect(city).toHaveAttribute('aria-sort', 'none');
  await expect(page).not.toHaveURL(/sort=/);
  await city.getByRole('button').click();
  await expect.poll(() => list.ids()).toEqual(up);
  await list.pick('State', 'Bali', 'Bali');
  await list.search();
  await header(page, 'Street').getByRole('button').click();
  await expect(city).toHaveAttribute('aria-sort', 'none');
  await expect.poll(() => list.ids()).toEqual(within);
});
