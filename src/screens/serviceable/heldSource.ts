import type { CallDefinition, HeldCollection } from '../../contract/call.ts';
import { HELD, heldKey } from '../../contract/held.ts';
import { heldMatches } from '../../contract/heldMatch.ts';
import type { ListSource } from '../../sync/types.ts';

/** What the list of a held collection reads, by its declaration. Nothing is asked without a channel and a numeric applicable type (SAL-6, G7). */
export function heldSource<F extends object, R extends object>(
  id: string,
  collection: HeldCollection,
  call: unknown,
  typeFilter: 'type' | 'applicableType',
): ListSource<F & Record<string, unknown>, R & Record<string, unknown>> {
  const declaration = HELD[collection];
  return {
    id,
    call: call as CallDefinition,
    collection,
    rowKey: row => heldKey(declaration, row),
    matches: (row, filters) => heldMatches(declaration, row, filters),
    ready: filters => typeof filters['channelId'] === 'number' && typeof filters[typeFilter] === 'number',
  };
}
