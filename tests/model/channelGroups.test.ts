import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { newChannelSettings } from '../../src/contract/newChannel.ts';
import { updateBy } from '../../src/contract/resource.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from '../../src/contract/resources/channelConfig.ts';
import { changesNothing } from '../../src/server/writes/write.ts';
import { settingsAfter } from '../../src/server/resources/channelConfig/values.ts';
import type { StoredEntry } from '../../src/sync/outbox/entry.ts';
import { reduceEntry } from '../../src/sync/outbox/reducer.ts';
import { wireInput } from '../../src/sync/outbox/wireInput.ts';
import { edit } from '../../src/sync/resources/writes.ts';
import { entryOf } from '../../src/sync/testing/entries.ts';
import type { Outcome, Row } from '../../src/sync/types.ts';

/**
 * Three people change the same channel at the same time, each starting from the same version, in the formats sent over
 * the wire: changes to different fields are merged in any order, and a different value for the same field is a conflict
 * for the later person (OB8, CHC-37 to CHC-40).
 */

const BEFORE: Row = {
  ...newChannelSettings('ID'),
  country: 'ID',
  channelId: 10_023,
  channelName: 'JNE',
  display_name: 'JNE',
  max_size: 5000,
  cod_max_order_total: 1_999_000,
  version: 7,
  updatedBy: 'seed@ops.example',
  updatedAt: 1,
};

/** A group of settings, and the values that a person enters in some of its fields. */
interface Change {
  group: ChannelGroup;
  values: Row;
}

const value = fc.constantFrom<0 | 1>(0, 1);
const limit = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 9_000_000 }));
const side = fc.integer({ min: 1, max: 90_000 });
const cod: fc.Arbitrary<Change> = fc
  .record({ cod: value, cod_toggle: value, shop_cod_whitelist: value })
  .map(values => ({ group: 'cod', values: { ...values, shop_cod_blacklist: 0, sod: 0 } }));
const order: fc.Arbitrary<Change> = fc
  .record({ max_size: limit, cod_max_order_total: limit, sides: fc.option(fc.tuple(side, side, side)) })
  .map(({ sides, ...values }) => ({
    group: 'order',
    values: {
      ...Object.fromEntries(CHANNEL_GROUPS.order.fields.map(name => [name, BEFORE[name]])),
      ...values,
      dimension_max_length: sides?.[0] ?? null,
      dimension_max_width: sides?.[1] ?? null,
      dimension_sum_height: sides?.[2] ?? null,
    },
  }));
const name: fc.Arbitrary<Change> = fc
  .record({ name_list: fc.constantFrom(0, 1, 2), buyer_whitelist: value })
  .map(values => ({ group: 'name', values }));
const flags: fc.Arbitrary<Change> = fc
  .record({ tracking: value, pickup: value, dropoff: value })
  .map(values => ({ group: 'flags', values }));
const maintenance: fc.Arbitrary<Change> = value.map(on => ({ group: 'maintenance', values: { maintenance: on } }));
const change = fc.oneof(cod, order, name, flags, maintenance);

/** One person's write, based on the row that all three saw; null if it changes nothing. */
const written = ({ group, values }: Change): StoredEntry | null => {
  const write = edit(channelConfig, 'ID', BEFORE, values, `channelConfig.${group}`);
  return Object.keys(write.changes).length === 0 ? null : entryOf(write);
};

/** The server's side: a stale version is rejected with the current row, and deltas are parsed into settings. */
function serverOf(first: Row) {
  let row = first;
  const take = (entry: StoredEntry, who: string): Outcome => {
    const input = wireInput(entry);
    if (input['version'] !== row['version'])
      return {
        kind: 'conflict',
        status: 409,
        message: 'Changed',
        current: row,
        currentVersion: Number(row['version']),
      };
    const { fields = [] } = updateBy(channelConfig, entry.callId) ?? {};
    const after = settingsAfter(row as never, input);
    const changes = Object.fromEntries(fields.map(field => [field, after[field]]));
    if (!changesNothing(row, changes))
      row = { ...row, ...changes, version: Number(row['version']) + 1, updatedBy: who };
    return { kind: 'ok', data: row };
  };
  return { take, row: () => row };
}

/** Sends a write until it is applied, merged or in conflict. */
function send(entry: StoredEntry, who: string, server: ReturnType<typeof serverOf>): StoredEntry {
  let now = entry;
  for (let turn = 0; turn < 5 && now.state === 'queued'; turn++) {
    now = reduceEntry(now, { type: 'taken', fence: 1 });
    now = reduceEntry(now, { type: 'answered', outcome: server.take(now, who), at: turn });
  }
  return now;
}

const fieldsOf = ({ changes }: StoredEntry): string[] => Object.keys(changes);

it('three people’s changes to different fields are all kept in any order, and changing the same field differently is a conflict for the later person', () => {
  const three = fc.tuple(change, change, change);
  let merged = 0;
  let conflicts = 0;
  fc.assert(
    fc.property(three, changes => {
      const server = serverOf(BEFORE);
      const expected: Row = { ...BEFORE };
      const taken = new Map<string, unknown>();
      for (const [at, own] of changes.entries()) {
        const entry = written(own);
        if (!entry) continue;
        const clashing = fieldsOf(entry).filter(field => taken.has(field) && taken.get(field) !== entry.changes[field]);
        const end = send(entry, `p${at}@ops.example`, server);
        const wanted = clashing.length > 0 ? ['conflict'] : taken.size === 0 ? ['applied'] : ['applied', 'merged'];
        expect(wanted).toContain(end.state);
        expect(end.theirs?.fields.map(({ field }) => field) ?? []).toEqual(expect.arrayContaining(clashing));
        merged += end.state === 'merged' ? 1 : 0;
        conflicts += clashing.length > 0 ? 1 : 0;
        if (clashing.length > 0) continue;
        for (const field of fieldsOf(entry)) taken.set(field, entry.changes[field]);
        Object.assign(expected, entry.changes);
      }
      const { version, updatedBy } = server.row();
      expect(server.row()).toEqual({ ...expected, version, updatedBy });
    }),
    { numRuns: 500 },
  );
  // Both merges and conflicts occurred.
  expect([merged > 50, conflicts > 50]).toEqual([true, true]);
});

it('changes to three groups of one channel are merged without losing any of the others', () => {
  const server = serverOf(BEFORE);
  const writes = [
    written({ group: 'cod', values: { cod: 1, cod_toggle: 1, shop_cod_whitelist: 0, shop_cod_blacklist: 0, sod: 0 } }),
    written({ group: 'name', values: { name_list: 2, buyer_whitelist: 1 } }),
    written({ group: 'cutoff', values: { checkout_sameday_cutoff_hour: 14_000, pickup_sameday_cutoff_hour: null } }),
  ];
  expect(writes.map((entry, at) => send(entry as StoredEntry, `p${at}`, server).state)).toEqual([
    'applied',
    'merged',
    'merged',
  ]);
  expect(server.row()).toMatchObject({
    cod: 1,
    cod_toggle: 1,
    name_list: 2,
    buyer_whitelist: 1,
    checkout_sameday_cutoff_hour: 14_000,
    max_size: 5000,
    version: 10,
  });
});
