import type { ImportCounts, ImportReceipt } from '../../contract/imports/calls.ts';
import { importId, type Resource } from '../../contract/resource.ts';
import { sheetOf } from '../../contract/resources/sheets.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { inEntity } from '../db/recordSql.ts';
import type { Queryable } from '../db/transaction.ts';
import type { ChangedRow, Finder, PlanProblem } from '../resources/extras.ts';
import type { Asked, BrokenRow, ExistingRows, Plan } from './reader/api.ts';
import type { BulkChange } from './records.ts';

/**
 * Where the imports of a resource stage their changes row by row, first as the plan and later as the data for an undo.
 * Serviceable locations have a packed table of their own; all other resources share a table with JSON.
 */

export type ChangeKind = NonNullable<ImportReceipt['review']>['rows'][number]['change'];

/** What an import would do, row by row, compared with the current records. */
export interface ImportPlan {
  /** Number of changed rows. */
  count: number;
  counts: ImportCounts;
  /** Returns the key of a row's record in the change feed. */
  key: (at: number) => string;
  change: (at: number) => ChangeKind;
  channel: (at: number) => number;
  /** Rows whose records would break their rule with the new values. */
  broken: readonly BrokenRow[];
  /** Stages the plan in short statements, outside the import's transaction. */
  stage: (db: Queryable, no: number) => Promise<void>;
}

/**
 * The records of a bulk change: their keys in the feed, the versions that the person saw, and whether the person must
 * have written these versions.
 */
export interface BulkRows {
  keys: readonly string[];
  versions: readonly number[];
  own: readonly boolean[];
}

/** Where rows are staged: the import, the number of the first row, and the author. */
export interface StagedAt {
  no: number;
  at: number;
  entity: Country;
  email: string;
}

/** A row of an import that was applied, with data about that import. */
export interface RecordImport extends Omit<ChangedRow, 'key'> {
  id: string;
  email: string;
  /** Name of the API token that was used. */
  tokenName: string | null;
  /** The time at which the import was applied, in epoch seconds. */
  at: number;
  files: readonly { name: string }[];
  /** Number of records changed by the import. */
  total: number;
  /** The import that this import undid. */
  reverts: string | null;
  /** For an undo: whether it undid another undo, so that the original change is in effect again. */
  again: boolean;
  /** Whether the import is a bulk change, for which no person chose a file, or the undo of one. */
  many: boolean;
  /** Key of the record from which the values were copied. */
  from: string | null;
}

/** SQL: the fields of `RecordImport` that come from the import `i`. */
export const IMPORT_FIELDS = `i.id, i.email, i.token_name AS "tokenName", i.finished_at AS at, i.files, i.total, i.reverts,
  coalesce((i.request->>'again')::boolean, FALSE) AS again, coalesce(i.request->'bulk', i.request->'origin') IS NOT NULL AS many,
  coalesce(i.request->'bulk', i.request->'origin')->>'from' AS "from"`;

/** SQL: joins the applied imports `i` of a declaration, in an entity (`$2`), to rows `r`. */
export const appliedImport = (resource: Resource): string =>
  `JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND ${inEntity(resource, 'i.entity', '$2')} AND ${isDeclaredBy(resource)}`;

/** SQL: whether an import `i` belongs to a resource or to some of its fields. */
export function isDeclaredBy(resource: Resource): string {
  const { parts = [] } = sheetOf(resource) ?? {};
  if (parts.length === 0) return `i.declaration = '${resource.id}'`;
  const ids = parts.map(({ part }) => `'${importId(resource, part)}'`);
  return `i.declaration IN ('${resource.id}', ${ids.join(', ')})`;
}

export interface ImportStore {
  resource: Resource;
  collection: ResourceCollection;
  /** The table with the rows of the imports, which has the columns import_no, n, before_version and after_version. */
  table: string;
  /**
   * The table's columns for the channel, and for the record before and after the change (null if it does not exist).
   */
  scope: string;
  before: string;
  after: string;
  /**
   * SQL: the packed flags of the services in `before` or `after` (0 or less if there is no record). Missing if the
   * records have no services.
   */
  flags?: (side: string) => string;
  /** The table's columns that identify a record. */
  identity: readonly string[];
  /** SQL: the key of a row's record in the change feed. */
  key: (row: string) => string;
  /** SQL: a join to a row `r` that provides its record as `p`, or nulls. */
  joinRecord: string;
  /** SQL: whether a row `r` of an import `i` refers to the record with the key `k` (imports/staged). */
  isOfKey: string;
  /**
   * SQL: changes the records of a range of rows, with versions, tombstones and feed entries, whose rows are looked up
   * when the feed is read (routes/feed/read). $1 import, $2 first row, $3 end row (exclusive), $4 author, $5 time, $6
   * entity. Returns the number of rows `wanted` and `done`; the caller rolls everything back if they differ.
   */
  chunk: string;
  /**
   * Reads the current records to which the rows of a checked import may refer. They are read in pages, so that other
   * calls can run in between.
   */
  readExisting: (db: Queryable, entity: Country, asked: Asked) => Promise<ExistingRows>;
  /** Finds records by their keys in the change feed; omitted if the rows are not records. */
  find?: Finder['find'];
  /** Converts the result of the reader, for an import and these records, to a plan. */
  planOf: (plan: Plan) => ImportPlan;
  /** Returns why the staged plan as a whole cannot be applied, or null if it can. */
  planProblem?: (db: Queryable, entity: Country, no: number) => Promise<PlanProblem | null>;
  /**
   * Stages the effect of a bulk change on those records whose version is still the one that the person saw and whose
   * values would change.
   * @param at number of the first new row
   * @returns the number of staged rows
   */
  stageBulk: (db: Queryable, rows: BulkRows, change: BulkChange, to: StagedAt) => Promise<number>;
  /** Returns a range of the rows of an import. */
  rows: (db: Queryable, no: number, from: number, before: number) => Promise<ChangedRow[]>;
  /**
   * Applies effects of an import other than its records, in its last transaction.
   * @returns the affected channels, for the log
   */
  follow?: (db: Queryable, entity: Country, no: number, at: number) => Promise<number[]>;
  /** Returns the applied imports in an entity that changed one record, newest first. */
  ofRecord: (db: Queryable, entity: Country, key: string, most: number) => Promise<RecordImport[]>;
  /** Returns the ids of the newest applied imports in an entity that changed any of the given records. */
  importsOf: (db: Queryable, entity: Country, keys: readonly string[], most: number) => Promise<string[]>;
}
