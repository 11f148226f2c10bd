import { columnsOf, DECLARED, declaredKey, KIND_MOST, type CachedKind } from '../../contract/cached.ts';
import { ownerIn } from '../../contract/owner.ts';
import { deletionPath } from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { whoDeleted, type Deletion } from '../db/deletions.ts';
import { CACHED_TABLES, recordSql } from '../db/cachedTables.ts';
import { columnName } from '../db/names.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Row } from '../db/write.ts';

/** Records of declared resources by key: one way for all of them, by their declarations (contract/cached). */

export type RecordCollection = Exclude<ResourceCollection, 'channelLocations'>;

/** A record as its list call answers it. */
export type StoredRow = Row & { version: number; updatedBy: string };

/** What names a record: what owns it (its channel or 3PL, or its country) and the columns of its key. */
export type RecordKey = Readonly<Record<string, unknown>>;

const SQL_TYPE: Readonly<Record<CachedKind, string>> = { number: 'int8', int: 'int4', small: 'int4', text: 'text' };

const keyColumns = (collection: ResourceCollection): string[] => [
  DECLARED[collection].owner,
  ...DECLARED[collection].key,
];
const kindsOf = (collection: ResourceCollection): Readonly<Record<string, CachedKind>> => ({
  channelId: 'number',
  threePlId: 'number',
  country: 'text',
  ...columnsOf(DECLARED[collection]),
});

/** A record's key as a condition on `p`, and its values from `$1` on. */
export function byKey(collection: RecordCollection, key: RecordKey): { sql: string; values: (number | string)[] } {
  const columns = keyColumns(collection);
  return {
    sql: columns.map((column, at) => `p.${columnName(column)} = $${at + 1}`).join(' AND '),
    values: columns.map(column => key[column] as number | string),
  };
}

/** One record, or null. */
export async function findRecord(
  db: Queryable,
  collection: RecordCollection,
  key: RecordKey,
): Promise<StoredRow | null> {
  const { fields, joins } = recordSql(collection);
  const { sql, values } = byKey(collection, key);
  const { rows } = await db.query<StoredRow>({
    name: `${collection}-one`,
    text: `SELECT ${fields} FROM ${CACHED_TABLES[collection]} p ${joins} WHERE ${sql}`,
    values,
  });
  return rows[0] ?? null;
}

/** The parts of a key as the change feed writes it; null for a text that is none. */
export function readKey(collection: ResourceCollection, text: string): RecordKey | null {
  const parts = text.split('/');
  const columns = keyColumns(collection);
  if (parts.length !== columns.length) return null;
  const kinds = kindsOf(collection);
  const key: Record<string, number | string> = {};
  for (const [at, column] of columns.entries()) {
    const part = parts[at] as string;
    const kind = kinds[column] as CachedKind;
    if (kind !== 'text' && (!/^-?\d{1,16}$/.test(part) || Math.abs(Number(part)) > KIND_MOST[kind])) return null;
    key[column] = kind === 'text' ? part : Number(part);
  }
  return key as RecordKey;
}

/** Records of an entity by the keys of the change feed; keys that name none are left out. */
export const recordsByKey =
  (collection: RecordCollection) =>
  async (db: Queryable, entity: Country, keys: readonly string[]): Promise<Map<string, StoredRow>> => {
    const columns = keyColumns(collection);
    const kinds = kindsOf(collection);
    const wanted = keys.flatMap(text => readKey(collection, text) ?? []);
    const { fields, joins } = recordSql(collection);
    const lists = columns.map((column, at) => `$${at + 2}::${SQL_TYPE[kinds[column] as CachedKind]}[]`).join(', ');
    const names = columns.map(columnName);
    const { rows } = await db.query<StoredRow>({
      name: `${collection}-by-key`,
      text: `SELECT ${fields} FROM ${CACHED_TABLES[collection]} p ${joins}
               JOIN unnest(${lists}) AS k(${names.join(', ')}) ON ${names.map(name => `k.${name} = p.${name}`).join(' AND ')}
              WHERE p.country = $1`,
      values: [entity, ...columns.map(column => wanted.map(key => (key as RecordKey)[column]))],
    });
    return new Map(rows.map(row => [declaredKey(DECLARED[collection], row), row]));
  };

/** Who deleted a record, by itself or by an import; null where neither log says. */
export async function whoDeletedRecord(
  db: Queryable,
  collection: RecordCollection,
  entity: Country,
  key: RecordKey,
): Promise<Deletion | null> {
  const resource = requireResource(collection);
  const { id, feature } = resource;
  const named = Object.fromEntries(DECLARED[collection].key.map(column => [column, key[column]]));
  const alone = await whoDeleted(db, feature, entity, ownerIn(key), named, deletionPath(resource));
  const { rows } = await db.query<Deletion>({
    name: 'who-deleted-by-import-rows',
    text: `SELECT i.email AS by, i.finished_at AS at
             FROM import_rows r JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND i.declaration = $2 AND i.entity = $3
            WHERE r.after IS NULL AND r.key = $1
            ORDER BY i.no DESC LIMIT 1`,
    values: [declaredKey(DECLARED[collection], key), id, entity],
  });
  const imported = rows[0] ?? null;
  return alone && imported ? (alone.at >= imported.at ? alone : imported) : (alone ?? imported);
}

/** The same for some keys of the change feed. */
export const whoDeletedByKey =
  (collection: RecordCollection) =>
  async (db: Queryable, entity: Country, keys: readonly string[]): Promise<Map<string, Deletion>> => {
    const found = new Map<string, Deletion>();
    for (const text of keys) {
      const key = readKey(collection, text);
      const deletion = key && (await whoDeletedRecord(db, collection, entity, key));
      if (deletion) found.set(text, deletion);
    }
    return found;
  };
