import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

/**
 * A browser without SharedWorker, as on Android: each tab runs the engine in its own worker, and only one of them
 * sends.
 */

const J_AND_T = 10021;
const FLAG = 'Support COD Pickup';

const withoutShared = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  });

const ownWorkers = (page: Page): number =>
  page.workers().filter(worker => /\/main-[^/]*\.js/.test(worker.url())).length;

const senders = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.map(({ name }) => name ?? '').filter(name => name.startsWith('ops-sender-'));
  });

test('without SharedWorker, two tabs accept writes online and offline, and only one of their workers sends them', async ({
  page,
  context,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(180_000);
  const truth = await truthAs(server.url);
  await withoutShared(page);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0, state: 'Bali' });
  const [first = 0, second = 0, third = 0] = await list.ids();
  const before = new Map<number, { canCODPickup: boolean; version: number } | undefined>();
  for (const id of [first, second, third]) before.set(id, await truth.row(J_AND_T, id));
  const flipped = (id: number) => !before.get(id)?.canCODPickup;

  await test.step('the engine runs in the tab’s worker instead of in the page', async () => {
    expect(await page.evaluate(() => 'SharedWorker' in globalThis)).toBe(false);
    await expect.poll(() => ownWorkers(page), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => senders(page), { timeout: 20_000 }).toHaveLength(1);
  });

  await test.step('an edit made online is sent', async () => {
    await list.edit(first, FLAG, flipped(first));
    await expect.poll(async () => (await truth.row(J_AND_T, first))?.canCODPickup).toBe(flipped(first));
    await expect(list.pill).toHaveText('Online, all saved');
  });

  const other = await context.newPage();
  await withoutShared(other);
  const otherList = new LocationPage(other);
  await test.step('a second tab has its own worker, but there is still only one sender', async () => {
    await otherList.open({ channelId: J_AND_T, type: 0, state: 'Bali' });
    await expect(otherList.row(second)).toBeVisible();
    await expect.poll(() => ownWorkers(other), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => senders(other)).toHaveLength(1);
  });

  await test.step('offline, both tabs accept writes, and then one tab is closed', async () => {
    await settled(page);
    await network.offline();
    await list.edit(second, FLAG, flipped(second));
    await otherList.edit(third, FLAG, flipped(third));
    await expect(otherList.pill).toHaveText('Offline, 2 changes waiting');
    // The first tab's worker was the leader, so the other tab's worker takes over.
    await page.close();
  });

  await test.step('back online, every write arrives exactly once', async () => {
    await network.online();
    await expect(otherList.pill).toHaveText('Online, all saved', { timeout: 60_000 });
    for (const id of [first, second, third]) {
      const now = await truth.row(J_AND_T, id);
      expect([now?.canCODPickup, now?.version]).toEqual([flipped(id), (before.get(id)?.version ?? 0) + 1]);
    }
  });
});
