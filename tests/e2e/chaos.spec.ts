import { expect, type BrowserContext } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import type { StoredEntry } from '../../src/sync/outbox/entry.ts';
import type { ChaosOrder } from '../chaos/page.ts';
import { BrowserProfile } from '../support/browserProfile.ts';
import { concurrency, findings, outboxOf, serverSide } from '../support/chaosReport.ts';
import { isWrite, type Fault } from '../support/faultProxy.ts';
import { onAcknowledged } from '../support/acknowledged.ts';
import { buildLightTab, lightTab } from '../support/lightTab.ts';
import { truthAs } from '../support/serverTruth.ts';
import { LocationPage } from './pages/locationPage.ts';
import { test } from './pages/proxied.ts';
import { decideRefused } from './pages/stuckWrites.ts';
import { settled } from './pages/settled.ts';

test.use({ scale: 'full' });

/** Number of kills and tabs in the storm; docs/tests.md explains how to run a longer one. */
const KILLS = Number(process.env['OPS_CHAOS_KILLS'] ?? 20);
const TABS = Number(process.env['OPS_CHAOS_TABS'] ?? 20);
const CHANNEL = 10025;
const RECORDS = 12;
/**
 * The browser is killed with a write in flight: after it has sent at most this many writes. If it sends nothing, it is
 * killed this many milliseconds after its tabs have confirmed some writes; on a slow machine, twenty tabs take longer
 * than that to open.
 */
const SENT_MOST = 8;
const NOTHING_MOST = 6000;
const CONFIRMED_LEAST = Math.ceil(TABS / 4);
const OPENING_MOST = 60_000;

const WRITES = '/api/channelLocationService/';
/** Path of a request that contains many writes of a long queue; all other writes are separate requests. */
const TOGETHER = '/api/v2/ops/writes';
const carriesWrites = (method: string, path: string): boolean => isWrite(method, path) || path === TOGETHER;
const pause = (millis: number) => new Promise<void>(resolve => setTimeout(resolve, millis));
const chance = Math.random;
const between = (least: number, most: number) => Math.round(least + chance() * (most - least));

const busy: Fault = {
  kind: 'answer',
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ retcode: 503, message: 'Later.', detail: '', data: null }),
};

/**
 * Number of writes that the server refuses permanently, so that later writes to the same records wait until a person
 * decides.
 */
const REFUSED = 4;
const refusal: Fault = {
  kind: 'answer',
  status: 422,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ retcode: 422, message: 'The channel is being audited.', detail: '', data: null }),
};

/** The fate of a write: about six in ten arrive and are answered. */
function fate(): Fault | null {
  const dice = chance();
  if (dice < 0.12) return { kind: 'loseReply' };
  if (dice < 0.2) return { kind: 'reset' };
  if (dice < 0.28) return { kind: 'stall', millis: between(100, 3000) };
  if (dice < 0.34) return { kind: 'halfOpen', reaches: chance() < 0.5 };
  return dice < 0.4 ? busy : null;
}

/** Entries that wait for another entry of their record, about which only a person can decide. */
function behindStuck(entries: readonly StoredEntry[]): StoredEntry[] {
  const stuck = entries.filter(({ state }) => state === 'refused' || state === 'conflict');
  return entries.filter(
    ({ state, record, seq }) => state === 'queued' && stuck.some(one => one.record === record && one.seq < seq),
  );
}

/** Waits until only a person's decisions are left. Writes paused by the preflight check are sent. */
async function untilDecisions(list: LocationPage): Promise<void> {
  const { page } = list;
  for (const end = Date.now() + 300_000; Date.now() < end; await page.waitForTimeout(1000)) {
    const text = await list.pill.innerText();
    // Other writes may also be waiting for refused ones until a person decides.
    if (text.includes('paused')) {
      if (!page.url().endsWith('/queue')) await page.goto('/queue');
      const go = page.getByRole('button', { name: /^(Send \d+ safe changes?|Review the rest)$/ }).first();
      await go.click({ timeout: 10_000 }).catch(() => undefined);
    } else if (text.startsWith('Online')) {
      const entries = await outboxOf(page);
      const open = entries.filter(({ state }) => state === 'queued' || state === 'sending');
      if (open.length === behindStuck(entries).length) return;
    }
  }
  throw new Error(`After five minutes the console says: ${await list.pill.innerText()}`);
}

test(`OB1 to OB6: while ${TABS} tabs write, the network fails and the browser is killed ${KILLS} times, no confirmed write is lost or applied twice`, async ({
  server,
  faults,
  signIn,
}) => {
  test.setTimeout(240_000 + KILLS * 60_000);
  const truth = await truthAs(server.url);
  const rows = (await truth.rows({ channelId: CHANNEL, type: 0, size: RECORDS, offset: 0 })).list.slice(0, RECORDS);
  expect(rows).toHaveLength(RECORDS);
  for (const [path, file] of await buildLightTab('light')) faults.files.set(path, file);
  const audits = (await truth.audit(CHANNEL)).total;
  const profile = new BrowserProfile(faults.url, ['--renderer-process-limit=5']);
  const { acknowledged, ...listener } = await onAcknowledged();
  const midFlush = async (most: number) => {
    const [before, confirmed] = [sent(), acknowledged.size];
    for (const end = Date.now() + OPENING_MOST; Date.now() < end; await pause(10)) {
      if (acknowledged.size - confirmed >= CONFIRMED_LEAST || sent() - before >= most) break;
    }
    for (const end = Date.now() + NOTHING_MOST; Date.now() < end; await pause(10)) {
      if (sent() - before >= most && faults.open(WRITES) > 0) return;
    }
  };
  const sent = () => faults.asked.filter(({ method, path }) => carriesWrites(method, path)).length;
  const order: ChaosOrder = { tabs: TABS, rows, writes: 1, pause: 600, closing: 0.25, report: listener.url };
  let context: BrowserContext | null = null;
  let proven = false;
  try {
    context = await profile.open();
    const first = await context.newPage();
    await signIn(EDITOR, first);
    await settled(first);
    await profile.keepCookies(context);

    faults.asked.length = 0;
    const kills: number[] = [];
    const refused = new Set<string>();
    /**
     * Refuses only writes that have not reached the server before, because a write that is discarded later must not
     * have taken effect.
     */
    const refuses = (key: string): boolean => {
      if (faults.asked.some(({ path, body }) => path === TOGETHER && body.includes(key))) return false;
      if (refused.has(key)) return true;
      const tried = faults.asked.some(({ headers }) => headers['idempotency-key'] === key);
      if (tried || kills.length === 0 || refused.size === REFUSED || chance() < 0.8) return false;
      refused.add(key);
      return true;
    };
    faults.choose((method, path, headers) => {
      if (!carriesWrites(method, path)) return null;
      return path !== TOGETHER && refuses(String(headers['idempotency-key'])) ? refusal : fate();
    });
    // A single write stays in flight for thirty seconds, whatever happens to its browser.
    faults.fail(carriesWrites, { kind: 'stall', millis: 30_000 }, 1);
    const began = Date.now();
    for (let kill = 0; kill < KILLS; kill++) {
      const hub = await context.newPage();
      await hub.goto(`${lightTab('light')}#${encodeURIComponent(JSON.stringify(order))}`);
      await midFlush(between(1, SENT_MOST));
      await profile.kill(context);
      kills.push(Date.now());
      context = await profile.open();
    }
    faults.heal();
    // A browser that has lost its databases sends the refused writes again.
    faults.choose((_method, path, headers) =>
      path !== TOGETHER && refused.has(String(headers['idempotency-key'])) ? refusal : null,
    );

    // The storm is over: the real console is opened again and finishes all work.
    let page = await context.newPage();
    let list = new LocationPage(page);
    await list.open({ channelId: CHANNEL, type: 0 });
    await list.ids();
    await untilDecisions(list);
    // Refused writes wait for the person, and so do later writes to the same records.
    const before = await outboxOf(page);
    const stuck = before.filter(({ state }) => state === 'refused');
    const behind = behindStuck(before);
    if (stuck.length === 0) console.log('The preflight check paused all of this storm: no write was refused in it');
    const discarded = new Set<string>();
    for (const [at, { id }] of stuck.entries()) {
      const how = at % 2 === 0 ? 'discard' : 'resend';
      if (how === 'discard') discarded.add(id);
      else refused.delete(id);
      await decideRefused(page, id, how);
      if (at > 0) continue;
      // A person's decisions are as durable as their writes.
      await profile.kill(context);
      kills.push(Date.now());
      context = await profile.open();
      page = await context.newPage();
      list = new LocationPage(page);
      await page.goto('/queue');
    }
    faults.heal();
    for (const { id, state } of await outboxOf(page)) if (state === 'refused') await decideRefused(page, id, 'resend');
    await untilDecisions(list);
    await expect(list.pill).toHaveText(/^Online, (all saved|\d+ needs? you)$/, { timeout: 60_000 });
    // By now, the stalled write has arrived.
    await page.waitForTimeout(Math.max(0, began + 31_000 - Date.now()));
    const entries = await outboxOf(page);
    const writes = faults.asked.filter(({ method, path }) => isWrite(method, path));
    const posts = faults.asked.filter(({ method, path }) => carriesWrites(method, path));
    await context.close();
    await server.stop();
    const kept = await serverSide(server.options.dataDir, CHANNEL);
    await server.start();

    const waiting = entries.filter(({ state }) => state === 'queued' || state === 'sending');
    const person = entries.filter(({ state }) => state === 'refused' || state === 'conflict');
    console.log(
      `${acknowledged.size} acknowledged writes, ${entries.length} in the outbox, ${stuck.length} refused, ` +
        `${behind.length} behind them, ${discarded.size} of them discarded, ${person.length} left for a person; ` +
        `${writes.length} requests, ${writes.filter(({ fault }) => fault !== null).length} met a fault`,
    );
    expect(acknowledged.size).toBeGreaterThan(4 * KILLS);
    expect(waiting).toEqual([]);
    expect(person.filter(({ state }) => state === 'refused')).toEqual([]);
    expect(findings(acknowledged, entries, rows, kept, posts, discarded)).toEqual([]);
    const effects = rows.map(row => (kept.rows.get(`${CHANNEL}/${row.locationId}/0`)?.version ?? 0) - row.version);
    expect((await truth.audit(CHANNEL)).total - audits).toBe(effects.reduce((sum, grown) => sum + grown, 0));
    const { overlaps, most } = concurrency(writes, kills);
    expect(overlaps).toEqual([]);
    // Four for each of two workers: tabs close at random, and the sockets may still show the requests of a worker that
    // ended with its last tab when the next worker sends its own four.
    expect(most).toBeLessThanOrEqual(8);
    const listed = new Set(entries.map(({ id }) => id));
    const forgotten = [...acknowledged].filter(id => !listed.has(id)).length;
    if (forgotten > 0)
      console.log(`The browser lost its databases on the way: ${forgotten} ended writes are not listed`);
    // Each engine that sent anything took its own fence.
    else expect(Math.max(...entries.map(({ fence }) => fence))).toBeGreaterThanOrEqual(Math.min(KILLS, 10));
    proven = true;
  } finally {
    listener.close();
    await context?.close().catch(() => undefined);
    profile.remove(!proven);
    faults.files.clear();
    if (server.pid === undefined) await server.start();
  }
});
