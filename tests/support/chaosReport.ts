import type { Page } from 'playwright/test';
import { openDatabase } from '../../src/server/db/open.ts';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { idOfKey, type StoredEntry } from '../../src/sync/outbox/entry.ts';
import { browserStore } from './browserStore.ts';
import type { Asked } from './faultProxy.ts';

/** What a storm left behind in the browser and on the server, and whether it is correct. */

/** The entries in the browser's outbox, by seq. */
export const outboxOf = (page: Page): Promise<StoredEntry[]> => browserStore<StoredEntry>(page, 'outbox', 'entries');

export interface ServerSide {
  /** The idempotency keys of writes that took effect. */
  keys: Set<string>;
  rows: Map<string, { version: number; flags: boolean[] }>;
}

/** A channel's records in the database of the stopped server. */
export async function serverSide(dataDir: string, channelId: number): Promise<ServerSide> {
  const database = await openDatabase({ dataDir });
  try {
    const keys = await database.pool.query<{ key: string }>('SELECT key FROM idempotency_keys WHERE status = 200');
    const rows = await database.pool.query<Record<string, never>>(
      'SELECT * FROM channel_locations WHERE channel_id = $1',
      [channelId],
    );
    return {
      keys: new Set(keys.rows.map(({ key }) => key)),
      rows: new Map(
        rows.rows.map(row => [
          `${row['channel_id']}/${row['location_id']}/${row['type']}`,
          {
            version: Number(row['version']),
            flags: ['can_deliver', 'can_cod', 'can_pickup', 'can_cod_pickup'].map(name => Boolean(row[name])),
          },
        ]),
      ),
    };
  } finally {
    await database.close();
  }
}

/**
 * Key of the record to which a write refers; null if the write had no effect, because its body never arrived or refers
 * to no record.
 */
const recordOf = ({ body }: Asked): string | null => recordIn(JSON.parse(body || '{}') as Record<string, unknown>);

const recordIn = ({ channelId, locationId, type }: Record<string, unknown>): string | null =>
  channelId === undefined ? null : `${String(channelId)}/${String(locationId)}/${String(type)}`;

/** The writes in a request: a single one or a batch. */
function carried(asked: Asked): { key: string; record: string | null }[] {
  const key = asked.headers['idempotency-key'];
  if (key !== undefined) return [{ key: String(key), record: recordOf(asked) }];
  const { writes } = JSON.parse(asked.body || '{}') as { writes?: { key: string; input: Record<string, unknown> }[] };
  return (writes ?? []).map(write => ({ key: write.key, record: recordIn(write.input) }));
}

/**
 * Finds different writes of the same record that were in flight at the same time, and the maximum number of writes in
 * flight overall: either can reveal more than one sender (OB2, OB4). The same write may briefly be in flight twice, if
 * its sender lost or released the lock and the next one resends it with its key (OB3).
 *
 * @param kills times at which the browser was killed, in epoch milliseconds: its requests ended then, whatever the
 * sockets say
 */
export function concurrency(
  writes: readonly Asked[],
  kills: readonly number[] = [],
): { overlaps: string[]; most: number } {
  const overlaps: string[] = [];
  let most = 0;
  const running: { record: string; key: string; until: number }[] = [];
  for (const write of writes.toSorted((a, b) => a.at - b.at)) {
    for (let i = running.length - 1; i >= 0; i--) if ((running[i]?.until ?? 0) <= write.at) running.splice(i, 1);
    const record = recordOf(write);
    if (record === null) continue;
    const key = String(write.headers['idempotency-key']);
    if (running.some(other => other.record === record && other.key !== key)) overlaps.push(record);
    const killed = kills.find(at => at >= write.at) ?? Infinity;
    running.push({ record, key, until: Math.min(write.until ?? Infinity, killed) });
    most = Math.max(most, new Set(running.map(one => one.key)).size);
  }
  return { overlaps, most };
}

/**
 * Whether a write settled without being sent because the server already had the intended value: another tab of the same
 * person had written it, and this tab had not displayed it yet.
 */
export const isAgreed = ({ state, accepted, changes }: StoredEntry): boolean =>
  state === 'merged' &&
  accepted !== null &&
  Object.entries(changes).every(([field, value]) => accepted[field] === value);

/**
 * All broken promises; empty if there are none. After being killed, Chromium sometimes deletes all IndexedDB data on
 * the next start: the history of settled writes is then lost, and `sent` says to which record each of them belonged.
 *
 * @param discarded writes that a person discarded and that the server never received
 */
export function findings(
  acknowledged: ReadonlySet<string>,
  entries: readonly StoredEntry[],
  before: readonly ChannelLocationRow[],
  server: ServerSide,
  sent: readonly Asked[] = [],
  discarded: ReadonlySet<string> = new Set(),
): string[] {
  const found: string[] = [];
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  const recordOfId = new Map(entries.map(({ id, recordKey }) => [id, recordKey]));
  for (const { key, record } of sent.flatMap(carried)) if (record !== null) recordOfId.set(idOfKey(key), record);
  const effective = new Set([...server.keys].map(idOfKey));
  const applied = (id: string) => [...server.keys].some(key => key === id || key.startsWith(`${id}.`));
  for (const id of acknowledged) {
    const entry = byId.get(id);
    if (discarded.has(id)) {
      if (applied(id)) found.push(`OB6: ${id} was discarded and is on the server`);
      if (entry && (entry.state !== 'discarded' || entry.reason === ''))
        found.push(`OB6: ${entry.title} was discarded and is ${entry.state}`);
      continue;
    }
    if (!entry) {
      // The oldest settled writes are dropped from the list, which is allowed only if the server has them.
      if (!applied(id)) found.push(`OB6: the acknowledged write ${id} is gone`);
      continue;
    }
    const waits = entry.state === 'refused' || entry.state === 'conflict';
    if (waits) continue;
    if (entry.state !== 'applied' && entry.state !== 'merged')
      found.push(`OB6: ${entry.title} is still ${entry.state}`);
    else if (!applied(id) && !isAgreed(entry))
      found.push(`OB3: ${entry.title} (${id}) ended ${entry.state} and is not on the server`);
  }
  for (const row of before) {
    const record = `${row.channelId}/${row.locationId}/${row.type}`;
    const now = server.rows.get(record);
    const own = entries.filter(entry => entry.recordKey === record);
    const effects = [...effective].filter(id => recordOfId.get(id) === record);
    const grown = (now?.version ?? 0) - row.version;
    const order = own
      .filter(({ id }) => applied(id))
      .map(({ acceptedVersion }) => acceptedVersion)
      .filter(version => version !== null);
    if (order.some((version, i) => i > 0 && version < (order[i - 1] ?? 0)))
      found.push(`OB4: ${record} was written out of order: ${order.join(' ')}`);
    // A dropped write may have changed nothing, and its order is also unknown.
    const known = effects.every(id => byId.has(id));
    if (!known && (grown > effects.length || grown < new Set(order).size))
      found.push(`OB3: ${record} changed ${grown} times by ${effects.length} writes`);
    if (!known) continue;
    // The server's final state must be the result of applying the writes one at a time. A write of a value that another
    // tab of the same person has just written, before this tab has displayed it, changes nothing and creates no
    // version.
    const flags = { ...row } as unknown as Record<string, unknown>;
    let changed = 0;
    for (const { id, title, changes, acceptedVersion } of own) {
      const differs = Object.entries(changes).some(([flag, value]) => flags[flag] !== value);
      if (applied(id)) {
        if (differs) changed++;
        if (acceptedVersion !== null && acceptedVersion !== row.version + changed)
          found.push(`OB4: ${title} (${id}) made version ${acceptedVersion}, not ${row.version + changed}`);
        Object.assign(flags, changes);
      } else if (differs && !discarded.has(id)) found.push(`OB3: ${title} (${id}) stood for nothing that was there`);
    }
    if (grown !== changed) found.push(`OB3: ${record} changed ${grown} times by ${changed} writes that change it`);
    const expected = ['canDeliver', 'canCOD', 'canPickup', 'canCODPickup'].map(name => flags[name]);
    if (expected.join() !== now?.flags.join())
      found.push(`OB4: ${record} is ${now?.flags.join()} and should be ${expected.join()}`);
  }
  return found;
}
