import type { Country } from '../../domain/country.ts';
import type { End } from '../../domain/leadTime.ts';
import type { Coverage } from '../../domain/rates/completeness.ts';
import type { RateRows } from '../../domain/rates/rows.ts';
import { SPECIAL_SHOP_GROUPS } from '../../domain/shops.ts';
import type { Queryable } from '../db/transaction.ts';
import { originCountry, unknownLocations } from './places.ts';

/**
 * The places for which a version needs a zone or a route: those to which its channel delivers, or the whole country if
 * the channel has no serviceable locations. Places are checked down to the deepest level that an address row mentions;
 * a place below that level is represented by its ancestor.
 */
export async function coverageOf(
  db: Queryable,
  entity: Country,
  channelId: number,
  rows: Pick<RateRows, 'addresses' | 'extraFees'>,
): Promise<Coverage> {
  const from = await originCountry(db, channelId, entity);
  const idsOf = (names: readonly string[]) => [...new Set(names)].filter(name => /^\d+$/.test(name));
  const named = idsOf(rows.addresses.flatMap(({ origin, destination }) => [origin, destination]));
  const depth = Math.max(
    rows.addresses.some(({ destination }) => destination.includes('-')) ? 3 : 0,
    await depthOf(db, named),
  );
  const byOrigin = rows.addresses.some(({ origin }) => origin !== '' && origin !== from);
  const [served, labels] = [await placesOf(db, entity, channelId, 'can_deliver', depth), new Map<string, string>()];
  const origins = byOrigin ? await placesOf(db, from, channelId, 'can_pickup', await depthOf(db, named)) : [];
  await nameAll(db, [...served, ...origins], labels);
  return {
    country: entity,
    origin: from,
    destinations: served.length > 0 ? served : [{ country: entity, locations: [] }],
    origins: origins.length > 0 ? origins : [{ country: from, locations: [] }],
    placeLabel: name => labels.get(name) ?? name,
    unknown: await unknownLocations(
      db,
      [entity, from],
      [...new Set([...named, ...idsOf(rows.extraFees.map(row => row.place))])],
    ),
    unknownGroups: await unknownGroupsOf(db, entity, [...new Set(rows.extraFees.map(row => row.shopGroup))]),
  };
}

/** The deepest level of these places, or 0 (states) if there are none. */
async function depthOf(db: Queryable, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ depth: number | null }>({
    name: 'rate-depth',
    text: 'SELECT max(level)::int4 AS depth FROM locations WHERE location_id = ANY ($1::int8[])',
    values: [ids],
  });
  return rows[0]?.depth ?? 0;
}

/** The ids that are neither special shop groups nor those of the country. */
async function unknownGroupsOf(db: Queryable, country: Country, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>({
    name: 'rate-known-groups',
    text: 'SELECT group_id AS id FROM shop_groups WHERE country = $1 AND group_id = ANY ($2::int8[])',
    values: [country, ids],
  });
  const known = new Set([...SPECIAL_SHOP_GROUPS, ...rows].map(({ id }) => Number(id)));
  return new Set(ids.filter(id => !known.has(id)));
}

const LEVELS = ['state_id', 'city_id', 'district_id', 'location_id'] as const;

interface PlaceRow {
  state_id: number | null;
  city_id: number | null;
  district_id: number | null;
  location_id: number | null;
  postcode: string | null;
}

/** Places that the channel serves, down to the given level, without duplicates. */
async function placesOf(
  db: Queryable,
  country: Country,
  channelId: number,
  flag: 'can_deliver' | 'can_pickup',
  depth: number,
): Promise<End[]> {
  const names = LEVELS.slice(0, depth + 1);
  const columns = names.map(name => `l.${name}`).join(', ');
  // Postcodes belong to the deepest places, so they determine a CEP only if that level is checked.
  const postcode = depth === 3 ? ', l.postcode' : '';
  const own = await db.query<PlaceRow>(
    `SELECT DISTINCT ${columns}${postcode} FROM channel_locations p JOIN locations l ON l.location_id = p.location_id
      WHERE p.channel_id = $1 AND p.${flag} AND l.country = $2 ORDER BY ${columns}`,
    [channelId, country],
  );
  const { rows } =
    own.rows.length > 0
      ? own
      : await db.query<PlaceRow>(
          `SELECT DISTINCT ${columns}${postcode} FROM locations l
            WHERE l.country = $1 AND NOT EXISTS (SELECT 1 FROM locations b WHERE b.country = l.country AND b.parent_id = l.location_id)
            ORDER BY ${columns}`,
          [country],
        );
  return rows.map(row => {
    // A place is in the column of its own level and again in the columns of lower levels, so a Set removes duplicates.
    const chain = names.flatMap(name => (row[name] === null || row[name] === undefined ? [] : [row[name] as number]));
    const cep = row.postcode?.replace(/\D/g, '') ?? '';
    return { country, locations: [...new Set(chain)], ...(cep.length === 8 ? { cep } : {}) };
  });
}

/** Adds the names of the deepest places, by the ids that rows contain. */
async function nameAll(db: Queryable, ends: readonly End[], labels: Map<string, string>): Promise<void> {
  const ids = [...new Set(ends.flatMap(({ locations }) => locations.slice(-1)))];
  if (ids.length === 0) return;
  const { rows } = await db.query<{ id: number; name: string }>({
    name: 'rate-place-names',
    text: 'SELECT location_id AS id, name FROM locations WHERE location_id = ANY ($1::int8[])',
    values: [ids],
  });
  for (const { id, name } of rows) labels.set(String(id), name);
}
