import { EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage, type LocationFilters } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const J_AND_T = 10021;

const total = async (list: LocationPage): Promise<number> =>
  Number(/of (\d+) entries/.exec(await list.footer.innerText())?.[1] ?? NaN);

test('once its channel is cached, a list’s filters and pages are complete offline, even after a reload', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(150_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0 });
  await list.ids();
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${J_AND_T}`]: 'ready' });
  await settled(page);

  const questions: LocationFilters[] = [
    { channelId: J_AND_T, type: 0, state: 'Bali' },
    { channelId: J_AND_T, type: 0, state: 'sulawesi', displayUnsupported: false },
    { channelId: J_AND_T, type: 0, street: 'suka' },
  ];
  const expected = await Promise.all(questions.map(async question => truth.rows({ ...question, size: 100 })));
  await network.offline();

  for (const [i, question] of questions.entries()) {
    await list.open(question);
    await expect.poll(() => list.ids()).toEqual(expected[i]?.list.slice(0, 10).map(row => row.locationId));
    await expect.poll(() => total(list)).toBe(expected[i]?.total);
  }
  // A page in the middle of the list that was never opened online.
  const whole = await list.page.goto(
    `/carrier/serviceable/location?q=${encodeURIComponent(JSON.stringify(questions[0]))}&page=3&count=10`,
  );
  expect(whole?.ok()).toBe(true);
  const third = await list.ids();
  expect(third).toEqual(expected[0]?.list.slice(20, 30).map(row => row.locationId));
  await page.reload();
  await expect.poll(() => list.ids()).toEqual(third);
  await expect(page.getByText(/as of \d\d:\d\d/)).toBeVisible();

  // The person's own write is shown in place and counted as the server will count it.
  const [id = 0] = third;
  await list.edit(id, 'Support COD Pickup', (await list.cell(id, 'Support COD Pickup')) !== 'Yes');
  await expect(list.row(id)).toHaveAttribute('data-mark', /queued|sending/);
  await network.online();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
});

test("a cached list makes no requests and shows a colleague's change within 2 s", async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0, state: 'Bali' });
  const [id = 0] = await list.ids();
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${J_AND_T}`]: 'ready' });
  await settled(page);
  const asked: string[] = [];
  page.on('request', call => {
    if (call.url().includes('/channelLocationService?')) asked.push(call.url());
  });
  for (const state of ['Gorontalo', 'DKI Jakarta', 'Bali']) {
    await list.pick('State', state, state);
    await list.search();
    await expect(list.rows.first()).toContainText(state);
  }
  await expect.poll(() => list.ids()).toContain(id);
  expect(asked).toEqual([]);

  const before = await truth.row(J_AND_T, id);
  if (!before) throw new Error('the demo has no rows in Bali');
  const { canDeliver, canCOD, canPickup, canCODPickup, version } = before;
  const key = { channelId: J_AND_T, locationId: id, type: 0 };
  const flags = { canDeliver, canCOD: !canCOD, canPickup, canCODPickup };
  expect(await truth.write('/channelLocationService/update', { ...key, ...flags, version })).toBe(200);
  await expect
    .poll(() => list.cell(id, 'Support COD Deliver'), { timeout: 2000, intervals: [50] })
    .toBe(canCOD ? 'No' : 'Yes');
  expect(asked).toEqual([]);

  // After a reload, a page makes no requests either, both before and while the engine starts.
  await page.reload();
  await expect(list.row(id)).toBeVisible();
  await expect(page.getByText(/as of \d\d:\d\d/)).toBeVisible();
  await page.waitForTimeout(4000);
  await expect.poll(() => list.cell(id, 'Support COD Deliver')).toBe(canCOD ? 'No' : 'Yes');
  expect(asked).toEqual([]);
});

test('the Offline data page lists, refreshes and removes all cached data, and a pinned channel survives the loss of the mirror', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(180_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0 });
  await list.ids();
  await page.getByRole('switch', { name: 'Keep offline' }).click();
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${J_AND_T}`]: 'ready' });
  await page
    .getByRole('banner')
    .getByRole('button', { name: /id\.editor|account|user/i })
    .click();
  await page.getByRole('menuitem', { name: 'Offline data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Offline data' })).toBeVisible();
  await expect(page.getByText(/ used \(\d+ %\)/)).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(`Serviceable locations of ${J_AND_T}`) });
  await expect(row).toContainText('Ready offline');
  await expect(row.getByRole('switch')).toBeChecked();
  await row.getByRole('button', { name: /Refresh/ }).click();
  await expect(row).toContainText('Ready offline', { timeout: 30_000 });

  // Every collection shows its number of rows and its size, and can be refreshed and removed; collections that the
  // console always needs are loaded again.
  const of = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  for (const name of ['Channels', 'Locations', 'Visited list pages']) {
    await expect(of(name)).toContainText(/[1-9][\d,]*\s*\d[\d.]* (B|kB|MB)/);
    await of(name)
      .getByRole('button', { name: /Refresh/ })
      .click();
    await of(name)
      .getByRole('button', { name: /Remove/ })
      .click();
  }
  await expect(of('Visited list pages')).toContainText('None yet');
  for (const name of ['Channels', 'Locations'])
    await expect(of(name)).toContainText(/[1-9][\d,]*\s*\d[\d.]* (B|kB|MB).*Ready offline/, { timeout: 30_000 });
  await expect(row).toContainText('Ready offline', { timeout: 30_000 });

  // A channel that the person keeps offline survives the loss of the mirror (MR5).
  await page.evaluate(async () => {
    const mirror = (await indexedDB.databases()).find(({ name }) => name?.startsWith('ops-mirror-'));
    await new Promise(resolve => (indexedDB.deleteDatabase(mirror?.name ?? '').onsuccess = resolve));
  });
  await page.reload();
  await expect(row).toContainText('Ready offline', { timeout: 60_000 });
  await expect(row.getByRole('switch')).toBeChecked();

  // Offline, the data could not be loaded again, so the console asks first.
  await settled(page);
  await network.offline();
  await expect(list.pill).toContainText('Offline', { timeout: 30_000 });
  await expect(row.getByRole('button', { name: /Refresh/ })).toHaveAttribute('aria-disabled', 'true');
  await row.getByRole('button', { name: /Remove/ }).click();
  await expect(list.dialog).toContainText('cannot show this data until the server can be reached');
  await page.keyboard.press('Enter');
  await expect(list.dialog).toBeHidden();
  await expect(row).toContainText('Ready offline');
  await row.getByRole('button', { name: /Remove/ }).click();
  await list.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});
