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
  const of = `${entity} ${importId}`;
  const [shown, setShown] = useState({ of, bulks: NONE });
  useEffect(() => {
    let reads = 0;
    const watching = liveQuery(() => importsOf(client).latest(LATEST)).subscribe({
      next: () => {
        const own = (reads += 1);
        void waitingBulks(client, entity, importId).then(
          bulks => {
            // Reading a large file takes longer than a later read without it, which is the current state.
            if (own !== reads) return;
            setShown(before =>
              before.of === of && before.bulks.length === 0 && bulks.length === 0 ? before : { of, bulks },
            );
          },
          () => undefined,
        );
      },
      error: () => undefined,
    });
    return () => {
      reads = Infinity;
      watching.unsubscribe();
    };
  }, [client, importId, entity, of]);
  return shown.of === of ? shown.bulks : NONE;
}
