import { OWNERS, ownerIn, type Owner, type Scope } from '../../contract/owner.ts';
import type { ThreePlRow } from '../../contract/threePls.ts';
import type { Country } from '../../domain/country.ts';
import { OWNER_TABLES } from '../db/ownerTables.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Person } from '../auth/person.ts';
import { worksIn } from '../http/call.ts';
import { badRequest } from '../base/envelope.ts';
import { channelChoicesOf } from './channelRows.ts';

/** Channels and 3PLs as owners of records (contract/owner). */

/** Returns the name of a channel or 3PL of an entity, or null if the entity has none with this id. */
export async function nameOfOwner(db: Queryable, entity: Country, { kind, id }: Owner): Promise<string | null> {
  const { table, column } = OWNER_TABLES[kind];
  const { rows } = await db.query<{ name: string }>({
    name: `${table}-name`,
    text: `SELECT name FROM ${table} WHERE ${column} = $1 AND country = $2`,
    values: [id, entity],
  });
  return rows[0]?.name ?? null;
}

/**
 * Returns the country of the channel or 3PL to which a write applies; the person needs the permission in that country.
 * @throws ApiError 400 if no channel or 3PL has this id, or if the person does not work in its country
 */
export async function countryOfOwner(
  db: Queryable,
  input: Readonly<Record<string, unknown>>,
  person: Pick<Person, 'entities'>,
): Promise<Country> {
  const owner = ownerIn(input);
  if (!owner) throw badRequest('the owner of the record is required');
  const { table, column } = OWNER_TABLES[owner.kind];
  const { rows } = await db.query<{ country: Country }>({
    name: `${table}-country`,
    text: `SELECT country FROM ${table} WHERE ${column} = $1`,
    values: [owner.id],
  });
  const { field, word } = OWNERS[owner.kind];
  if (!rows[0] || !worksIn(person, rows[0].country)) throw badRequest(`${field}: there is no ${word} ${owner.id}`);
  return rows[0].country;
}

/** Returns the 3PLs of an entity, sorted by id. */
export async function threePlsOf(db: Queryable, entity: Country): Promise<ThreePlRow[]> {
  const { rows } = await db.query<ThreePlRow>({
    name: 'three-pls',
    text: `SELECT three_pl_id AS "threePlId", name, country, version FROM three_pls WHERE country = $1 ORDER BY three_pl_id`,
    values: [entity],
  });
  return rows;
}

/** Returns the owners that people can select in a list of this scope (SAL-11, TPL-3 to TPL-6). */
export async function choicesOf(db: Queryable, scope: Scope, entity: Country) {
  if (scope !== '3pl') return channelChoicesOf(db, entity);
  return { list: (await threePlsOf(db, entity)).map(({ threePlId, name }) => ({ threePlId, name })) };
}
