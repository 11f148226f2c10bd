import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SyncClient } from '../client.ts';
import { ExcelClient } from '../excelClient/client.ts';
import { importsOf } from '../imports/imports.ts';
import { ImportWork, type WorkState } from '../imports/work.ts';
import { noteOpened } from '../mirror/opened.ts';
import { useSync } from './useSync.ts';

export type { ImportWork, WorkState };

/** Channels that are loaded for a comparison at most; the others are compared by the server. */
const MOST_HELD = 5;
/** A comparison does not wait longer for them, in milliseconds. */
const HOLD_MOST = 60_000;
const LOOK_EVERY = 500;

/** One import of the current country from when its dialog opens until it closes: the worker ends with it, the draft stays. */
export function useImportWork(importId: string): { work: ImportWork; state: WorkState } {
  const { client, entity } = useSync();
  const [work] = useState(
    () =>
      new ImportWork({
        excel: new ExcelClient(),
        store: importsOf(client).workStore(entity, importId),
        importId,
        entity,
        userId: client.userId,
        hold: (channelIds, then) => void hold(client, entity, channelIds, then),
      }),
  );
  useEffect(() => {
    void work.start();
    return () => work.end();
  }, [work]);
  return { work, state: useSyncExternalStore(work.subscribe, work.getSnapshot) };
}

/** Has channels' records loaded as if their lists were opened, and calls back when they are here, or as far as they are. */
async function hold(
  client: SyncClient,
  entity: Parameters<typeof noteOpened>[1][0],
  channelIds: readonly number[],
  then: () => void,
): Promise<void> {
  const db = await client.mirror;
  if (!db) return;
  const wanted = channelIds.slice(0, MOST_HELD);
  for (const id of wanted) await noteOpened(db, [entity, id], client.env.clock.now());
  client.signals.post({ t: 'kick' });
  const end = client.env.clock.ticks() + HOLD_MOST;
  while (!client.ended.aborted && client.env.clock.ticks() < end) {
    const sets = await db.held.bulkGet(wanted.map(id => [entity, 'channelLocations' as const, id]));
    if (sets.every(set => set?.state === 'ready')) break;
    await new Promise<void>(resolve => void client.env.clock.after(LOOK_EVERY, resolve));
  }
  then();
}
