import { EMPTY } from '../../contract/cached.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import { isOfEntity, ownerField, ownerInput, type Resource } from '../../contract/resource.ts';
import { sheetKey } from '../../contract/resourceSheet.ts';
import { collectionOf } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { ofCountry, recordTable } from '../db/recordSql.ts';
import { columnName, columnSql } from '../db/names.ts';
import type { Queryable } from '../db/transaction.ts';
import { flagsOf } from './flagsSql.ts';
import { nameColumns, storedColumns, storedText, type StoredColumn } from './storedColumns.ts';
import { stageParts } from './stageParts.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import type { Asked, Column, ExistingRows, RecordPlan } from './reader/api.ts';
import {
  appliedImport,
  IMPORT_FIELDS,
  isDeclaredBy,
  type ImportPlan,
  type ImportStore,
  type RecordImport,
  type BulkRows,
  type StagedAt,
} from './store.ts';
import type { BulkChange } from './records.ts';
import { recordsByKey } from '../resources/records.ts';
import { bulkSql, tombstoneOf } from './staged.ts';
import type { ChangedRow } from '../resources/extras.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Imports of any declared resource. They share a table in which a record, before and after the change, is the JSON of
 * its stored columns.
 */

export const IMPORT_ROWS = 'import_rows';

/** For each type of column, a value below all others within the bounds of the type. */
const BEFORE_ALL: Readonly<Record<StoredColumn['type'], Cells[number]>> = {
  text: EMPTY.text,
  int2: -(2 ** 15),
  int8: EMPTY.number,
  boolean: false,
};

/** SQL: whether two rows refer to the same record of an owner, according to its key. */
const sameKey = ({ key }: Resource, a: string, b: string): string =>
  key.map(name => `${a}.${columnSql(name)} = ${b}.${columnSql(name)}`).join(' AND ');

/**
 * SQL that applies a chunk (ImportStore.chunk). If a row fails, everything is rolled back, so that tombstones and feed
 * match the rows.
 */
function chunkOf(resource: Resource): string {
  const { collection, fields } = resource;
  const table = recordTable(resource);
  const stored = storedColumns(resource);
  const typed = stored.map(({ sql, type }) => `${sql} ${type}`).join(', ');
  const names = stored.map(({ sql }) => sql).join(', ');
  const fixed = sheetKey(resource);
  const changed = stored.filter(({ field }) => !fixed.includes(field) && fields[field]?.kind !== 'made');
  const sets = changed.map(({ sql }) => `${sql} = r.${sql}, `).join('');
  const own = isOfEntity(resource) ? null : columnSql(ownerField(resource));
  const owner = own === null ? ofCountry(resource, '$6::text') : `p.${own} = r.scope`;
  const same = `${owner} AND ${sameKey(resource, 'p', 'r')}`;
  const ofNone = resource.scope === 'platform';
  const ownerColumn = `${own === null ? '' : `${own}, `}${ofNone ? '' : 'country, '}`;
  const ownerValue = `${own === null ? '' : 'r.scope, '}${ofNone ? '' : '$6, '}`;
  const tombstone = tombstoneOf(collection, 'w.key');
  return `
  WITH r AS MATERIALIZED (
    SELECT w.n AS row_n, w.key AS row_key, w.scope, w.before IS NULL AS is_new, w.after IS NULL AS is_gone,
           w.before_version, v.*,
           CASE WHEN w.before IS NULL THEN coalesce(${tombstone}, 0) + 1 ELSE w.after_version END AS row_version
      FROM ${IMPORT_ROWS} w
      CROSS JOIN LATERAL jsonb_to_record(coalesce(w.after, w.before)) AS v(${typed})
     WHERE w.import_no = $1 AND w.n >= $2 AND w.n < $3
  ), upd AS (
    UPDATE ${table} p SET ${sets}version = r.row_version, updated_by = $4, updated_at = $5
      FROM r
     WHERE NOT r.is_new AND NOT r.is_gone AND ${same} AND p.version = r.before_version
    RETURNING 1
  ), del AS (
    DELETE FROM ${table} p USING r
     WHERE NOT r.is_new AND r.is_gone AND ${same} AND p.version = r.before_version
    RETURNING 1
  ), ins AS (
    INSERT INTO ${table} (${ownerColumn}${names}, version, updated_by, updated_at)
    SELECT ${ownerValue}${stored.map(({ sql }) => `r.${sql}`).join(', ')}, r.row_version, $4, $5
      FROM r WHERE r.is_new AND NOT r.is_gone
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), renumbered AS (
    UPDATE ${IMPORT_ROWS} w SET after_version = ${tombstone} + 1
     WHERE (SELECT bool_or(r.is_new AND r.row_version <> 1) FROM r) AND w.import_no = $1 AND w.n >= $2 AND w.n < $3
       AND w.before IS NULL AND ${tombstone} IS NOT NULL
  ), tombstones AS (
    INSERT INTO deleted_versions (collection, key, version)
    SELECT '${collection}', r.row_key, r.row_version FROM r WHERE r.is_gone
    ON CONFLICT (collection, key) DO UPDATE SET version = excluded.version
  ), feed AS (
    INSERT INTO changes (entity, collection, key, version, row, at)
    SELECT ${ofNone ? 'e.country' : '$6'}, '${collection}', r.row_key, r.row_version, CASE WHEN r.is_gone THEN NULL ELSE 'true'::jsonb END, $5
      FROM r${ofNone ? ' CROSS JOIN entities e' : ''} ORDER BY r.row_n
  )
  SELECT (SELECT count(*) FROM r) AS wanted,
         (SELECT count(*) FROM upd) + (SELECT count(*) FROM del) + (SELECT count(*) FROM ins) AS done`;
}

const PAGE = 10_000;
type Cells = (number | string | boolean | null)[];

/**
 * The current records to which the rows of a checked import may refer. They are read in pages, so that other calls can
 * run in between.
 */
async function readExisting(
  db: Queryable,
  resource: Resource,
  entity: Country,
  { channels, keys }: Asked,
): Promise<ExistingRows> {
  const table = recordTable(resource);
  const stored = storedColumns(resource).filter(({ folded }) => !folded);
  const names = [...ownerInput(resource), ...stored.map(({ field }) => field)];
  const typeOf = (name: string) => stored.find(({ field }) => field === name)?.type ?? 'int8';
  const columns = names.map((): Cells => []);
  const versions: number[] = [];
  const take = (rows: readonly Cells[]): void => {
    for (const row of rows) {
      columns.forEach((values, at) => values.push(row[at] as Cells[number]));
      versions.push(row[names.length] as number);
    }
  };
  const selected = [...names, 'version'].map(name => `p.${columnSql(name)}`).join(', ');
  if (keys) {
    const key = sheetKey(resource);
    const lists = key.map((name, at) => `$${at + 2}::${typeOf(name)}[]`).join(', ');
    const own = key.map(columnSql);
    const { rows } = await db.query<Cells>({
      text: `SELECT ${selected} FROM ${table} p
               JOIN unnest(${lists}) AS k(${own.join(', ')}) ON ${own.map(name => `k.${name} = p.${name}`).join(' AND ')}
              WHERE ${ofCountry(resource, '$1::text')}`,
      values: [entity, ...keys.map(values => [...values])],
      rowMode: 'array',
    } as never);
    take(rows);
  } else {
    const owner = resource.scope === 'platform' ? null : `p.${columnSql(ownerField(resource))}`;
    const order = resource.order.map(name => `p.${columnSql(name)}`).join(', ');
    const behind = resource.order.map((name, at) => `$${at + 2}::${typeOf(name)}`).join(', ');
    const places = resource.order.map(name => names.indexOf(name));
    for (const id of channels) {
      for (
        let after = resource.order.map((name): Cells[number] => BEFORE_ALL[typeOf(name)]),
          round = rounds('Reading stored records');
        ;
        round()
      ) {
        const { rows } = await db.query<Cells>({
          text: `SELECT ${selected} FROM ${table} p
                  WHERE ${owner === null ? '$1::text IS NOT NULL' : `${owner} = $1`} AND (${order}) > (${behind})
                  ORDER BY ${owner === null ? '' : `${owner}, `}${order} LIMIT ${PAGE}`,
          values: [isOfEntity(resource) ? entity : id, ...after],
          rowMode: 'array',
        } as never);
        take(rows);
        const last = rows.at(-1);
        if (!last || rows.length < PAGE) break;
        after = places.map(at => last[at] as Cells[number]);
        await yieldToEventLoop();
      }
    }
  }
  const columnOf = (name: string, values: Cells): Column =>
    typeOf(name) === 'text'
      ? values.map(value => String(value ?? EMPTY.text))
      : Float64Array.from(values, value => Number(value ?? EMPTY.number));
  return {
    count: versions.length,
    columns: Object.fromEntries(names.map((name, at) => [name, columnOf(name, columns[at] as Cells)])),
    versions: Int32Array.from(versions),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Converts the result of the reader to a plan. */
function planOf(resource: Resource, plan: RecordPlan): ImportPlan {
  const { count, counts, channels, keys, before, after, versions, named } = plan;
  const names = nameColumns(resource);
  /** The names of channels and 3PLs as they are stored in records, by id. A file contains only the ids. */
  const namesOf = async (on: Queryable, from: number, to: number): Promise<((at: number) => string) | null> => {
    if (names.length === 0) return null;
    const { rows } = await on.query<{ id: number; name: string }>(
      'SELECT channel_id AS id, name FROM channels WHERE channel_id = ANY ($1::int8[])',
      [[...new Set(named.flatMap(ids => [...ids.subarray(from, to)]))]],
    );
    const byId = new Map(rows.map(({ id, name }) => [id, name]));
    return at => {
      const all = names.map(({ name, stored }, place) =>
        storedText(stored, { [name]: byId.get(named[place]?.[at] ?? 0) ?? '' }),
      );
      return all.map(text => `,${text.slice(1, -1)}`).join('');
    };
  };
  const rowText = (at: number, nameOf: ((at: number) => string) | null): string => {
    const becomes = after[at] as string | null;
    // If a JSON object contains the same name twice, the database uses the last value.
    const written = becomes !== null && nameOf ? `${becomes.slice(0, -1)}${nameOf(at)}}` : becomes;
    return `[${channels[at]},${JSON.stringify(keys[at])},${before[at]},${written},${versions[at]}]`;
  };
  return {
    count,
    counts,
    broken: plan.broken,
    key: at => keys[at] as string,
    change: at => (before[at] === null ? 'added' : after[at] === null ? 'removed' : 'changed'),
    channel: at => channels[at] as number,
    stage: (on, no) =>
      stageParts(count, async (from, to) => {
        const nameOf = await namesOf(on, from, to);
        const part = Array.from({ length: to - from }, (_, i) => rowText(from + i, nameOf));
        await on.query(
          `INSERT INTO ${IMPORT_ROWS} (import_no, n, scope, key, before, after, before_version, after_version)
           SELECT $1, $2::int4 + place - 1, (e->>0)::int8, e->>1, nullif(e->2, 'null'), nullif(e->3, 'null'), (e->>4)::int4,
                  (e->>4)::int4 + 1
             FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS u(e, place)`,
          [no, from, `[${part.join(',')}]`],
        );
      }),
  };
}

/** Number of columns per call of `jsonb_build_object`, because a function accepts at most a hundred arguments. */
const JSON_COLUMNS = 40;

/** SQL: the stored columns of a row as a JSON object. */
function asJson(stored: readonly StoredColumn[], row: string): string {
  const parts: string[] = [];
  for (let from = 0; from < stored.length; from += JSON_COLUMNS) {
    const some = stored.slice(from, from + JSON_COLUMNS).map(({ column, sql }) => `'${column}', ${row}.${sql}`);
    parts.push(`jsonb_build_object(${some.join(', ')})`);
  }
  return parts.join(' || ');
}

/** Stages the effect of a bulk change on some records; without values, the records are deleted. */
async function stageBulk(
  db: Queryable,
  resource: Resource,
  { keys, versions, own }: BulkRows,
  { set }: BulkChange,
  { no, at, entity, email }: StagedAt,
): Promise<number> {
  const stored = storedColumns(resource);
  const sql = bulkSql(resource);
  const changed =
    set &&
    storedText(
      stored.filter(({ field }) => field in set),
      set,
    );
  const before = asJson(stored, 'p');
  const staged = await db.query(
    `INSERT INTO ${IMPORT_ROWS} (import_no, n, scope, key, before, after, before_version, after_version)
     SELECT $6, $7::int4 - 1 + row_number() OVER (ORDER BY k.place), ${isOfEntity(resource) ? NO_OWNER : `p.${columnSql(ownerField(resource))}`}, k.feed_key,
            b.before, b.before || $8::jsonb, p.version, p.version + 1
       FROM ${sql.keys} JOIN ${sql.join} AND ${sql.asSeen}
      CROSS JOIN LATERAL (SELECT ${before} AS before) b
      WHERE b.before || $8::jsonb IS DISTINCT FROM b.before`,
    [keys, versions, own, entity, email, no, at, changed],
  );
  return staged.rowCount ?? 0;
}

interface StoredRow {
  scope: number;
  key: string;
  before: Values | null;
  after: Values | null;
  version: number;
}

/** Converts a record's stored columns to its fields. */
function named(resource: Resource, scope: number, values: Values | null): Record<string, unknown> | null {
  const stored = storedColumns(resource).filter(({ folded }) => !folded);
  return (
    values && {
      ...Object.fromEntries(ownerInput(resource).map(name => [name, scope])),
      ...Object.fromEntries(stored.map(({ field, column }) => [field, values[column]])),
    }
  );
}

async function ofRecord(
  db: Queryable,
  resource: Resource,
  entity: Country,
  key: string,
  most: number,
): Promise<RecordImport[]> {
  const { rows } = await db.query<RecordImport & { scope: number }>({
    name: `${resource.id}-imports-of-record`,
    text: `SELECT r.scope, r.before, r.after, r.after_version AS version, ${IMPORT_FIELDS}
             FROM ${IMPORT_ROWS} r ${appliedImport(resource)}
            WHERE r.key = $1 ORDER BY r.after_version DESC LIMIT $3`,
    values: [key, entity, most],
  });
  return rows.map(({ scope, ...row }) => ({
    ...row,
    before: named(resource, scope, row.before),
    after: named(resource, scope, row.after),
  }));
}

async function rowsOf(
  db: Queryable,
  resource: Resource,
  no: number,
  from: number,
  before: number,
): Promise<ChangedRow[]> {
  const { rows } = await db.query<StoredRow>(
    `SELECT scope, key, before, after, after_version AS version FROM ${IMPORT_ROWS}
      WHERE import_no = $1 AND n >= $2 AND n < $3 ORDER BY n`,
    [no, from, before],
  );
  return rows.map(({ scope, key, version, before: was, after }) => ({
    key,
    before: named(resource, scope, was),
    after: named(resource, scope, after),
    version,
  }));
}

async function importsOf(
  db: Queryable,
  resource: Resource,
  entity: Country,
  keys: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT i.id FROM (SELECT DISTINCT import_no FROM ${IMPORT_ROWS} WHERE key = ANY ($1::text[])) r
       ${appliedImport(resource)} ORDER BY i.no DESC LIMIT $3`,
    [keys, entity, most],
  );
  return rows.map(({ id: found }) => found);
}

/** Returns the store of a declared resource, which uses the common table. */
export function recordStore(resource: Resource): ImportStore {
  // The key begins with the owner of the record.
  const owner = isOfEntity(resource)
    ? resource.scope === 'platform'
      ? 'true'
      : "p.country = split_part(r.key, '/', 1)"
    : `p.${columnSql(ownerField(resource))} = r.scope`;
  const keyTypes = storedColumns(resource)
    .filter(({ field, folded }) => resource.key.includes(field) && !folded)
    .map(({ sql, type }) => `${sql} ${type}`);
  return {
    resource,
    collection: collectionOf(resource),
    table: IMPORT_ROWS,
    scope: 'scope',
    before: 'before',
    after: 'after',
    ...(SUPPORT_KEYS.every(key => key in resource.fields) ? { flags: side => flagsOf(side, columnName) } : {}),
    identity: ['scope', 'key'],
    key: row => `${row}.key`,
    joinRecord: `CROSS JOIN LATERAL jsonb_to_record(coalesce(r.after, r.before)) AS v(${keyTypes.join(', ')})
  LEFT JOIN ${recordTable(resource)} p ON ${owner} AND ${sameKey(resource, 'p', 'v')}`,
    isOfKey: `r.key = k.feed_key AND ${isDeclaredBy(resource)}`,
    chunk: chunkOf(resource),
    find: recordsByKey(resource),
    readExisting: (db, entity, asked) => readExisting(db, resource, entity, asked),
    planOf: plan => planOf(resource, plan as RecordPlan),
    stageBulk: (db, rows, change, to) => stageBulk(db, resource, rows, change, to),
    rows: (db, no, from, before) => rowsOf(db, resource, no, from, before),
    ofRecord: (db, entity, key, most) => ofRecord(db, resource, entity, key, most),
    importsOf: (db, entity, keys, most) => importsOf(db, resource, entity, keys, most),
  };
}
