import { expect, type Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { isWrite } from '../support/faultProxy.ts';
import { truthAs } from '../support/serverTruth.ts';
import { SyncEvents } from '../support/syncEvents.ts';
import { LocationPage } from './pages/locationPage.ts';
import { test } from './pages/proxied.ts';
import { settled } from './pages/settled.ts';

const NINJA = 10024;

/** Tags of the background syncs registered with the browser. */
const tags = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags();
  });

test('after all tabs are closed, background sync sends each pending write exactly once, as soon as the server is back', async ({
  page,
  context,
  authenticate,
  server,
  faults,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: NINJA, type: 0 });
  const ids = (await list.ids()).slice(0, 3);
  const before = await Promise.all(ids.map(id => truth.row(NINJA, id)));
  const audits = (await truth.audit(NINJA)).total;
  await settled(page);
  await server.stop();
  for (const [at, id] of ids.entries()) await list.edit(id, 'Support COD Pickup', !before[at]?.canCODPickup);
  // The second edit of the first record waits for the first one (OB4).
  await list.edit(ids[0] ?? 0, 'Support COD Deliver', !before[0]?.canCOD);
  await expect(list.pill).toHaveText('Offline, 4 changes waiting');
  await expect.poll(() => tags(page)).toContain('ops-outbox');
  const sync = await SyncEvents.open(context);
  await page.close();

  // The server is still stopped: nothing is lost, and a later sync succeeds.
  await sync.fireUntil(faults.url, () => faults.asked.some(({ path }) => path === '/api/v2/ops/session'));
  expect(faults.asked.filter(({ method, path }) => isWrite(method, path))).toEqual([]);
  await server.start();
  await sync.fireUntil(faults.url, async () => (await truth.audit(NINJA)).total > audits);
  for (const [at, id] of ids.entries())
    await expect
      .poll(() => truth.row(NINJA, id), { timeout: 30_000 })
      .toMatchObject({
        canCODPickup: !before[at]?.canCODPickup,
        canCOD: at === 0 ? !before[0]?.canCOD : before[at]?.canCOD,
        version: (before[at]?.version ?? 0) + (at === 0 ? 2 : 1),
      });
  expect((await truth.audit(NINJA)).total).toBe(audits + 4);
  const writes = faults.asked.filter(({ method, path }) => isWrite(method, path));
  expect(new Set(writes.map(({ headers }) => headers['idempotency-key'])).size).toBe(4);

  // A tab opened now has nothing left to send.
  const again = new LocationPage(await context.newPage());
  await again.open({ channelId: NINJA, type: 0 });
  await expect(again.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  expect((await truth.audit(NINJA)).total).toBe(audits + 4);
});

test('background sync keeps the queue and sends nothing without a session or with another person’s cookie (MR4, OB7)', async ({
  page,
  context,
  authenticate,
  server,
  faults,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: NINJA, type: 0, state: 'Bali' });
  const [id = 0] = await list.ids();
  const before = await truth.row(NINJA, id);
  await settled(page);
  await server.stop();
  await list.edit(id, 'Support COD Pickup', !before?.canCODPickup);
  await expect(list.pill).toHaveText('Offline, 1 change waiting');
  const mine = await context.cookies();
  const sync = await SyncEvents.open(context);
  await page.close();
  await server.start();

  const theirs = (await truth.request.storageState()).cookies;
  const asked = () => faults.asked.some(({ path }) => path === '/api/v2/ops/session');
  for (const cookies of [theirs, []]) {
    await context.clearCookies();
    await context.addCookies(cookies);
    faults.asked.length = 0;
    await sync.fireUntil(faults.url, asked);
    // Allows enough time for requests that must not happen.
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
  expect(faults.asked.filter(({ method, path }) => isWrite(method, path))).toEqual([]);
  expect((await truth.row(NINJA, id))?.version).toBe(before?.version);

  await context.addCookies(mine);
  const version = async () => (await truth.row(NINJA, id))?.version;
  await sync.fireUntil(faults.url, async () => (await version()) !== before?.version);
  await expect.poll(() => version()).toBe((before?.version ?? 0) + 1);
});
