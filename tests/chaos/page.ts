import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { channelLocation } from '../../src/contract/resources/channelLocation.ts';
import { editRecord } from '../../src/sync/actions/records.ts';
import { openSync, type SyncClient } from '../../src/sync/client/client.ts';
import { loadSession, refreshSession } from '../../src/sync/session/session.ts';
import { systemClock } from '../../src/sync/base/browser.ts';
import type { StoredEntry } from '../../src/sync/outbox/entry.ts';

/**
 * A tab of the console without its screens: only the product's own engine, outbox and `ops` worker, so that twenty of
 * these open in the time of one console. Its URL determines its role: a hub opens the other tabs; every other tab
 * queues writes at random times, reports each confirmed write to the test, and may close itself.
 */

export interface ChaosOrder {
  /** Number of tabs to open; each receives the remaining parameters. */
  tabs: number;
  /** The server's rows at the start of the test. */
  rows: ChannelLocationRow[];
  writes: number;
  /** Maximum pause before a write, in milliseconds. */
  pause: number;
  /** Fraction of the tabs that close themselves, from 0 to 1. */
  closing: number;
  /** Origin to which confirmed writes are reported: a separate one, which the injected network faults do not affect. */
  report: string;
}

type Flag = 'canDeliver' | 'canCOD' | 'canPickup' | 'canCODPickup';
const FLAGS: readonly Flag[] = ['canDeliver', 'canCOD', 'canPickup', 'canCODPickup'];

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const pause = (millis: number) => new Promise<void>(resolve => systemClock.after(millis, resolve));

/** The row as a screen would currently show it: its last known state with pending writes applied. */
async function shown(client: SyncClient, row: ChannelLocationRow): Promise<ChannelLocationRow> {
  const record = `channelLocations/ID/${row.channelId}/${row.locationId}/${row.type}`;
  const states = ['queued', 'sending', 'refused', 'conflict', 'applied', 'merged'];
  const entries: StoredEntry[] = await client.outbox.db.entries
    .where('[record+state]')
    .anyOf(states.map(state => [record, state]))
    .toArray();
  const last = entries.toSorted((a, b) => a.seq - b.seq).at(-1);
  return ((last?.accepted ?? last?.optimistic) as ChannelLocationRow | null | undefined) ?? row;
}

async function start(order: ChaosOrder): Promise<void> {
  let session = await loadSession();
  // A browser that has lost its databases still has its cookie, from which the console restores the session in the same
  // way.
  if (!session && (await refreshSession()).kind === 'ok') session = await loadSession();
  if (!session) throw new Error('nobody is signed in');
  const client = openSync(session.info);
  client.engine.now();
  // Also waits for the outbox, which is read below.
  await client.mirror;
  if (Math.random() < order.closing) systemClock.after(300 + Math.random() * 900, () => window.close());
  for (let n = 0; n < order.writes; n++) {
    await pause(Math.random() * order.pause);
    const row = await shown(client, any(order.rows));
    const flag = any(FLAGS);
    const { canDeliver, canCOD, canPickup, canCODPickup } = row;
    const flags = { canDeliver, canCOD, canPickup, canCODPickup, [flag]: !row[flag] };
    const entry = await editRecord(client, channelLocation, 'ID', row, flags);
    if (entry) void fetch(`${order.report}${entry.id}`, { mode: 'no-cors', keepalive: true });
  }
}

const order = JSON.parse(decodeURIComponent(location.hash.slice(1)) || 'null') as ChaosOrder | null;
if (order && order.tabs > 0) {
  const one = encodeURIComponent(JSON.stringify({ ...order, tabs: 0 }));
  for (let n = 0; n < order.tabs; n++) window.open(`${location.pathname}#${one}`, '_blank', 'noopener');
} else if (order) void start(order);
