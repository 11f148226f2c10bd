import { useEffect, useState } from 'react';
import type { LocationRow } from '../../contract/locations.ts';
import type { LocationLevel } from '../../domain/serviceable.ts';
import type { OpsAnswer } from '../engine/opsApi.ts';
import type { PlaceParents } from '../query/placeIndex.ts';
import { keepAsking } from './keepAsking.ts';
import { useSync } from './useSync.ts';

export type { PlaceParents };

/** Queries `ops` until there is an answer, and again whenever the cached columns are reloaded. */
function useAnswer<T>(key: string, question: () => Promise<OpsAnswer<T>>): { value: T | undefined; loading: boolean } {
  const { client, entity } = useSync();
  const [answer, setAnswer] = useState<{ key: string; value: T } | null>(null);
  useEffect(() => {
    return keepAsking(client, entity, { question, onAnswer: value => setAnswer({ key, value }) });
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the question
  }, [client, entity, key]);
  const fresh = answer?.key === key;
  return { value: answer?.value, loading: !fresh };
}

/**
 * Distinct names at one level, within the selected parents, that match the typed text; prefix matches first. Until the
 * answer arrives, the previous names remain, with `loading` set. If the text is null, no query is made.
 */
export function usePlaceSuggestions(
  level: LocationLevel,
  text: string | null,
  within: PlaceParents = {},
  limit = 50,
): { names: readonly string[]; loading: boolean } {
  const { client, entity } = useSync();
  const { state, city, district } = within;
  const key = JSON.stringify([entity, level, text, state, city, district, limit]);
  const { value, loading } = useAnswer(key, () =>
    text === null ? NOTHING_ASKED : client.ops.suggest(entity, level, text, within, limit),
  );
  return { names: value ?? NO_NAMES, loading };
}

const NO_NAMES: readonly string[] = [];
const NOTHING_ASKED = Promise.resolve({ ready: true, value: [] as string[] });

/** A location's children in the current entity (0: the roots); undefined while unknown. */
export function useLocationChildren(parentId: number): readonly LocationRow[] | undefined {
  const { client, entity } = useSync();
  const { value, loading } = useAnswer(`${entity}|${parentId}`, () => client.ops.children(entity, parentId));
  return loading ? undefined : value;
}

/** The places from the root to the given one; null if the id is unknown or missing, undefined while reading. */
export function useLocationPath(locationId: number | null): readonly LocationRow[] | undefined | null {
  const { client, entity } = useSync();
  const { value, loading } = useAnswer(`${entity}|${locationId}`, () =>
    locationId === null ? Promise.resolve({ ready: true, value: null }) : client.ops.path(entity, locationId),
  );
  return loading ? undefined : value;
}
