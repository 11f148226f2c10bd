import { DECLARED, declaredKey } from '../../contract/cached.ts';
import { OF_ENTITY, ownerIn, OWNERS } from '../../contract/owner.ts';
import { requireResource } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { CACHED_TABLES } from '../db/cachedTables.ts';
import { columnName } from '../db/names.ts';
import { auditOwner } from '../db/ownerTables.ts';
import type { Queryable } from '../db/transaction.ts';
import { firstVersion, lockKey } from '../db/versions.ts';
import { changesNothing, type Effect, type Unchanged } from '../db/write.ts';
import { badRequest, conflict, notFound } from '../http/envelope.ts';
import {
  byKey,
  findRecord,
  whoDeletedRecord,
  type RecordCollection,
  type RecordKey,
  type StoredRow,
} from './records.ts';

/** Adding, changing and deleting one record of a channel, a 3PL or the entity, inside a write's transaction (db/write). */

export interface WriteScope {
  person: { email: string };
  entity: Country;
  /** Epoch seconds. */
  at: number;
}

/** Values by field, those of the key among them where a record is added. */
export type Values = Readonly<Record<string, number | string | boolean>>;

function describe(collection: RecordCollection, key: RecordKey): string {
  const owner = DECLARED[collection].ofEntity ? null : ownerIn(key);
  return `${requireResource(collection).title(key)}${owner === null ? '' : ` in ${OWNERS[owner.scope].word} ${owner.id}`}`;
}

function effectOf(
  collection: RecordCollection,
  operator: Effect['operator'],
  before: StoredRow | null,
  after: StoredRow | null,
): Effect {
  const row = (after ?? before) as StoredRow;
  const owner = ownerIn(row);
  const version = after ? after.version : row.version + 1;
  return {
    feature: requireResource(collection).feature,
    operator,
    ...auditOwner(owner?.scope ?? 'entity', owner?.id ?? null),
    before,
    after,
    changes: [{ collection, key: declaredKey(DECLARED[collection], row), version, row: after }],
    revision: { collection, scope: DECLARED[collection].ofEntity ? OF_ENTITY : (owner?.id ?? OF_ENTITY) },
    output: after,
  };
}

/** @throws ApiError 409 with the row that is there already */
export async function addRecord(
  db: Queryable,
  collection: RecordCollection,
  values: Values & RecordKey,
  { person, entity, at }: WriteScope,
): Promise<Effect> {
  const key = declaredKey(DECLARED[collection], values);
  await lockKey(db, collection, key);
  const version = await firstVersion(db, collection, key);
  const all = { ...values, country: entity, version, updatedBy: person.email, updatedAt: at };
  const columns = Object.keys(all).map(columnName);
  const added = await db.query({
    name: `${collection}-add`,
    text: `INSERT INTO ${CACHED_TABLES[collection]} (${columns.join(', ')})
           VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
    values: Object.values(all),
  });
  const row = await findRecord(db, collection, values);
  if (added.rowCount === 0) throw conflict(`The ${describe(collection, values)} exists already.`, row);
  return effectOf(collection, 'Create', null, row);
}

/**
 * Locks a record and checks the version that the write was made from (OB8).
 * @throws ApiError 409 with the row of now when the version is another, or with null when the record is gone; 404 when it
 *   is gone and no version was given
 */
async function lockRecord(
  db: Queryable,
  collection: RecordCollection,
  key: RecordKey,
  version: number | undefined,
  entity: Country,
): Promise<StoredRow> {
  const { sql, values } = byKey(collection, key);
  const { rowCount } = await db.query({
    name: `${collection}-lock`,
    text: `SELECT 1 FROM ${CACHED_TABLES[collection]} p WHERE ${sql} FOR UPDATE`,
    values,
  });
  const row = rowCount === 0 ? null : await findRecord(db, collection, key);
  if (!row) {
    if (version === undefined) throw notFound(`There is no ${describe(collection, key)}.`);
    const gone = await whoDeletedRecord(db, collection, entity, key);
    throw conflict(`The ${describe(collection, key)} was deleted by ${gone?.by ?? 'someone'} meanwhile.`, null, gone);
  }
  if (version !== undefined && version !== row.version) {
    throw conflict(`The ${describe(collection, key)} was changed by ${row.updatedBy || 'someone'} meanwhile.`, row);
  }
  return row;
}

/**
 * Gives a record's fields these values.
 *
 * @param scope `said`: fields that the call says of the record as it is
 * @param derived columns that follow from them and are no fields of the record
 * @throws ApiError as `lockRecord`, and 400 where the record is not as the call says
 */
export async function changeRecord(
  db: Queryable,
  collection: RecordCollection,
  key: RecordKey,
  version: number | undefined,
  changed: Values,
  { person, entity, at, callId, said = {} }: WriteScope & { callId: string; said?: Readonly<Record<string, unknown>> },
  derived: Values = {},
): Promise<Effect | Unchanged> {
  const before = await lockRecord(db, collection, key, version, entity);
  const other = Object.keys(said).find(name => said[name] !== undefined && said[name] !== before[name]);
  if (other !== undefined) throw badRequest(`${other}: the ${describe(collection, key)} has ${String(before[other])}`);
  if (changesNothing(before, changed)) return { unchanged: true, output: before };
  const { sql, values } = byKey(collection, key);
  const all = { ...changed, ...derived, updatedBy: person.email, updatedAt: at };
  const sets = Object.keys(all).map((field, i) => `${columnName(field)} = $${values.length + i + 1}`);
  await db.query({
    // A connection keeps one statement by a name, and each call sets fields of its own: always the same, or all.
    name: `update-${callId}-${sets.length}`,
    text: `UPDATE ${CACHED_TABLES[collection]} p SET version = version + 1, ${sets.join(', ')} WHERE ${sql}`,
    values: [...values, ...Object.values(all)],
  });
  return effectOf(collection, 'Edit', before, await findRecord(db, collection, key));
}

/** @throws ApiError as `lockRecord` */
export async function deleteRecord(
  db: Queryable,
  collection: RecordCollection,
  key: RecordKey,
  version: number | undefined,
  { entity }: WriteScope,
): Promise<Effect> {
  await lockKey(db, collection, declaredKey(DECLARED[collection], key));
  const before = await lockRecord(db, collection, key, version, entity);
  const { sql, values } = byKey(collection, key);
  await db.query({
    name: `${collection}-delete`,
    text: `DELETE FROM ${CACHED_TABLES[collection]} p WHERE ${sql}`,
    values,
  });
  return effectOf(collection, 'Delete', before, null);
}
