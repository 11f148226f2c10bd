import { useEffect, useState, useSyncExternalStore } from 'react';
import { DECLARED } from '../../contract/cached.ts';
import { isCachedWhole, cachedOwner } from '../../contract/owner.ts';
import { importedResource } from '../../contract/rateImports/resources.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { ExcelClient } from '../excelClient/client.ts';
import { importsOf } from '../client/imports/imports.ts';
import { ImportWork } from '../client/imports/work.ts';
import type { WorkState } from '../client/imports/workState.ts';
import { noteOpened } from '../mirror/opened.ts';
import { checkedAt } from '../mirror/cacheStatus.ts';
import { useSync } from './useSync.ts';

export type { ImportWork, WorkState };

/** Maximum number of channels or 3PLs loaded for a comparison; the server compares the rest. */
const MOST_CACHED = 5;
/** Maximum time in milliseconds that a comparison waits for these channels or 3PLs to load. */
const CACHE_MOST = 60_000;
const LOOK_EVERY = 500;
/** Maximum time in milliseconds for the mirror to catch up before a comparison is repeated. */
const CATCH_UP_MOST = 20_000;

/**
 * An import into the current country while its dialog is open; closing the dialog ends the worker, but the draft is
 * kept.
 * @param from initial files and the name of their batch, in place of a draft
 */
export function useImportWork(
  importId: string,
  from: { files: readonly File[]; batchName: string | null } | null = null,
): { work: ImportWork; state: WorkState } {
  const { client, entity } = useSync();
  const collection = collectionOf(importId);
  const [work] = useState(
    () =>
      new ImportWork({
        excel: new ExcelClient(),
        store: importsOf(client).workStore(entity, importId),
        importId,
        entity,
        userId: client.userId,
        catchUp: () => catchUp(client, entity),
        ...(DECLARED[collection] && isCachedWhole(DECLARED[collection].scope)
          ? { cacheChannels: (ids, then) => void cacheChannels(client, entity, collection, ids, then) }
          : {}),
      }),
  );
  const [first] = useState(from);
  useEffect(() => {
    void (first ? work.startWith(first.files, first.batchName) : work.start());
    return () => work.end();
  }, [first, work]);
  return { work, state: useSyncExternalStore(work.subscribe, work.getSnapshot) };
}

/** The collection with which an import is compared. */
const collectionOf = (importId: string): ResourceCollection =>
  (importedResource(importId)?.collection ?? 'channelLocations') as ResourceCollection;

/** Makes the engine fetch changes from the server; returns whether the mirror caught up. */
async function catchUp(client: SyncClient, entity: Country): Promise<boolean> {
  const db = await client.mirror;
  if (!db) return false;
  const before = await checkedAt(db, entity);
  client.signals.post({ t: 'kick' });
  const { clock } = client.env;
  for (const end = clock.ticks() + CATCH_UP_MOST; !client.ended.aborted && clock.ticks() < end;) {
    if ((await checkedAt(db, entity)) !== before) return true;
    if (client.board.now.network === 'offline') return false;
    await new Promise<void>(resolve => void clock.after(LOOK_EVERY / 5, resolve));
  }
  return false;
}

/**
 * Loads the records of channels or 3PLs as if their lists were opened; calls back when they are loaded or time is up.
 */
async function cacheChannels(
  client: SyncClient,
  entity: Country,
  collection: ResourceCollection,
  ids: readonly number[],
  then: () => void,
): Promise<void> {
  const db = await client.mirror;
  if (!db) return;
  const wanted = ids.slice(0, MOST_CACHED).map(id => cachedOwner(DECLARED[collection].scope, id));
  for (const id of wanted) await noteOpened(db, [entity, id], client.env.clock.now());
  client.signals.post({ t: 'kick' });
  const end = client.env.clock.ticks() + CACHE_MOST;
  while (!client.ended.aborted && client.env.clock.ticks() < end) {
    const sets = await db.sets.bulkGet(wanted.map(id => [entity, collection, id]));
    if (sets.every(set => set?.state === 'ready')) break;
    await new Promise<void>(resolve => void client.env.clock.after(LOOK_EVERY, resolve));
  }
  then();
}
