import { declaredKey, declaredOf } from '../../contract/cached.ts';
import { NO_OWNER, ownerIn, OWNERS } from '../../contract/owner.ts';
import { isOfEntity, updateBy, type Resource } from '../../contract/resource.ts';
import { problemAfter } from '../../contract/rule.ts';
import { collectionOf } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { withFollowing } from '../../domain/follows.ts';
import { prepared } from '../db/prepared.ts';
import { recordTable } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import { auditOwner } from '../db/ownerTables.ts';
import type { Queryable } from '../db/transaction.ts';
import { firstVersion, isStale, lockKey, type BaseVersion } from '../db/versions.ts';
import { changesNothing, type Effect, type Unchanged } from '../writes/write.ts';
import { badRequest, conflict, notFound } from '../base/envelope.ts';
import { foldedOf, requireNone } from './checked.ts';
import { byKey, findRecord, whoDeletedRecord, type Kept, type RecordKey, type StoredRow } from './records.ts';

/**
 * Adds, changes and deletes a single record of a channel, a 3PL or the entity, in the transaction of a write
 * (writes/write).
 */

export interface WriteScope {
  person: { email: string };
  entity: Country;
  /** The time of the write, in epoch seconds. */
  at: number;
  /** When the version that the write is based on was written. */
  basedAt?: number | undefined;
}

/** Values by field. For a new record, they include the fields of the key. */
export type Values = Readonly<Record<string, number | string | boolean>>;

function describe(resource: Resource, key: RecordKey): string {
  const owner = isOfEntity(resource) ? null : ownerIn(key);
  return `${resource.title(key)}${owner === null ? '' : ` in ${OWNERS[owner.kind].word} ${owner.id}`}`;
}

function effectOf(
  resource: Resource,
  operator: Effect['operator'],
  before: StoredRow | null,
  after: StoredRow | null,
): Effect {
  const row = (after ?? before) as StoredRow;
  const owner = ownerIn(row);
  const collection = collectionOf(resource);
  const version = after ? after.version : row.version + 1;
  return {
    feature: resource.feature,
    operator,
    ...auditOwner(owner?.kind ?? 'entity', owner?.id ?? null),
    before,
    after,
    changes: [{ collection, key: declaredKey(declaredOf(resource), row), version, row: after }],
    revision: { collection, scope: isOfEntity(resource) ? NO_OWNER : (owner?.id ?? NO_OWNER) },
    output: after,
  };
}

/** @throws ApiError 409 with the existing row */
export async function addRecord(
  db: Queryable,
  { resource, extras }: Kept,
  values: Values & RecordKey,
  { person, entity, at }: WriteScope,
): Promise<Effect> {
  const key = declaredKey(declaredOf(resource), values);
  await lockKey(db, collectionOf(resource), key);
  const version = await firstVersion(db, collectionOf(resource), key);
  const further = (await extras.columns?.(db, values)) ?? {};
  const country = resource.scope === 'platform' ? {} : { country: entity };
  const all = { ...values, ...further, ...country, version, updatedBy: person.email, updatedAt: at };
  const columns = Object.keys(all).map(columnSql);
  // The columns and their order depend on the call.
  const added = await db.query(
    prepared(
      `INSERT INTO ${recordTable(resource)} (${columns.join(', ')})
       VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
      Object.values(all),
    ),
  );
  const row = await findRecord(db, resource, values);
  if (added.rowCount === 0) throw conflict(`The ${describe(resource, row ?? values)} already exists.`, row);
  return effectOf(resource, 'Create', null, row);
}

/** Locks a record until the transaction ends, and returns it; null if it does not exist. */
export async function lockedRecord(db: Queryable, resource: Resource, key: RecordKey): Promise<StoredRow | null> {
  const { sql, values } = byKey(resource, key);
  const { rowCount } = await db.query({
    name: `${resource.collection}-lock`,
    text: `SELECT 1 FROM ${recordTable(resource)} p WHERE ${sql} FOR UPDATE`,
    values,
  });
  return rowCount === 0 ? null : findRecord(db, resource, key);
}

/**
 * Locks a record and checks the write's base version (OB8).
 * @throws ApiError 409 with the current row if its version differs, or with null if the record is missing; 404 if it is
 *   missing and the write has no version
 */
async function lockRecord(
  db: Queryable,
  kept: Kept,
  key: RecordKey,
  base: BaseVersion,
  entity: Country,
): Promise<StoredRow> {
  const { resource } = kept;
  const row = await lockedRecord(db, resource, key);
  if (!row) {
    if (base.version === undefined)
      throw notFound(`There is no ${describe(resource, key)}. It may have been deleted; reload the list.`);
    const gone = await whoDeletedRecord(db, kept, entity, key);
    throw conflict(
      `The ${describe(resource, key)} was deleted by ${gone?.by ?? 'someone'} in the meantime.`,
      null,
      gone,
    );
  }
  if (isStale(row, base)) {
    throw conflict(`The ${describe(resource, row)} was changed by ${row.updatedBy || 'someone'} in the meantime.`, row);
  }
  return row;
}

/**
 * Sets fields of a record, and those that follow from them; all others are left unchanged.
 * @param scope `said`: the current values of some fields, according to the call
 * @throws ApiError like `lockRecord`, and 400 if one of these values is wrong, or if a rule forbids the new values
 */
export async function changeRecord(
  db: Queryable,
  kept: Kept,
  key: RecordKey,
  version: number | undefined,
  given: Values,
  {
    person,
    entity,
    at,
    basedAt,
    callId,
    said = {},
  }: WriteScope & { callId: string; said?: Readonly<Record<string, unknown>> },
): Promise<Effect | Unchanged> {
  const { resource } = kept;
  const before = await lockRecord(db, kept, key, { version, basedAt }, entity);
  const other = Object.keys(said).find(name => said[name] !== undefined && said[name] !== before[name]);
  if (other !== undefined) throw badRequest(`${other}: the ${describe(resource, key)} has ${String(before[other])}`);
  if (changesNothing(before, given)) return { unchanged: true, output: before };
  const changed = withFollowing(resource.follows, before, given);
  requireNone(problemAfter(resource, before, changed, entity));
  const { sql, values } = byKey(resource, key);
  // A connection keeps each statement, so a call sets the same fields every time. Fields that it does not contain keep
  // their values.
  const fields = updateBy(resource, callId)?.fields ?? [];
  const set = { ...Object.fromEntries(fields.map(field => [field, before[field]])), ...changed };
  const all = { ...set, ...foldedOf(resource, set), updatedBy: person.email, updatedAt: at };
  const sets = Object.keys(all).map((field, i) => `${columnSql(field)} = $${values.length + i + 1}`);
  await db.query(
    prepared(`UPDATE ${recordTable(resource)} p SET version = version + 1, ${sets.join(', ')} WHERE ${sql}`, [
      ...values,
      ...Object.values(all),
    ]),
  );
  return effectOf(resource, 'Edit', before, await findRecord(db, resource, key));
}

/** @throws ApiError like `lockRecord` */
export async function deleteRecord(
  db: Queryable,
  kept: Kept,
  key: RecordKey,
  version: number | undefined,
  { entity, basedAt }: WriteScope,
): Promise<Effect> {
  const { resource } = kept;
  await lockKey(db, collectionOf(resource), declaredKey(declaredOf(resource), key));
  const before = await lockRecord(db, kept, key, { version, basedAt }, entity);
  const { sql, values } = byKey(resource, key);
  await db.query({
    name: `${resource.collection}-delete`,
    text: `DELETE FROM ${recordTable(resource)} p WHERE ${sql}`,
    values,
  });
  return effectOf(resource, 'Delete', before, null);
}
