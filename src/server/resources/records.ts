import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, declaredKey, declaredOf, KIND_MOST } from '../../contract/cached.ts';
import { ownerIn } from '../../contract/owner.ts';
import { deletionPath, ownerKey, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { whoDeleted, type Deletion } from '../writes/deletions.ts';
import { inEntity, ofCountry, recordSql, recordTable } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Row } from '../writes/write.ts';
import type { Served } from './extras.ts';

/** Finds records of declared resources by key, in the same way for all resources (contract/cached). */

/** A record as its list call returns it. */
export type StoredRow = Row & { version: number; updatedBy: string; updatedAt: number };

/** What identifies a record: its owner (channel, 3PL or country) and the columns of its key. */
export type RecordKey = Readonly<Record<string, unknown>>;

const SQL_TYPE: Readonly<Record<CachedKind, string>> = { number: 'int8', int: 'int4', small: 'int4', text: 'text' };

const keyColumns = (resource: Resource): string[] => [...ownerKey(resource), ...declaredOf(resource).key];
const kindsOf = (resource: Resource): Readonly<Record<string, CachedKind>> => ({
  channelId: 'number',
  threePlId: 'number',
  country: 'text',
  ...columnsOf(declaredOf(resource)),
});

/** Returns a condition on `p` for the key of a record, and its values from `$1` onward. */
export function byKey(resource: Resource, key: RecordKey): { sql: string; values: (number | string)[] } {
  const columns = keyColumns(resource);
  return {
    sql: columns.map((column, at) => `p.${columnSql(column)} = $${at + 1}`).join(' AND '),
    values: columns.map(column => key[column] as number | string),
  };
}

/** Returns a record, or null if it does not exist. */
export async function findRecord(db: Queryable, resource: Resource, key: RecordKey): Promise<StoredRow | null> {
  const { fields, joins } = recordSql(resource);
  const { sql, values } = byKey(resource, key);
  const { rows } = await db.query<StoredRow>({
    name: `${resource.collection}-one`,
    text: `SELECT ${fields} FROM ${recordTable(resource)} p ${joins} WHERE ${sql}`,
    values,
  });
  return rows[0] ?? null;
}

/** Parses a key of the change feed into its parts; returns null if the string is not such a key. */
export function readKey(resource: Resource, text: string): RecordKey | null {
  const parts = text.split('/');
  const columns = keyColumns(resource);
  if (parts.length !== columns.length) return null;
  const kinds = kindsOf(resource);
  const key: Record<string, number | string> = {};
  for (const [at, column] of columns.entries()) {
    const part = parts[at] as string;
    const kind = kinds[column] as CachedKind;
    if (kind !== 'text' && (!/^-?\d{1,16}$/.test(part) || Math.abs(Number(part)) > KIND_MOST[kind])) return null;
    key[column] = kind === 'text' ? part : Number(part);
  }
  return key as RecordKey;
}

/** Finds the records of an entity by their keys in the change feed; keys without a record are omitted. */
export const recordsByKey =
  (resource: Resource) =>
  async (db: Queryable, entity: Country, keys: readonly string[]): Promise<Map<string, StoredRow>> => {
    const columns = keyColumns(resource);
    const kinds = kindsOf(resource);
    const wanted = keys.flatMap(text => readKey(resource, text) ?? []);
    const { fields, joins } = recordSql(resource);
    const lists = columns.map((column, at) => `$${at + 2}::${SQL_TYPE[kinds[column] as CachedKind]}[]`).join(', ');
    const names = columns.map(columnSql);
    const { rows } = await db.query<StoredRow>({
      name: `${resource.collection}-by-key`,
      text: `SELECT ${fields} FROM ${recordTable(resource)} p ${joins}
               JOIN unnest(${lists}) AS k(${names.join(', ')}) ON ${names.map(name => `k.${name} = p.${name}`).join(' AND ')}
              WHERE ${ofCountry(resource, '$1::text')}`,
      values: [entity, ...columns.map(column => wanted.map(key => (key as RecordKey)[column]))],
    });
    return new Map(rows.map(row => [declaredKey(declaredOf(resource), row), row]));
  };

/** The data needed to read and write a resource's records. */
export type Kept = Pick<Served, 'resource' | 'extras'>;

/** Finds out who deleted a record, individually or by an import; returns null if neither log contains the deletion. */
export async function whoDeletedRecord(
  db: Queryable,
  { resource, extras }: Kept,
  entity: Country,
  key: RecordKey,
): Promise<Deletion | null> {
  const { feature } = resource;
  const named = Object.fromEntries(resource.key.map(column => [column, key[column]]));
  const alone = await whoDeleted(db, feature, entity, ownerIn(key), named, deletionPath(resource), {
    everywhere: resource.scope === 'platform',
  });
  const imported = await (extras.whoDeletedByImport?.(db, entity, key) ?? byImportRows(db, resource, entity, key));
  return alone && imported ? (alone.at >= imported.at ? alone : imported) : (alone ?? imported);
}

async function byImportRows(
  db: Queryable,
  resource: Resource,
  entity: Country,
  key: RecordKey,
): Promise<Deletion | null> {
  const { rows } = await db.query<Deletion>({
    name: `who-deleted-by-import-rows${resource.scope === 'platform' ? '-everywhere' : ''}`,
    text: `SELECT i.email AS by, i.finished_at AS at
             FROM import_rows r JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND i.declaration = $2 AND ${inEntity(resource, 'i.entity', '$3')}
            WHERE r.after IS NULL AND r.key = $1
            ORDER BY i.no DESC LIMIT 1`,
    values: [declaredKey(declaredOf(resource), key), resource.id, entity],
  });
  return rows[0] ?? null;
}

/** Does the same for several keys of the change feed. */
export const whoDeletedByKey =
  (kept: Kept) =>
  async (db: Queryable, entity: Country, keys: readonly string[]): Promise<Map<string, Deletion>> => {
    const found = new Map<string, Deletion>();
    for (const text of keys) {
      const key = readKey(kept.resource, text);
      const deletion = key && (await whoDeletedRecord(db, kept, entity, key));
      if (deletion) found.set(text, deletion);
    }
    return found;
  };
