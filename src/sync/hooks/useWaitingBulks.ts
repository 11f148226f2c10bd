import { useEffect, useState } from 'react';
import { liveQuery } from 'dexie';
import { afterBulks, type WaitingBulk } from '../query/afterBulks.ts';
import { importsOf } from '../client/imports/imports.ts';
import { LATEST, waitingBulks } from '../client/imports/waitingBulks.ts';
import { useSync } from './useSync.ts';

export { afterBulks, type WaitingBulk };

const NONE: readonly (WaitingBulk & { importId: string })[] = [];

/** Bulk changes of one resource, or of all, whose effect is not on this device yet, in order. */
export function useWaitingBulks(importId?: string): readonly (WaitingBulk & { importId: string })[] {
  const { client, entity } = useSync();
  const [bulks, setBulks] = useState(NONE);
  useEffect(() => {
    const watching = liveQuery(() => importsOf(client).latest(LATEST)).subscribe({
      next: () =>
        void waitingBulks(client, entity, importId).then(
          found => setBulks(before => (before.length === 0 && found.length === 0 ? before : found)),
          () => undefined,
        ),
      error: () => undefined,
    });
    return () => watching.unsubscribe();
  }, [client, importId, entity]);
  return bulks;
}
