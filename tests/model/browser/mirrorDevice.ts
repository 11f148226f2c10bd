import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { packFlags } from '../../../src/domain/serviceable.ts';
import { openMirror, type MirrorDb } from '../../../src/sync/mirror/db.ts';
import { readCached } from '../../../src/sync/mirror/loadSet.ts';
import { mirrorName } from '../../../src/sync/storage/databaseNames.ts';
import { noteOpened } from '../../../src/sync/mirror/opened.ts';
import { rebuildMirror } from '../../../src/sync/mirror/rebuild.ts';
import type { EngineStorage } from '../../../src/sync/engine/engineStorage.ts';
import { anyone } from '../../../src/sync/testing/fakeEnv.ts';
import { channelOf } from '../../../src/sync/testing/feedServer.ts';
import type { ModelServer } from '../../../src/sync/testing/modelServer.ts';
import type { PersonsData } from '../../../src/sync/session/personsData.ts';
import type { Reads } from './backend.ts';
import type { Surroundings } from './browser.ts';
import { BusyFactory } from './busyFactory.ts';
import type { Life } from './life.ts';
import { MemoryDevice } from './memory.ts';

const CHANNEL = 10021;
const OPENED = ['ID', `channel:${CHANNEL}`] as const;
const CACHED = ['ID', 'channelLocations', `channel:${CHANNEL}`] as const;

/** A device whose mirror is the product's own, in IndexedDB, with a separate database for each history. */
export class MirrorDevice extends MemoryDevice {
  private readonly factory = new BusyFactory();

  constructor() {
    super();
    Dexie.dependencies.indexedDB = this.factory;
  }

  protected override isBusy(): boolean {
    return this.factory.atWork > 0;
  }

  override storage(life: Life, env: Surroundings): EngineStorage {
    return {
      ...super.storage(life, env),
      openMirror: userId =>
        life.act(async () => {
          const db = await openMirror(userId, anyone);
          life.onDeath(() => db.close());
          return db;
        }),
      rebuildMirror: (broken, userId) => life.act(() => rebuildMirror(broken, userId)),
    };
  }

  override data(life: Life, env: Surroundings): PersonsData {
    const data = super.data(life, env);
    return {
      ...data,
      forgetUser: async (...args) => {
        await life.act(() => Dexie.delete(mirrorName(args[0])));
        await data.forgetUser(...args);
      },
    };
  }

  /** The person opens the channel's list, so its rows are cached from now on. */
  async look(userId: number): Promise<void> {
    const db = await openMirror(userId, anyone);
    await noteOpened(db, OPENED, Date.now());
    db.close();
  }

  /** The serviceable rows in the mirror; null until they are complete. */
  async rows(userId: number): Promise<string[] | null> {
    const db = await openMirror(userId, anyone);
    try {
      return await db.transaction('r', [db.sets, db.setSegments, db.setChanges], () => rowsOf(db));
    } finally {
      db.close();
    }
  }
}

async function rowsOf(db: MirrorDb): Promise<string[] | null> {
  const set = await db.sets.get([...CACHED]);
  if (set?.state !== 'ready') return null;
  const columns = await readCached(db, set);
  return Array.from({ length: columns.length }, (_, at) => {
    const { locationId, version, flags } = columns.at(at);
    return `${CHANNEL}/${locationId}/0 ${version} ${flags}`;
  }).sort();
}

export const truthOf = (model: ModelServer): string[] =>
  [...model.rows].map(([key, row]) => `${key} ${row.version} ${packFlags(row)}`).sort();

/** The server's read calls: small pages, and segments that may be older than the feed. */
export function feedReads(model: ModelServer): Reads {
  const cuts = new Map<string, unknown>();
  let cut: { cursor: number; id: string; total: number } | null = null;
  const recut = () => {
    const rows = [...model.rows.values()].sort((a, b) => a.locationId - b.locationId);
    const id = `s${model.changes.length}`;
    cuts.set(id, {
      collection: 'channelLocations',
      entity: 'ID',
      columns: {
        locationId: rows.map(row => row.locationId),
        type: rows.map(row => row.type),
        flags: rows.map(packFlags),
        version: rows.map(row => row.version),
        updatedAt: rows.map(row => row.updatedAt),
        updatedBy: rows.map(() => 0),
        people: [''],
      },
    });
    cut = { cursor: model.changes.length, id, total: rows.length };
    return cut;
  };
  return url => {
    const path = url.pathname.replace(/^\/api/, '');
    const ask = (name: string) => url.searchParams.get(name) ?? '';
    if (path === '/sls/channels') return { list: [channelOf(CHANNEL)], page: 1, count: 1000, total: 1 };
    if (path.startsWith('/v2/ops/segments/')) return cuts.get(path.slice('/v2/ops/segments/'.length));
    if (path === '/v2/ops/segments') {
      // The other collections have no rows in this world.
      if (ask('collection') !== 'channelLocations')
        return { cursor: String(model.changes.length), total: 0, segments: [] };
      const now = cut && model.changes.length - cut.cursor < 6 ? cut : recut();
      return { cursor: String(now.cursor), total: now.total, segments: [{ id: now.id, rows: now.total, bytes: 1 }] };
    }
    if (path === '/v2/ops/sets') {
      const sets = ask('collections').split(',');
      return {
        cursor: String(model.changes.length),
        sets: sets.map(collection => ({ collection, rows: 0, id: '' })),
        large: [],
      };
    }
    if (path !== '/v2/ops/changes') return undefined;
    const since = Number(ask('since'));
    const changes = model.changes.slice(since, since + 3);
    const cursor = since + changes.length;
    return { changes, cursor: String(cursor), more: cursor < model.changes.length, reset: false };
  };
}
