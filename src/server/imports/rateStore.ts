import { EMPTY } from '../../contract/cached.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { rowsOfKind, type RateFile } from '../../contract/rateImports/resources.ts';
import type { Family } from '../../contract/rateTable/versions.ts';
import type { Country } from '../../domain/country.ts';
import type { Currency } from '../../domain/currency.ts';
import { cellsOfRow, rowOfCells, type Cells, type ImportKind } from '../../domain/rates/importRows.ts';
import { rowProblem } from '../../domain/rates/rowRules.ts';
import type { AddressRow, ExtraFeeRow } from '../../domain/rates/rows.ts';
import { stateOf, type RateVersion } from '../../domain/rates/versions.ts';
import type { WeightRule } from '../../domain/rates/weightRule.ts';
import type { Queryable } from '../db/transaction.ts';
import { PLAN_ROWS, type ChangedRow, type PlanProblem } from '../resources/extras.ts';
import { IMPORT_ROWS } from './recordStore.ts';
import { appendChanges } from '../db/appendChanges.ts';
import { readPart } from '../rates/parts.ts';
import { cepCountries, cepProblem } from '../rates/places.ts';
import { COLLECTION, familyNo, findVersion, shown, versionKey } from '../rates/versions.ts';
import { fromColumns, tableOf, toColumns, type Columns, type RowColumn, type RowTable } from './rateRows.ts';
import type { Asked, Column, ExistingRows, RecordPlan } from './reader/api.ts';
import { stageParts } from './stageParts.ts';
import { storedColumns } from './storedColumns.ts';
import type { ImportPlan, ImportStore } from './store.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Imports into drafts of rate tables. Rows are staged as the columns of their table, with the draft as their scope. A
 * chunk increments the version of each draft that it changes, and its rows get that version, as in every other write to
 * a draft.
 */

const PAGE = 10_000;

const typedList = (columns: readonly RowColumn[]): string =>
  columns.map(({ sql, type }) => `${sql} ${type}`).join(', ');

const sameRow = ({ key }: RowTable, a: string, b: string): string =>
  key.map(({ sql }) => `${a}.${sql} = ${b}.${sql}`).join(' AND ');

/** SQL for a chunk (ImportStore.chunk). */
function chunkOf(table: RowTable, collection: string): string {
  const names = [...table.key, ...table.others].map(({ sql }) => sql);
  const sets = table.others.map(({ sql }) => `${sql} = r.${sql}`);
  return `
  WITH w AS MATERIALIZED (
    SELECT * FROM ${IMPORT_ROWS} WHERE import_no = $1 AND n >= $2 AND n < $3
  ), d AS (
    UPDATE rate_versions SET version = version + 1, updated_by = $4, updated_at = $5
     WHERE id IN (SELECT scope FROM w) AND state = 0 AND country = $6
    RETURNING id, version
  ), r AS MATERIALIZED (
    SELECT w.n AS row_n, w.key AS row_key, w.scope, w.before IS NULL AS is_new, w.after IS NULL AS is_gone,
           w.before_version, d.version AS row_version, v.*
      FROM w JOIN d ON d.id = w.scope
     CROSS JOIN LATERAL jsonb_to_record(coalesce(w.after, w.before)) AS v(${typedList([...table.key, ...table.others])})
  ), upd AS (
    UPDATE ${table.table} p SET ${sets.join(', ')}, version = r.row_version, updated_by = $4
      FROM r
     WHERE NOT r.is_new AND NOT r.is_gone AND p.version_id = r.scope AND ${sameRow(table, 'p', 'r')}
       AND p.version = r.before_version
    RETURNING 1
  ), del AS (
    DELETE FROM ${table.table} p USING r
     WHERE NOT r.is_new AND r.is_gone AND p.version_id = r.scope AND ${sameRow(table, 'p', 'r')}
       AND p.version = r.before_version
    RETURNING 1
  ), ins AS (
    INSERT INTO ${table.table} (version_id, ${names.join(', ')}, version, updated_by)
    SELECT r.scope, ${names.map(name => `r.${name}`).join(', ')}, r.row_version, $4
      FROM r WHERE r.is_new AND NOT r.is_gone
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), numbered AS (
    UPDATE ${IMPORT_ROWS} i SET after_version = (SELECT d.version FROM d WHERE d.id = i.scope)
     WHERE i.import_no = $1 AND i.n >= $2 AND i.n < $3
  ), tombstones AS (
    INSERT INTO deleted_versions (collection, key, version)
    SELECT '${collection}', r.row_key, r.row_version FROM r WHERE r.is_gone
    ON CONFLICT (collection, key) DO UPDATE SET version = excluded.version
  )
  SELECT (SELECT count(*) FROM w) AS wanted,
         (SELECT count(*) FROM upd) + (SELECT count(*) FROM del) + (SELECT count(*) FROM ins) AS done`;
}

/** SQL for a chunk of the weight rule, which is one of the draft's settings. */
const RULE_CHUNK = `
  WITH w AS MATERIALIZED (
    SELECT * FROM ${IMPORT_ROWS} WHERE import_no = $1 AND n >= $2 AND n < $3
  ), d AS (
    UPDATE rate_versions p
       SET settings = p.settings || jsonb_build_object('weightRule', w.after), version = p.version + 1,
           own_version = p.version + 1, updated_by = $4, updated_at = $5
      FROM w
     WHERE p.id = w.scope AND p.state = 0 AND p.country = $6 AND p.own_version = w.before_version AND w.after IS NOT NULL
    RETURNING p.id, p.version
  ), numbered AS (
    UPDATE ${IMPORT_ROWS} i SET after_version = d.version FROM d WHERE i.import_no = $1 AND i.scope = d.id
  )
  SELECT (SELECT count(*) FROM w) AS wanted, (SELECT count(*) FROM d) AS done`;

interface Draft {
  id: number;
  channelId: number;
  versionNo: number;
}

/** Returns a family's drafts that occur in files, or all drafts if the files have too many rows. */
async function draftsNamed(db: Queryable, family: Family, entity: Country, { keys }: Asked): Promise<Draft[]> {
  const [channels, versions] = keys ?? [];
  const { rows } = await db.query<Draft>(
    `SELECT id, channel_id AS "channelId", version_no AS "versionNo" FROM rate_versions
      WHERE country = $1 AND family = $2 AND state = 0
        AND ($3::int8[] IS NULL OR (channel_id, version_no) IN (SELECT * FROM unnest($3::int8[], $4::int4[]))) ORDER BY id`,
    [
      entity,
      familyNo(family),
      channels === undefined ? null : [...(channels as Float64Array)],
      versions === undefined ? null : [...(versions as Float64Array)],
    ],
  );
  return rows;
}

async function readExisting(
  db: Queryable,
  { family, resource }: RateFile,
  kind: ImportKind,
  entity: Country,
  asked: Asked,
): Promise<ExistingRows> {
  const fields = storedColumns(resource);
  const columns = fields.map((): unknown[] => []);
  const versions: number[] = [];
  const take = (draft: Draft, version: number, cells: Cells | null): void => {
    if (!cells) return;
    const all: Cells = { channelId: draft.channelId, versionNo: draft.versionNo, ...cells };
    fields.forEach(({ field }, at) => columns[at]?.push(all[field]));
    versions.push(version);
  };
  const table = tableOf(kind);
  for (const draft of await draftsNamed(db, family, entity, asked)) {
    if (table) {
      for (let offset = 0, round = rounds('Reading a draft'); ; offset += PAGE, round()) {
        const rows = await readPart(db, draft.id, table.part, {}, { offset, count: PAGE });
        for (const { version, ...row } of rows) take(draft, version, cellsOfRow(kind, row));
        if (rows.length < PAGE) break;
        await yieldToEventLoop();
      }
      continue;
    }
    const { rows } = await db.query<{ rule: WeightRule; version: number }>(
      `SELECT settings->'weightRule' AS rule, own_version AS version FROM rate_versions WHERE id = $1`,
      [draft.id],
    );
    for (const { rule, version } of rows) take(draft, version, cellsOfRow(kind, rule));
  }
  const columnOf = (type: string, values: readonly unknown[]): Column =>
    type === 'text'
      ? values.map(value => String(value ?? EMPTY.text))
      : Float64Array.from(values, value => Number(value ?? EMPTY.number));
  return {
    count: versions.length,
    columns: Object.fromEntries(fields.map(({ field, type }, at) => [field, columnOf(type, columns[at] as unknown[])])),
    versions: Int32Array.from(versions),
  };
}

/** Parses the channel and the version from a row's key. */
function versionOfKey(key: string): { channelId: number; versionNo: number } {
  const [, channelId, versionNo] = key.split('/');
  return { channelId: Number(channelId), versionNo: Number(versionNo) };
}

/** Converts the reader's result to a plan. */
function planOf({ family, resource }: RateFile, kind: ImportKind, plan: RecordPlan): ImportPlan {
  const { count, counts, keys, before, after, versions } = plan;
  const fields = storedColumns(resource);
  const staged = (text: string | null): Columns | null => {
    if (text === null) return null;
    const stored = JSON.parse(text) as Columns;
    const cells = Object.fromEntries(fields.map(({ field, column }) => [field, stored[column]])) as Cells;
    return toColumns(kind, rowOfCells(kind, cells).row);
  };
  return {
    count,
    counts,
    broken: plan.broken,
    key: at => keys[at] as string,
    change: at => (before[at] === null ? 'added' : after[at] === null ? 'removed' : 'changed'),
    channel: at => plan.channels[at] as number,
    stage: async (on, no) => {
      const named = new Map(keys.map(key => [key.split('/').slice(0, 3).join('/'), versionOfKey(key)]));
      // Staged rows whose version does not exist have draft 0, which `planProblem` reports.
      const { rows } = await on.query<Draft & { country: string }>(
        `SELECT id, channel_id AS "channelId", version_no AS "versionNo", country FROM rate_versions
          WHERE family = $1 AND (channel_id, version_no) IN (SELECT * FROM unnest($2::int8[], $3::int4[]))`,
        [
          familyNo(family),
          [...named.values()].map(({ channelId }) => channelId),
          [...named.values()].map(({ versionNo }) => versionNo),
        ],
      );
      const drafts = new Map(
        rows.map(({ id, channelId, versionNo, country }) => [`${country}/${channelId}/${versionNo}`, id]),
      );
      await stageParts(count, (from, to) => {
        const part = Array.from({ length: to - from }, (_, i) => {
          const at = from + i;
          const key = keys[at] as string;
          const scope = drafts.get(key.split('/').slice(0, 3).join('/')) ?? 0;
          return [scope, key, staged(before[at] as string | null), staged(after[at] as string | null), versions[at]];
        });
        return on.query(
          `INSERT INTO ${IMPORT_ROWS} (import_no, n, scope, key, before, after, before_version, after_version)
           SELECT $1, $2::int4 + place - 1, (e->>0)::int8, e->>1, nullif(e->2, 'null'), nullif(e->3, 'null'), (e->>4)::int4,
                  (e->>4)::int4 + 1
             FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS u(e, place)`,
          [no, from, JSON.stringify(part)],
        );
      });
    },
  };
}

/** The part of a row's key that names its version. */
const VERSION_OF_KEY = `substring(key from '^[^/]*/[^/]*/[^/]*')`;
/** The maximum number of versions that the message of a refused import names. */
const NAMED_MOST = 10;

/** Returns why a plan cannot be applied: versions are missing or are not drafts. */
async function planProblem(db: Queryable, entity: Country, no: number, now: number): Promise<PlanProblem | null> {
  const { rows } = await db.query<{
    key: string;
    state: 0 | 1 | null;
    country: string | null;
    activeFrom: number | null;
    until: number | null;
  }>(
    `SELECT r.key, v.state, v.country, v.active_from AS "activeFrom",
            (SELECT min(next.active_from) FROM rate_versions next
              WHERE next.family = v.family AND next.country = v.country AND next.channel_id = v.channel_id
                AND next.state = 1 AND next.active_from > v.active_from) AS until
       FROM (SELECT scope, min(n) AS n, (array_agg(key ORDER BY n))[1] AS key FROM ${IMPORT_ROWS} WHERE import_no = $1
              GROUP BY scope, CASE WHEN scope = 0 THEN ${VERSION_OF_KEY} END) r
       LEFT JOIN rate_versions v ON v.id = r.scope ORDER BY r.n`,
    [no],
  );
  const texts = new Map<string, string>();
  const next = new Set<string>();
  for (const { key, state, country, activeFrom, until } of rows) {
    const { channelId, versionNo } = versionOfKey(key);
    const version = key.split('/').slice(0, 3).join('/');
    if (state === null || country !== entity) {
      texts.set(version, `Channel ${channelId} has no version ${versionNo}`);
      next.add('create a draft first, or correct the column Version');
    } else if (state !== 0) {
      const known: RateVersion = { versionNo, state, activeFrom };
      const is = stateOf(known, until === null ? [known] : [known, { versionNo: 0, state, activeFrom: until }], now);
      texts.set(version, `Version ${versionNo} of channel ${channelId} is ${is}, and only drafts can be changed`);
      next.add('copy the version, and enter the number of the copy in the column Version');
    }
  }
  if (texts.size === 0) return null;
  const { rows: wrong } = await db.query<{ n: number; version: string }>(
    `SELECT n, ${VERSION_OF_KEY} AS version FROM ${IMPORT_ROWS}
      WHERE import_no = $1 AND ${VERSION_OF_KEY} = ANY ($2) ORDER BY n LIMIT ${PLAN_ROWS}`,
    [no, [...texts.keys()]],
  );
  const [first = '', ...others] = [...texts.values()].slice(0, NAMED_MOST);
  const named = [first, ...others.map(text => `${text.charAt(0).toLowerCase()}${text.slice(1)}`)].join('; ');
  const more = texts.size > NAMED_MOST ? `; ${texts.size - NAMED_MOST} more versions cannot be changed either` : '';
  return {
    text: `${named}${more}. Nothing was imported: ${[...next].join('; ')}.`,
    rows: wrong.map(({ n, version }) => ({ n, field: 'versionNo', text: texts.get(version) ?? named })),
  };
}

/**
 * Returns why a staged row cannot be in a draft: an undo may bring back a row that was stored before a rule existed, and
 * only the server knows all locations and where a channel's parcels come from. The checks of a file cover the rules of all other parts.
 */
async function rowsProblem(db: Queryable, entity: Country, kind: ImportKind, no: number): Promise<PlanProblem | null> {
  const part = tableOf(kind)?.part;
  if (part !== 'extraFees' && part !== 'addresses') return null;
  for (let last = -1, round = rounds('Checking staged rows'); ; round()) {
    const { rows } = await db.query<{ n: number; key: string; after: Columns }>(
      `SELECT n, key, after FROM ${IMPORT_ROWS}
        WHERE import_no = $1 AND n > $2 AND after IS NOT NULL ORDER BY n LIMIT ${PAGE}`,
      [no, last],
    );
    const ofRow = (n: number, key: string, text: string): PlanProblem => ({
      text: `${key}: ${text}. Nothing was changed.`,
      rows: [{ n, text }],
    });
    const byChannel = new Map<number, { n: number; key: string; row: ExtraFeeRow | AddressRow }[]>();
    for (const { n, key, after } of rows) {
      const named = { n, key, row: fromColumns(kind, after) as ExtraFeeRow | AddressRow };
      const { channelId } = versionOfKey(key);
      const own = byChannel.get(channelId);
      if (own) own.push(named);
      else byChannel.set(channelId, [named]);
      last = n;
    }
    for (const [channelId, named] of byChannel) {
      const own = named.map(({ row }) => row);
      const countries = await cepCountries(db, { entity, channelId }, own);
      for (const { n, key, row } of named) {
        const problem = rowProblem(row, countries);
        if (problem) return ofRow(n, key, problem.message);
      }
      const cep = await cepProblem(db, { entity, channelId }, own);
      const of = named.find(({ row }) => row === cep?.row);
      if (cep && of) return ofRow(of.n, of.key, cep.message);
    }
    if (rows.length < PAGE) return null;
    await yieldToEventLoop();
  }
}

/** Everyone viewing a changed draft is notified, as for every other write to a draft. */
async function followDrafts(db: Queryable, family: Family, entity: Country, no: number, at: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT DISTINCT scope AS id FROM ${IMPORT_ROWS} WHERE import_no = $1 ORDER BY 1`,
    [no],
  );
  const channels = new Set<number>();
  for (const { id } of rows) {
    const version = await findVersion(db, { family, entity, at }, id);
    channels.add(version.channelId);
    const change = { collection: COLLECTION[family], key: versionKey(version), version: version.version };
    await appendChanges(db, entity, [{ ...change, row: { ...shown(version) } }], at);
  }
  return [...channels];
}

async function rowsOf(
  db: Queryable,
  kind: ImportKind,
  no: number,
  from: number,
  before: number,
): Promise<ChangedRow[]> {
  const { rows } = await db.query<{
    key: string;
    before: Columns | null;
    after: Columns | null;
    version: number;
    currency: Currency | null;
  }>(
    `SELECT r.key, r.before, r.after, r.after_version AS version, v.settings->>'currency' AS currency
       FROM ${IMPORT_ROWS} r LEFT JOIN rate_versions v ON v.id = r.scope
      WHERE r.import_no = $1 AND r.n >= $2 AND r.n < $3 ORDER BY r.n`,
    [no, from, before],
  );
  return rows.map(({ key, version, before: was, after, currency }) => {
    // Amounts are in the currency of the row's version, which the row does not contain.
    const cells = (columns: Columns | null) =>
      columns && {
        ...versionOfKey(key),
        ...cellsOfRow(kind, fromColumns(kind, columns)),
        ...(currency === null ? {} : { currency }),
      };
    return { key, before: cells(was), after: cells(after), version };
  });
}

/** Returns the store for one kind of rate table file. */
export function rateStore(file: RateFile, now: () => number = () => Math.floor(Date.now() / 1000)): ImportStore {
  const kind = rowsOfKind(file.kind);
  const collection = COLLECTION[file.family];
  const table = tableOf(kind);
  return {
    resource: file.resource as Resource,
    collection: collection as ResourceCollection,
    table: IMPORT_ROWS,
    // All of a country's drafts share locks and counters, as in every write to a draft.
    scope: String(NO_OWNER),
    before: 'before',
    after: 'after',
    identity: ['scope', 'key'],
    key: row => `${row}.key`,
    joinRecord: table
      ? `CROSS JOIN LATERAL jsonb_to_record(coalesce(r.after, r.before)) AS v(${typedList(table.key)})
  LEFT JOIN ${table.table} p ON p.version_id = r.scope AND ${sameRow(table, 'p', 'v')}`
      : `LEFT JOIN LATERAL (SELECT d.own_version AS version, d.updated_by FROM rate_versions d WHERE d.id = r.scope) p ON TRUE`,
    isOfKey: 'r.key = k.feed_key',
    chunk: table ? chunkOf(table, collection) : RULE_CHUNK,
    readExisting: (db, entity, asked) => readExisting(db, file, kind, entity, asked),
    planOf: plan => planOf(file, kind, plan as RecordPlan),
    planProblem: async (db, entity, no) =>
      (await planProblem(db, entity, no, now())) ?? (await rowsProblem(db, entity, kind, no)),
    follow: (db, entity, no, at) => followDrafts(db, file.family, entity, no, at),
    stageBulk: () => Promise.reject(new Error('rows of rate tables are changed by their own calls')),
    rows: (db, no, from, before) => rowsOf(db, kind, no, from, before),
    // A version's history does not list individual rows.
    ofRecord: async () => [],
    importsOf: async () => [],
  };
}
