import type { CallDefinition, Collection } from '../../contract/call.ts';
import { declaredOf } from '../../contract/cached.ts';
import { cachedMatches } from '../../contract/cachedMatch.ts';
import { fieldsOfKind, isOfEntity, keyOf, ownerField, type Resource } from '../../contract/resource.ts';
import { resourceCallsOf } from '../../contract/resources/calls.ts';
import type { ListSource, Row } from '../../sync/types.ts';

/** The choices with a required filter. */
export const closedChoices = (resource: Resource): string[] =>
  fieldsOfKind(resource, 'choice').flatMap(([name, { any }]) => (any ? [] : [name]));

/**
 * The data source of a resource's list. For records that belong to an owner, nothing is requested until the filters
 * contain a channel or 3PL and a number for each required choice (SAL-6, G7).
 *
 * @param id identifies the list's cached and remembered data; must never change
 */
export function sourceOf(resource: Resource, id: string): ListSource<Row, Row> {
  const declaration = declaredOf(resource);
  const needed = isOfEntity(resource)
    ? []
    : [ownerField(resource), ...closedChoices(resource)].filter(name => name in resource.filters);
  return {
    id,
    call: resourceCallsOf(resource).list as unknown as CallDefinition,
    collection: resource.collection as Collection,
    rowKey: row => keyOf(resource, row),
    matches: (row, filters) => cachedMatches(declaration, row, filters),
    ready: filters => needed.every(name => typeof filters[name] === 'number'),
  };
}
