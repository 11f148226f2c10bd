import { useEffect, useState } from 'react';
import { listLocations, type LocationTreeRow } from '../../contract/locations.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { treeQuestion, type TreeQuestion } from '../query/cachedQuestion.ts';
import { useSync } from './useSync.ts';

const NONE: readonly LocationTreeRow[] = [];
/** Minimum search length: shorter strings match too many places. */
const NAME_LEAST = 2;
const ID_LEAST = 4;

/**
 * The tree query for a search string: by id if it is a number, otherwise by part of a name; null if it is too short.
 */
export function placeSearch(text: string, count: number): TreeQuestion | null {
  const wanted = text.trim();
  const isId = /^\d+$/.test(wanted);
  if (wanted.length < (isId ? ID_LEAST : NAME_LEAST) || (isId && wanted.length > 15)) return null;
  const filters = isId ? { locationId: Number(wanted) } : { name: wanted };
  return treeQuestion(listLocations as unknown as CallDefinition, filters, '', 1, count);
}

/**
 * The country's places whose id equals the search string or whose name contains it, from the cached tree; empty until
 * the tree is loaded.
 */
export function useFindPlaces(text: string, count: number): readonly LocationTreeRow[] {
  const { client, entity } = useSync();
  const [found, setFound] = useState<{ of: string; rows: readonly LocationTreeRow[] }>({ of: '', rows: NONE });
  const of = `${entity} ${text}`;
  useEffect(() => {
    const question = placeSearch(text, count);
    if (!question) return undefined;
    let over = false;
    const ask = async () => {
      const { ready, value } = await client.ops.list(entity, question);
      if (!over && ready && value) setFound({ of, rows: value.rows as unknown as LocationTreeRow[] });
    };
    void ask().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [client, entity, text, count, of]);
  return found.of === of ? found.rows : NONE;
}
