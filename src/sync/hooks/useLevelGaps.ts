import { useEffect, useState } from 'react';
import { keyOfOwner, OF_ENTITY, type IdScope, type OwnerKey } from '../../contract/owner.ts';
import { SERVICE_LISTS } from '../../contract/serviceLists.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { CheckLevel } from '../../domain/serviceableChoices.ts';
import type { EndGaps, LevelGap, LevelGaps } from '../../domain/serviceableConfigText.ts';
import type { CachedQueries } from '../engine/opsApi.ts';
import type { Condition } from '../query/columnTable.ts';
import { changeCount } from '../mirror/counts.ts';
import { AGAIN_AFTER } from './keepAsking.ts';
import { useCachedSet } from './useCachedSet.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** Columns with the place names of a serviceable location, by level from the state down. */
const NAMES = ['state', 'city', 'district', 'street'] as const;
const ONE_PAGE = { sort: null, page: 1, count: 1 } as const;
/** Debounce delay in milliseconds while a channel is being typed. */
const SETTLED_AFTER = 200;

/**
 * For each level, the places for which an owner (type Standard) has no record, from the cache. Counted in the worker
 * that serves lists, to keep the tab's thread free.
 * @returns null if the owner's locations or the country's places are not completely cached
 */
export async function levelGaps(
  ops: CachedQueries,
  entity: Country,
  owner: OwnerKey,
  collection: ResourceCollection = 'channelLocations',
): Promise<LevelGaps | null> {
  const places = (level: number) =>
    ops.list(entity, {
      collection: 'locations',
      owner: OF_ENTITY,
      where: [{ column: 'level', is: 'equal', value: level }],
      ...ONE_PAGE,
    });
  /** Number of records at a level or below, all of which have a name at that level. */
  const deep = (name: string) => {
    const where: Condition[] = [
      { column: 'type', is: 'equal', value: 0 },
      { column: name, is: 'containing', text: '' },
    ];
    return ops.list(entity, { collection, owner, where, ...ONE_PAGE });
  };
  const answers = await Promise.all([...NAMES.map((_, level) => places(level)), ...NAMES.map(deep)]);
  const totals = answers.map(({ value }) => value?.total);
  if (totals.includes(undefined)) return null;
  const of = (at: number): number => totals[at] ?? 0;
  return Object.fromEntries(
    NAMES.map((_, level): [CheckLevel, LevelGap] => {
      const records = of(NAMES.length + level) - of(NAMES.length + level + 1);
      return [(level + 1) as CheckLevel, { places: of(level), missing: Math.max(0, of(level) - records) }];
    }),
  );
}

/**
 * The gaps by level, live; for a 3PL, separately for each end. Null if the records are not cached, undefined while
 * counting or if nothing is selected.
 */
export function useLevelGaps(scope: IdScope, ownerId: number | null): LevelGaps | EndGaps | null | undefined {
  const { client, entity } = useSync();
  const { seller, buyer } = SERVICE_LISTS[scope].location;
  const owner = ownerId === null ? null : keyOfOwner({ kind: scope, id: ownerId });
  const sets = [useCachedSet(owner, buyer), useCachedSet(owner, seller)];
  const counts = useMirror(`level gaps ${entity} ${buyer} ${seller}`, async db => {
    const collections = [buyer, seller, 'locations'] as const;
    return (await Promise.all(collections.map(collection => changeCount(db, entity, collection)))).join();
  });
  const [found, setFound] = useState<{ of: string; gaps: LevelGaps | EndGaps | null } | null>(null);
  const of = `${entity}/${owner ?? ''}`;
  const areReady = sets.every(set => set?.state === 'ready');
  /** A key that changes whenever the cached records do. */
  const key = `${of}/${sets.map(set => `${set?.state ?? ''}${set?.generation ?? ''}`).join('/')} ${counts ?? ''}`;
  useEffect(() => {
    if (owner === null) return undefined;
    let current = true;
    const count = async () => {
      const ofBuyer = await levelGaps(client.ops, entity, owner, buyer);
      if (seller === buyer || !ofBuyer) return ofBuyer;
      const ofSeller = await levelGaps(client.ops, entity, owner, seller);
      return ofSeller && { buyer: ofBuyer, seller: ofSeller };
    };
    let stop: () => void = () => undefined;
    const countAfter = (millis: number): void => {
      stop = client.env.clock.after(millis, () => {
        void count()
          .catch(() => null)
          .then(gaps => {
            if (!current) return;
            setFound({ of, gaps });
            // The places are still loading, or the worker is slow.
            if (gaps === null && areReady) countAfter(AGAIN_AFTER);
          });
      });
    };
    countAfter(SETTLED_AFTER);
    return () => {
      current = false;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` says when to count again
  }, [client, entity, owner, buyer, seller, key, of, areReady]);
  // During a recount, the previous numbers remain.
  return found?.of === of ? found.gaps : undefined;
}
