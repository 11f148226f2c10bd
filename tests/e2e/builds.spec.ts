import { expect } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { keyOf } from '../../src/sync/outbox/entry.ts';
import type { ChaosOrder } from '../chaos/page.ts';
import { onAcknowledged } from '../support/acknowledged.ts';
import { concurrency, findings, isAgreed, outboxOf, serverSide } from '../support/chaosReport.ts';
import { isWrite } from '../support/faultProxy.ts';
import { buildLightTab, lightTab } from '../support/lightTab.ts';
import { truthAs } from '../support/serverTruth.ts';
import { test } from './pages/proxied.ts';
import { settled } from './pages/settled.ts';

const SICEPAT = 10022;
const BUILDS = ['old', 'new'];
const WRITES = 8;

test('TAB1: when tabs of an old and a new build queue writes to the same records, a single sender sends each write once', async ({
  page,
  context,
  signIn,
  server,
  faults,
}) => {
  test.setTimeout(180_000);
  const truth = await truthAs(server.url);
  const rows = (await truth.rows({ channelId: SICEPAT, type: 0, size: 4, offset: 0 })).list.slice(0, 4);
  const audits = (await truth.audit(SICEPAT)).total;
  for (const build of BUILDS) for (const [path, file] of await buildLightTab(build)) faults.files.set(path, file);
  const { acknowledged, ...listener } = await onAcknowledged();
  try {
    await signIn(EDITOR);
    await settled(page);
    await page.goto('about:blank');
    faults.asked.length = 0;
    const order: ChaosOrder = { tabs: 0, rows, writes: WRITES, pause: 150, closing: 0, report: listener.url };
    const begin = (address: string) => `${address}#${encodeURIComponent(JSON.stringify(order))}`;
    // Each build has its own worker, and both of them run before and while the server is stopped.
    const tabs = [page, await context.newPage()];
    await server.stop();
    for (const [at, build] of BUILDS.entries()) await tabs[at]?.goto(begin(lightTab(build)));
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBe(BUILDS.length * WRITES);
    const queued = await outboxOf(page);
    expect(queued.filter(({ state }) => state !== 'applied')).toHaveLength(BUILDS.length * WRITES);
    await server.start();
    // Adds more writes while the queue is being sent.
    await (await context.newPage()).goto(begin(lightTab('old')));
    const all = (BUILDS.length + 1) * WRITES;
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBe(all);
    const open = async () => (await outboxOf(page)).filter(({ state }) => state === 'queued' || state === 'sending');
    await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(0);

    const entries = await outboxOf(page);
    const writes = faults.asked.filter(({ method, path }) => isWrite(method, path));
    const changed = (await truth.audit(SICEPAT)).total - audits;
    await server.stop();
    const kept = await serverSide(server.options.dataDir, SICEPAT);
    // Tabs that write at the same moment may make the same change to a record, which is then sent only once or has no
    // effect the second time.
    const alreadyApplied = entries.filter(entry => isAgreed(entry) && !kept.keys.has(keyOf(entry)));
    const versions = rows.map(
      row => (kept.rows.get(`${row.channelId}/${row.locationId}/${row.type}`)?.version ?? 0) - row.version,
    );
    expect(changed).toBe(versions.reduce((sum, version) => sum + version, 0));
    expect(changed).toBeLessThanOrEqual(all - alreadyApplied.length);
    expect(changed).toBeGreaterThan((all * 3) / 4);
    expect(alreadyApplied.length).toBeLessThan(all / 4);
    expect(findings(acknowledged, entries, rows, kept)).toEqual([]);
    const { overlaps, most } = concurrency(writes);
    expect(overlaps).toEqual([]);
    expect(most).toBeLessThanOrEqual(4);
  } finally {
    listener.close();
    faults.files.clear();
    if (server.pid === undefined) await server.start();
  }
});
