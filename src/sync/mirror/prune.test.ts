import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { DECLARED } from '../../contract/cached.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { readerOf } from '../testing/sessionInfo.ts';
import { segmentOf } from '../testing/segments.ts';
import { rowOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import type { CachedPage, Outcome } from '../types.ts';
import { askMark } from './counts.ts';
import { loadSet } from './loadSet.ts';
import { noteOpened } from './opened.ts';
import { storePage } from './pages.ts';
import { pruneForSession } from './prune.ts';
import { catchUp } from './snapshot.ts';

const mirror = mirrors(9600, afterEach);
const never = new AbortController().signal;
const REFUSED: Outcome = { kind: 'refused', status: 403, retcode: 403, message: '' };

const noEntity = readerOf({ entities: [] });
const noRight = readerOf({ codesByEntity: { ID: [] } });

const pageOf = (callId: string, input: CachedPage['input'], part: Partial<CachedPage> = {}): CachedPage => ({
  id: JSON.stringify([callId, input]),
  sourceId: 's',
  callId,
  entity: 'ID',
  collection: null,
  input,
  page: 1,
  count: 10,
  total: 1,
  rows: [],
  keys: [],
  asOf: 1,
  settledAt: 0,
  freshAt: 0,
  arrivedAt: 0,
  ...part,
});

describe('MR4: responses are not stored if their permission has been lost by the time they arrive', () => {
  it('a snapshot in flight when its permission was lost is not stored', async () => {
    const db = await mirror();
    const server = new FeedServer();
    server.put('locations', placeOf(1));
    let lost = false;
    server.intercept = async callId => {
      if (lost) return REFUSED;
      if (callId !== 'feed.segment') return null;
      await pruneForSession(db, noEntity);
      lost = true;
      return null;
    };
    expect((await catchUp(db, server.call, 'ID', never)).kind).toBe('failed');
    const left = [db.channels, db.rows, db.segments, db.snapshots].map(table => table.count());
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0]);
  });

  it('changes in flight when a permission is lost are not stored, and whatever is still allowed is refetched', async () => {
    const db = await mirror();
    const server = new FeedServer();
    server.put('locations', placeOf(1));
    await catchUp(db, server.call, 'ID', never);
    const seen = { collection: 'channelLocations' as const, key: '10021/1/0', version: 2, row: rowOf(1) };
    server.put('locations', placeOf(1, { version: 2 }));
    server.intercept = async callId => {
      if (callId !== 'feed.changes') return null;
      server.intercept = null;
      await pruneForSession(db, noRight);
      return { kind: 'ok', data: { changes: [seen, server.feed.at(-1)], cursor: '2', more: false, reset: false } };
    };
    await catchUp(db, server.call, 'ID', never);
    expect((await db.rows.toArray()).map(({ collection, version }) => [collection, version])).toEqual([
      ['locations', 2],
    ]);
    expect((await db.snapshots.get('ID'))?.cursor).toBe('2');
  });

  it("a cached channel's segment in flight when its permission was lost is not stored", async () => {
    const db = await mirror();
    await noteOpened(db, ['ID', 'channel:10021'], 1);
    const answers: Record<string, () => unknown> = {
      'feed.segments': () => ({ cursor: '0', total: 1, segments: [{ id: 's', rows: 1, bytes: 1 }] }),
      'feed.segment': () => ({ columns: segmentOf(DECLARED.channelLocations, [rowOf(1)]) }),
      'feed.changes': () => ({ changes: [], cursor: '0', more: false, reset: false }),
    };
    const call = (async ({ id }) => {
      if (id === 'feed.segment') await pruneForSession(db, noRight);
      return { kind: 'ok', data: answers[id]?.() };
    }) as Transport['call'];
    await loadSet(db, call, ['ID', 'channelLocations', 'channel:10021'], never);
    expect(await Promise.all([db.sets, db.setSegments, db.setChanges].map(table => table.count()))).toEqual([0, 0, 0]);
  });

  it('a page in flight when its permission was lost is not stored', async () => {
    const db = await mirror();
    const mark = await askMark(db, 'ID', 'channelLocations');
    await pruneForSession(db, noRight);
    const page = pageOf('channelLocation.list', {}, { collection: 'channelLocations', rows: [rowOf(1)], ...mark });
    await storePage(db, page, () => '10021/1/0');
    expect(await db.pages.count()).toBe(0);
    await storePage(db, { ...page, ...(await askMark(db, 'ID', 'channelLocations')) }, () => '10021/1/0');
    expect(await db.pages.count()).toBe(1);
  });
});

describe('MR4: pages are kept as long as the person has the permission that the server requires for them', () => {
  const areas = 'channel_management.serviceable_area';
  const codes = 'channel_management.service_code';
  const left = async (rights: string[]) => {
    const db = await mirror();
    await db.pages.bulkPut([
      pageOf('channelLocation.list', { channelId: 10021 }),
      pageOf('serviceCode.list', { code: 'ID-1' }),
      pageOf('audit.list', { code: areas }),
      pageOf('audit.list', { code: codes }),
    ]);
    await pruneForSession(db, readerOf({ codesByEntity: { ID: rights } }));
    return (await db.pages.toArray()).map(({ callId, input }) => `${callId} ${Object.values(input)[0]}`).toSorted();
  };

  it('a log page depends on the permission for the requested feature, not on a code in the filters', async () => {
    expect(await left([`${areas}.read`])).toEqual([`audit.list ${areas}`, 'channelLocation.list 10021']);
    expect(await left([`${codes}.read`])).toEqual([`audit.list ${codes}`, 'serviceCode.list ID-1']);
  });
});
