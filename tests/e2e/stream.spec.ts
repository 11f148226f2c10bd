import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { ownerOfKey, type OwnerKey } from '../../src/contract/owner.ts';
import { EDITOR } from '../support/accounts.ts';
import { editDatabaseBy } from '../support/databaseEdit.ts';
import { truthAs, type ServerTruth } from '../support/serverTruth.ts';
import { releasedAt, releaseOf } from '../support/newRelease.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { test } from './pages/proxied.ts';

// These tests run last, each in whichever worker is free.
test.describe.configure({ mode: 'parallel' });

const CHANNELS = [10021, 10022, 10023, 10024, 10025, 10026];
const EVENTS = '/api/v2/ops/events';

/** Toggles a row's flag without the console; returns the new text of its cell. */
async function turnOver(truth: ServerTruth, channelId: number, locationId: number): Promise<string> {
  const row = await truth.row(channelId, locationId);
  if (!row) throw new Error(`channel ${channelId} has no location ${locationId}`);
  const { canDeliver, canCOD, canPickup, canCODPickup, version } = row;
  const flags = { canDeliver, canCOD: !canCOD, canPickup, canCODPickup };
  expect(
    await truth.write('/channelLocationService/update', { channelId, locationId, type: 0, ...flags, version }),
  ).toBe(200);
  return canCOD ? 'No' : 'Yes';
}

const readyChannels = async (page: Page): Promise<number[]> =>
  Object.entries(await cachedStates(page))
    .filter(([, state]) => state === 'ready')
    .flatMap(([key]) => {
      const { kind, id } = ownerOfKey(key as OwnerKey);
      return kind === 'channel' ? [id] : [];
    });

test('all tabs share one event stream, and a colleague’s change appears in every list within 2 s, even after a server outage', async ({
  page,
  context,
  signIn,
  server,
  faults,
}) => {
  test.setTimeout(240_000);
  const truth = await truthAs(server.url);
  await signIn(EDITOR);
  const lists = new Map<number, LocationPage>();
  for (const channelId of CHANNELS) {
    const list = new LocationPage(lists.size === 0 ? page : await context.newPage());
    await list.open({ channelId, type: 0 });
    await list.ids();
    lists.set(channelId, list);
  }
  // Five of the channels are cached; the sixth one's list uses cached pages and the network.
  await expect.poll(async () => (await readyChannels(page)).length, { timeout: 60_000 }).toBe(5);
  await expect.poll(() => faults.open(EVENTS)).toBe(1);

  const arrives = async (channelId: number) => {
    const list = lists.get(channelId);
    if (!list) throw new Error(`channel ${channelId} is in no tab`);
    await list.page.bringToFront();
    const [id = 0] = await list.ids();
    const value = await turnOver(truth, channelId, id);
    await expect.poll(() => list.cell(id, 'Support COD Deliver'), { timeout: 2000, intervals: [50] }).toBe(value);
  };
  const ready = await readyChannels(page);
  const cached = ready.at(-1) ?? 0;
  const other = CHANNELS.find(channelId => !ready.includes(channelId)) ?? 0;
  await arrives(cached);
  await arrives(other);

  // Only the server process is stopped for a few seconds, so that the proxy sees each attempt: the console retries with
  // pauses, and afterward has a single stream with the same guarantee again.
  await server.stop();
  const { pill } = new LocationPage(page);
  await expect(pill).toHaveText(/^Offline/);
  const since = Date.now();
  await page.waitForTimeout(6000);
  const tries = faults.asked.filter(({ path, at }) => at >= since && /^\/api\/v2\/ops\/(changes|events)/.test(path));
  expect(tries.length).toBeGreaterThan(1);
  // Pauses last at least half a second, with jitter.
  expect(tries.length).toBeLessThan((2 * (Date.now() - since)) / 1000);
  await server.start();
  await expect(pill).toHaveText('Online, all saved', { timeout: 20_000 });
  await expect.poll(() => faults.open(EVENTS), { timeout: 20_000 }).toBe(1);
  await arrives(cached);

  // The tabs are closed one at a time; the stream is kept by the last one.
  for (const list of lists.values()) if (list.page !== page) await list.page.close();
  await expect.poll(() => faults.open(EVENTS)).toBe(1);
  await arrives(CHANNELS[0] ?? 0);
});

test('MR2: after being offline longer than the feed reaches back, the tab loads fresh segments and is up to date', async ({
  page,
  authenticate,
  server,
  faults,
}) => {
  test.setTimeout(180_000);
  const truth = await truthAs(server.url);
  const channelId = CHANNELS[3] ?? 0;
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId, type: 0, state: 'Bali' });
  const [id = 0] = await list.ids();
  await expect.poll(() => readyChannels(page), { timeout: 60_000 }).toContain(channelId);
  const before = await truth.row(channelId, id);
  await server.stop();
  await expect(list.pill).toHaveText(/^Offline/, { timeout: 30_000 });
  // Simulates days offline: a colleague makes a change, and the feed drops everything that this browser has not seen.
  const { dataDir } = server.options;
  await editDatabaseBy(dataDir, [
    [
      'UPDATE channel_locations SET can_cod = NOT can_cod, version = version + 1 WHERE channel_id = $1 AND location_id = $2',
      [channelId, id],
    ],
    ['UPDATE revisions SET revision = revision + 1'],
    [
      `INSERT INTO meta (key, value) VALUES ('feed.floor', pg_current_xact_id()::text)
         ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    ],
  ]);
  faults.asked.length = 0;
  await server.start();
  await expect
    .poll(() => list.cell(id, 'Support COD Deliver'), { timeout: 60_000 })
    .toBe(before?.canCOD ? 'No' : 'Yes');
  await expect.poll(() => readyChannels(page), { timeout: 60_000 }).toContain(channelId);
  const segments = faults.asked.filter(({ path }) => path.startsWith('/api/v2/ops/segments?'));
  expect(segments.some(({ path }) => path.includes('collection=locations'))).toBe(true);
  expect(segments.some(({ path }) => path.includes(`channelId=${channelId}`))).toBe(true);
  // From then on, the feed suffices.
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  const value = await turnOver(truth, channelId, id);
  await expect.poll(() => list.cell(id, 'Support COD Deliver'), { timeout: 10_000 }).toBe(value);
});

test('VER-4: a deployment is announced through the event stream, long before the next poll', async ({
  page,
  signIn,
  server,
  faults,
}) => {
  test.setTimeout(240_000);
  const old = releaseOf('dist/client');
  const folder = releasedAt(old - 100);
  await server.stop();
  server.options.env = { OPS_CLIENT_DIR: folder };
  await server.start();
  try {
    await signIn(EDITOR);
    // The code that runs after the first paint has requested the newest release.
    await expect.poll(() => faults.answered('/api/v2/ops/version').length, { timeout: 20_000 }).toBeGreaterThan(0);
    const notice = page.getByRole('region', { name: 'Notices' }).getByText(/new version released/);
    await expect(notice).toHaveCount(0);
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ release_time: old }));
    await expect(notice).toBeVisible({ timeout: 20_000 });
  } finally {
    await server.stop();
    server.options.env = {};
    rmSync(folder, { recursive: true, force: true });
    await server.start();
  }
});
