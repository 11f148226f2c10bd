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

describe('MR4: replies for permissions that are lost on arrival are not stored', () => {
  it('a snapshot that was in flight is not stored', async () => {
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

  it('changes that were in flight are not stored, and the permitted rest is requested again', async () => {
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

  it('a segment of a cached channel is not stored', async () => {
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

  it('a page is not stored', async () => {
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

describe('MR4: pages stay as long as the permission that the server checks for them', () => {
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

  it('the log’s permission is that of the requested feature, and a code in a filter is not one', async () => {
    expect(await left([`${areas}.read`])).toEqual([`audit.list ${areas}`, 'channelLocation.list 10021']);
    expect(await left([`${codes}.read`])).toEqual([`audit.list ${codes}`, 'serviceCode.list ID-1']);
  });
});
