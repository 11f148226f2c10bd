import type { ChannelLocationFilters } from '../../../contract/channelLocation.ts';
import type { Country } from '../../../domain/country.ts';
import { digitsOf, quickWords } from '../../../domain/quickFind.ts';
import { escapeLike, type PlaceResolver } from '../placeResolver.ts';

/** A filter as SQL: a condition on channel_locations, with its values from $1 onward. */
export interface Condition {
  /** Identifies the SQL of the condition in prepared statements: equal shapes have equal SQL. */
  shape: string;
  sql: string;
  values: unknown[];
  /** Whether no record can match, so that the query is skipped. */
  empty: boolean;
  /** Revision of the places to whose names the filter refers. A stored count is valid only for this revision. */
  places?: number;
}

const PLACE_COLUMNS = [
  ['state', 'state_id'],
  ['city', 'city_id'],
  ['district', 'district_id'],
  ['street', 'location_id'],
] as const;

/**
 * Converts a filter to a condition. Places are compared by id, which the indexes contain.
 * @param channels the entity's channels; a filter without a channel covers all of them
 * @param revision the revision of the entity's locations, see PlaceResolver
 */
export async function toCondition(
  filter: ChannelLocationFilters,
  scope: { entity: Country; channels: readonly number[]; places: PlaceResolver; revision: number },
): Promise<Condition> {
  const parts: string[] = [];
  const values: unknown[] = [];
  let shape = '';
  let empty = false;
  const add = (mark: string, sql: (parameter: string) => string, value: unknown) => {
    shape += mark;
    parts.push(sql(`$${values.push(value)}`));
  };

  if (filter.channelId === undefined) {
    add('C', parameter => `channel_id = ANY (${parameter}::int8[])`, scope.channels);
  } else {
    add('c', parameter => `channel_id = ${parameter}`, filter.channelId);
    // A channel of another entity has no rows here.
    if (!scope.channels.includes(filter.channelId)) empty = true;
  }
  if (filter.type !== undefined) add('t', parameter => `type = ${parameter}`, filter.type);
  if (Array.isArray(filter.locationId))
    add('L', parameter => `location_id = ANY (${parameter}::int8[])`, filter.locationId);
  else if (filter.locationId !== undefined) add('l', parameter => `location_id = ${parameter}`, filter.locationId);
  const words = quickWords(filter.quick ?? '');
  if (words.length > 0) add('', parameter => `${parameter}::text IS NOT NULL`, scope.entity);
  const entity = `$${values.length}`;
  for (const word of words) {
    const digits = `$${values.push(`${digitsOf(word) ?? 'no'}%`)}`;
    const name = `$${values.push(`%${escapeLike(word)}%`)}`;
    shape += 'q';
    // A place matches by its own name or by the name of a place that contains it.
    const named = (level: string) =>
      `(SELECT location_id FROM locations WHERE country = ${entity} ${level} AND name_folded LIKE ${name})`;
    const above = ['state_id', 'city_id', 'district_id'].map(
      (column, level) => `${column} IN ${named(`AND level = ${level}`)}`,
    );
    const levels = [...above, `location_id IN ${named('')}`];
    parts.push(`(location_id::text LIKE ${digits} OR ${levels.join(' OR ')})`);
  }
  for (const [level, [field, column]] of PLACE_COLUMNS.entries()) {
    const text = filter[field];
    if (text === undefined || text === '') continue;
    const ids = await scope.places.resolve(scope.entity, level, text, scope.revision);
    if (ids.length === 0) empty = true;
    // Most filters refer to a single place; with an equality condition, the index returns the rows in order.
    if (ids.length === 1) add(`${level}`, parameter => `${column} = ${parameter}`, ids[0]);
    else add(`${level}+`, parameter => `${column} = ANY (${parameter}::int8[])`, ids);
  }
  if (filter.displayUnsupported === false) {
    shape += 's';
    parts.push('(can_deliver OR can_cod OR can_pickup OR can_cod_pickup)');
  }
  const places = words.length > 0 ? { places: scope.revision } : {};
  return { shape, sql: parts.join(' AND '), values, empty, ...places };
}
