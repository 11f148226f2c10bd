import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/contract/call.ts';
import type { SyncClient } from '../../../src/sync/client/client.ts';
import { refreshPages } from '../../../src/sync/list/refreshPages.ts';
import { applyChanges } from '../../../src/sync/mirror/apply.ts';
import type { CachedPage } from '../../../src/sync/types.ts';
import { readPage, storePage } from '../../../src/sync/mirror/pages.ts';
import { pruneForSession } from '../../../src/sync/mirror/prune.ts';
import { mirrors } from '../../../src/sync/testing/mirrors.ts';
import { readerOf } from '../../../src/sync/testing/sessionInfo.ts';
import { declaredWith, placeKey, shapeRow } from '../../../src/sync/testing/shape.ts';
import { rowOf } from '../../../src/sync/testing/writes.ts';
import type { Row } from '../../../src/sync/types.ts';
import { ticket } from '../../support/ticket.ts';
import { TICKETS } from './tickets.ts';

const mirror = mirrors(9700, afterEach);
const DECLARED = declaredWith(TICKETS);
const tickets = ticket.collection as Collection;
const change = (place: number, part: Row = {}) => {
  const row = shapeRow(TICKETS, place, part);
  return { collection: tickets, key: placeKey(TICKETS, place), version: row.version, row };
};
const location = { collection: 'channelLocations', key: '10021/1/0', version: 1, row: rowOf(1) as Row } as const;
const page = (part: Partial<CachedPage> = {}): CachedPage => ({
  id: 'tickets',
  sourceId: 'tickets',
  callId: 'ticket.list',
  entity: 'ID',
  collection: tickets,
  input: { page: 1, count: 10 },
  page: 1,
  count: 10,
  total: 2,
  rows: [shapeRow(TICKETS, 1), shapeRow(TICKETS, 2)],
  keys: [],
  asOf: 1,
  freshAt: 0,
  arrivedAt: 0,
  settledAt: 0,
  ...part,
});

describe('the mirror of a collection whose key is a string', () => {
  it('MR1: a later change to a row patches only that row in a refreshed page', async () => {
    const db = await mirror();
    await storePage(db, page(), row => String(row['code']));
    const client = {
      env: { clock: { now: () => 5 } },
      outbox: { counter: async () => 0, declared: DECLARED },
      transport: { call: async () => ({ kind: 'ok', data: { list: page().rows, total: 2 } }) },
    } as unknown as SyncClient;
    expect(await refreshPages(client, db, 'ID')).toBe(true);
    await applyChanges(db, 'ID', [change(2, { subject: 'Later', version: 2 })]);
    const { cached } = (await readPage(db, 'tickets')) as { cached: CachedPage };
    expect(cached.rows.map(row => row['subject'])).toEqual(['As it was', 'Later']);
    expect(new Set(cached.keys).size).toBe(2);
    await applyChanges(db, 'ID', [{ ...change(1, { version: 3 }), row: null }]);
    expect((await readPage(db, 'tickets'))?.cached).toMatchObject({ total: 1, rows: [{ code: 'T-2' }] });
  });

  it('MR4: losing a permission removes only the rows and pages of the resources that require it', async () => {
    const left = async (codes: string[]) => {
      const db = await mirror();
      await applyChanges(db, 'ID', [location, change(1)]);
      await storePage(db, page(), row => String(row['code']));
      await pruneForSession(db, readerOf({ codesByEntity: { ID: codes } }), DECLARED);
      const rows = (await db.rows.toArray()).map(({ collection }) => collection);
      return [rows.toSorted(), await db.pages.count()];
    };
    const [area, support] = ['channel_management.serviceable_area.read', 'support.ticket.read'];
    expect(await left([area, support])).toEqual([['channelLocations', 'tickets'], 1]);
    expect(await left([area])).toEqual([['channelLocations'], 0]);
    expect(await left([support])).toEqual([['tickets'], 1]);
    expect(await left([])).toEqual([[], 0]);
  });
});

describe('rows that protect pages from late responses', () => {
  it.each(['tickets', 'channels', 'locations'] as const)(
    'the oldest protected rows of %s are removed, unless they are places',
    async name => {
      const db = await mirror();
      const collection = name as Collection;
      const most = 6_100;
      const changes = Array.from({ length: most }, (_, n) => ({ collection, key: String(n), version: 2, row: null }));
      if (name === 'channels') await db.snapshots.put({ entity: 'ID', channels: true } as never);
      await db.rows.bulkPut(changes.slice(1).map((one, at) => ({ ...one, entity: 'ID' as const, at: at / most })));
      await applyChanges(db, 'ID', [{ collection: 'tickets' as Collection, key: 'x', version: 1, row: {} }]);
      await applyChanges(db, 'ID', changes.slice(0, 1));
      const kept = await db.rows.where('[entity+collection]').equals(['ID', collection]).count();
      expect(kept < most - 1_000).toBe(name !== 'locations');
      expect(await db.rows.get(['ID', collection, '0'])).toMatchObject({ version: 2 });
    },
  );
});
