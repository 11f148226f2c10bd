import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { cachedCollections, collectionsOf, type CallDefinition, type Collection } from '../../../src/contract/call.ts';
import { declaredOf } from '../../../src/contract/cached.ts';
import { resourceCallsOf } from '../../../src/contract/resources/calls.ts';
import { collectionNameOf, segmentsCall } from '../../../src/contract/feed.ts';
import { NO_OWNER, OF_ENTITY } from '../../../src/contract/owner.ts';
import { importOf } from '../../../src/contract/resourceSheet.ts';
import { sheetOf } from '../../../src/contract/resources/sheets.ts';
import { declarationsOf } from '../../../src/contract/declarations.ts';
import { RESOURCES, type ResourceCollection } from '../../../src/contract/resources/all.ts';
import { sourceOf } from '../../../src/screens/resource/source.ts';
import { matchingRows } from '../../../src/sync/actions/matchingRows.ts';
import { CacheKeeper } from '../../../src/sync/engine/cacheKeeper.ts';
import { ListView } from '../../../src/sync/list/listView.ts';
import { applyChanges } from '../../../src/sync/mirror/apply.ts';
import type { MirrorDb } from '../../../src/sync/mirror/db.ts';
import { completeSet } from '../../../src/sync/mirror/opened.ts';
import { pruneForSession } from '../../../src/sync/mirror/prune.ts';
import { catchUp } from '../../../src/sync/mirror/snapshot.ts';
import { applyEvent } from '../../../src/sync/outbox/store.ts';
import { cachedQuestion } from '../../../src/sync/query/cachedQuestion.ts';
import { creation, deletion, edit } from '../../../src/sync/resources/writes.ts';
import { CachedServer } from '../../../src/sync/testing/cachedServer.ts';
import { eventually } from '../../../src/sync/testing/eventually.ts';
import { settle, type FakeEnv } from '../../../src/sync/testing/fakeEnv.ts';
import { FeedServer, placeOf } from '../../../src/sync/testing/feedServer.ts';
import { mirrors } from '../../../src/sync/testing/mirrors.ts';
import { readerOf } from '../../../src/sync/testing/sessionInfo.ts';
import { pageAnswer, tabs } from '../../../src/sync/testing/tabs.ts';
import type { Row } from '../../../src/sync/types.ts';
import { cachedExport } from '../../../src/workers/excel/cachedExport.ts';
import { importMirror } from '../../../src/workers/excel/mirror.ts';
import { claim } from '../../support/claims.ts';

/**
 * A resource that is not completely cached (tests/support/claims): the server pages its list, and the device has only
 * the pages that were opened.
 */

const CLAIMS = claim.collection as Collection;
const OF_CLAIMS = claim.collection as unknown as ResourceCollection;
const declared = declarationsOf([...RESOURCES, claim]);
const listCall = resourceCallsOf(claim).list as unknown as CallDefinition;
const source = sourceOf(claim, 'claims');

const claimOf = (n: number, part: Row = {}): Row & { version: number } => ({
  country: 'ID',
  code: `C-${n}`,
  locationId: 7,
  state: 'Jawa Barat',
  city: 'Bandung',
  amount: 100 * n,
  reason: 'Lost',
  paid: false,
  status: 0,
  closed: null,
  updatedBy: '',
  updatedAt: 0,
  version: 1,
  ...part,
});
const change = (row: Row & { version: number }) => ({
  collection: CLAIMS,
  key: `ID/${String(row['code'])}`,
  version: row.version,
  row,
});

const openTab = tabs(9800, afterEach);

/** A tab with a list of open claims, of which the server reports 40. */
async function open(of: { env?: FakeEnv; id?: number } = {}) {
  const state = { rows: [claimOf(1), claimOf(2)], asked: [] as URL[], asksOps: 0, down: false };
  const { client, env, id } = openTab({
    ...of,
    declared,
    answers: url => {
      state.asked.push(new URL(url));
      if (state.down) throw new TypeError('Failed to fetch');
      return pageAnswer(state.rows, 40);
    },
    ops: {
      joined: () => true,
      list: async () => {
        state.asksOps += 1;
        return { ready: true, value: null };
      },
    },
  });
  const db = (await client.mirror) as MirrorDb;
  const view = (filters: Row = { status: 0 }, page = 2) => {
    const made = new ListView<Row, Row>(client, { source, entity: 'ID', filters, page, count: 10, sort: '-amount' });
    made.subscribe(() => undefined);
    return made;
  };
  return { state, client, db, view, env, id };
}
const answered = (view: ListView<Row, Row>) =>
  eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', refreshing: false, problem: null }));
const drawn = (view: ListView<Row, Row>) =>
  view.getSnapshot().rows.map(({ key, row, pending }) => [key, row['reason'], pending?.effect ?? null]);

describe('a collection that is not completely cached', () => {
  it('a collection that is not completely cached is part of the feed, but is not loaded with a channel, a 3PL or the entity', () => {
    const getSegments = segmentsCall(declared.resources);
    expect(cachedCollections(declared.resources)).not.toContain(OF_CLAIMS);
    expect(
      (['channel', '3pl', 'entity'] as const).flatMap(scope => collectionsOf(scope, declared.resources)),
    ).not.toContain(OF_CLAIMS);
    expect(collectionNameOf(declared.resources).safeParse(CLAIMS).success).toBe(true);
    expect(getSegments.input.safeParse({ collection: CLAIMS, entity: 'ID' }).success).toBe(false);
    expect(getSegments.input.safeParse({ collection: 'serviceCodes', entity: 'ID' }).success).toBe(true);
    expect(declaredOf(claim)).toMatchObject({ owner: 'country', ofEntity: true, scope: 'none' });
  });

  const mirror = mirrors(9900, afterEach, declared);

  it('an incompletely cached collection is not loaded with the entity’s data, whatever is opened', async () => {
    const db = await mirror();
    const server = new CachedServer();
    const keeper = new CacheKeeper({
      entity: 'ID',
      db,
      call: server.call,
      uuid: () => '1',
      pinned: async () => [],
      now: () => 1,
      usedShare: async () => 0,
    });
    keeper.caughtUp();
    const sets = async () => (await db.sets.toArray()).map(({ collection, state }) => `${collection} ${state}`);
    const ready = collectionsOf('entity', declared.resources).map(of => `${of} ready`);
    await eventually(async () => expect((await sets()).toSorted()).toEqual(ready.toSorted()));
    await completeSet(db, 'ID', () => true);
    keeper.stop();
    expect((await sets()).toSorted()).toEqual(ready.toSorted());
    expect(server.asked).not.toContain(CLAIMS);
  });

  it('MR2: the opened pages are requested again after a snapshot has replaced an interrupted feed', async () => {
    const { state, db, view, env } = await open();
    const server = new FeedServer();
    server.put('locations', placeOf(1));
    const never = new AbortController().signal;
    await catchUp(db, server.call, 'ID', never);
    const list = view();
    await answered(list);
    const asked = (times: number) =>
      eventually(async () => {
        await env.clock.advance(1000);
        await settle(5);
        expect(state.asked).toHaveLength(times);
      });
    await applyChanges(db, 'ID', [change(claimOf(9, { version: 3 }))]);
    await asked(2);
    await answered(list);
    server.put('locations', placeOf(2));
    server.horizon = server.feed.length;
    await catchUp(db, server.call, 'ID', never);
    expect(await db.rows.where('[entity+collection]').equals(['ID', CLAIMS]).count()).toBe(0);
    await asked(3);
  });

  it('MR4: losing a permission removes the pages and rows, while someone else’s change does not', async () => {
    const { db, view } = await open();
    // Filters by a field with the same name as the parameter for the log's feature.
    await answered(view({ code: 'C-' }));
    await applyChanges(db, 'ID', [change(claimOf(1, { version: 2 }))]);
    const left = async () => [await db.pages.count(), await db.rows.count()];
    await pruneForSession(db, readerOf({}), declared);
    expect(await left()).toEqual([1, 1]);
    await pruneForSession(db, readerOf({ codesByEntity: { ID: [] } }), declared);
    expect(await left()).toEqual([0, 0]);
  });
});

describe('the list of a collection that is not completely cached', () => {
  it('a list that is not completely cached is filtered, sorted, paged and counted only by the server', async () => {
    const { state, view, db } = await open();
    const list = view();
    await answered(list);
    expect(list.cached).toBeNull();
    expect(list.getSnapshot()).toMatchObject({ total: 40 });
    expect(drawn(list).map(([key]) => key)).toEqual(['ID/C-1', 'ID/C-2']);
    expect(state.asked.map(({ pathname }) => pathname)).toEqual(['/api/v2/tests/claims/list']);
    expect(Object.fromEntries(state.asked[0]?.searchParams ?? [])).toMatchObject({ status: '0', sort: '-amount' });
    expect([state.asksOps, await db.sets.count()]).toEqual([0, 0]);
  });

  it('a page that was opened before is shown immediately with its age, even offline, and other pages need the server', async () => {
    const { view, env, id, client } = await open();
    await answered(view());
    await eventually(async () => expect(await (await client.mirror)?.pages.count()).toBe(1));
    const asOf = env.clock.now();
    client.close();
    await env.clock.advance(3_600_000);

    const later = await open({ env, id });
    later.state.down = true;
    const list = later.view();
    await eventually(() =>
      expect(list.getSnapshot()).toMatchObject({
        status: 'ready',
        total: 40,
        asOf,
        problem: 'The server cannot be reached.',
      }),
    );
    expect(drawn(list)).toHaveLength(2);
    const other = later.view({ status: 1 });
    await eventually(() => expect(other.getSnapshot()).toMatchObject({ status: 'error', rows: [] }));
  });

  it('MR1: pending writes are shown in the opened pages until the server has applied them', async () => {
    const { client, view, state, db } = await open();
    const first = view({ status: 0 }, 1);
    await answered(first);
    const edited = await client.enqueue(edit(claim, 'ID', claimOf(1), { reason: 'Broken' }, 'claim.update'));
    await client.enqueue(deletion(claim, 'ID', claimOf(2)));
    await client.enqueue(creation(claim, 'ID', claimOf(8, { reason: 'New' })));
    await client.enqueue(creation(claim, 'ID', claimOf(9, { reason: 'Not of this list', status: 1 })));
    const waiting = [
      ['ID/C-8', 'New', 'create'],
      ['ID/C-1', 'Broken', 'update'],
      ['ID/C-2', 'Lost', 'delete'],
    ];
    await eventually(() => expect(drawn(first)).toEqual(waiting));
    expect(first.getSnapshot()).toMatchObject({ total: 40, extra: 1 });
    // A refresh does not undo any of them.
    first.refetch();
    await answered(first);
    expect(drawn(first)).toEqual(waiting);
    const saved = claimOf(1, { reason: 'Broken', version: 2 });
    await applyEvent(client.outbox, edited.id, { type: 'taken', fence: 1 });
    await applyChanges(db, 'ID', [change(saved)]);
    await applyEvent(client.outbox, edited.id, { type: 'answered', outcome: { kind: 'ok', data: saved }, at: 1 });
    state.rows = [saved, claimOf(2)];
    await eventually(() => expect(drawn(first)[1]).toEqual(['ID/C-1', 'Broken', null]));
  });

  it('a colleague’s change appears in the opened page, which is then reloaded, and nothing else is stored in the mirror', async () => {
    const { view, state, db, env } = await open();
    const list = view();
    await answered(list);
    const theirs = claimOf(1, { reason: 'Theirs', version: 2 });
    state.rows = [theirs, claimOf(2), claimOf(3)];
    await applyChanges(db, 'ID', [change(theirs), change(claimOf(3))]);
    await eventually(() => expect(drawn(list)[0]).toEqual(['ID/C-1', 'Theirs', null]));
    await eventually(async () => {
      await env.clock.advance(1000);
      await settle(5);
      expect(drawn(list).map(([key]) => key)).toEqual(['ID/C-1', 'ID/C-2', 'ID/C-3']);
    });
    expect(state.asked).toHaveLength(2);
    const kept = [db.sets, db.setSegments, db.setChanges].map(table => table.count());
    expect(await Promise.all(kept)).toEqual([0, 0, 0]);
  });

  it('neither selecting all rows nor an export uses the opened pages, because only the server has all rows', async () => {
    const { view, client, db } = await open();
    await answered(view());
    expect(cachedQuestion(listCall, { status: 0 }, '', 1, 10, declared.resources)).toBeNull();
    expect(await matchingRows(client, 'ID', source, { status: 0 })).toBeNull();
    // The opened pages are not used even if an older build cached the list with the entity.
    await db.sets.put({ entity: 'ID', collection: OF_CLAIMS, owner: OF_ENTITY, state: 'ready' } as never);
    expect(cachedQuestion(listCall, { status: 0 }, '', 1, 10, declared.resources)).toBeNull();
    const job = { userId: client.userId, entity: 'ID' as const, collection: OF_CLAIMS, filters: {}, entries: [] };
    const deps = { db, deflate: async () => new Uint8Array(), now: () => 1, onProgress: () => undefined };
    expect(await cachedExport(job as never, deps as never)).toBeNull();
  });

  it('a file is not compared on the device, because only the server has all rows', async () => {
    const { db } = await open();
    const checked = { declaration: importOf(sheetOf(claim)), files: [], texts: null };
    const { records } = await importMirror(async () => db).cached('ID', checked as never);
    expect(records).toMatchObject({ count: 0, notCached: new Set([NO_OWNER]), nothingCached: true });
  });
});
