import type { ImportCounts, ImportReceipt } from '../../contract/imports/calls.ts';
import { importId, type Resource } from '../../contract/resource.ts';
import { SHEETS } from '../../contract/resources/sheets.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { inEntity } from '../db/recordSql.ts';
import type { Queryable } from '../db/transaction.ts';
import type { ChangedRow } from '../resources/extras.ts';
import type { Asked, ExistingRows, Plan } from './reader/api.ts';
import type { BulkChange } from './records.ts';

/**
 * Where a resource's imports stage their changes, row by row: first the plan, later the data for an undo. Serviceable
 * locations have a packed table of their own; all other resources share a table with JSON.
 */

export type ChangeKind = NonNullable<ImportReceipt['review']>['rows'][number]['change'];

/** What an import does, row by row, compared with the current records. */
export interface ImportPlan {
  /** Changed rows. */
  count: number;
  counts: ImportCounts;
  /** The key of a row's record, as in the change feed. */
  key: (at: number) => string;
  change: (at: number) => ChangeKind;
  channel: (at: number) => number;
  /** Records that would break their rule with their new values, each with the reason. */
  broken: readonly string[];
  /** Stages the plan, in short statements outside the import's transaction. */
  stage: (db: Queryable, no: number) => Promise<void>;
}

/**
 * A bulk change's records: their keys in the feed, the versions that the person saw, and whether the person must have
 * written those versions.
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

/** A row of an applied import, with data about that import. */
export interface RecordImport extends Omit<ChangedRow, 'key'> {
  id: string;
  email: string;
  /** Name of the API token that was used. */
  tokenName: string | null;
  /** Epoch seconds. */
  at: number;
  files: readonly { name: string }[];
  /** Number of records that the import changed. */
  total: number;
  /** The import that it undid. */
  reverts: string | null;
  /** For an undo: the change that the undone import had undone is in effect again. */
  again: boolean;
  /** Whether it is a bulk change (which has no file chosen by a person), or the undo of one. */
  many: boolean;
  /** Key of the record that the values were copied from. */
  from: string | null;
}

/** SQL: the fields of `RecordImport` that come from the import `i`. */
export const IMPORT_FIELDS = `i.id, i.email, i.token_name AS "tokenName", i.finished_at AS at, i.files, i.total, i.reverts,
  coalesce((i.request->>'again')::boolean, FALSE) AS again, coalesce(i.request->'bulk', i.request->'origin') IS NOT NULL AS many,
  coalesce(i.request->'bulk', i.request->'origin')->>'from' AS "from"`;

/** SQL: joins an entity's (`$2`) applied imports `i` of a declaration to rows `r`. */
export const appliedImport = ({ id, scope }: Pick<Resource, 'id' | 'scope'>): string =>
  `JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND ${inEntity({ scope }, 'i.entity', '$2')} AND ${isDeclaredBy(id)}`;

/** SQL: whether an import `i` belongs to a resource, or to some of its fields. */
export function isDeclaredBy(resourceId: string): string {
  const { parts = [] } = Object.values(SHEETS).find(({ resource }) => resource.id === resourceId) ?? {};
  if (parts.length === 0) return `i.declaration = '${resourceId}'`;
  const ids = parts.map(({ resource, part }) => `'${importId(resource, part)}'`);
  return `i.declaration IN ('${resourceId}', ${ids.join(', ')})`;
}

export interface ImportStore {
  resource: Resource;
  collection: ResourceCollection;
  /** Table with the imports' rows; it has import_no, n, before_version and after_version. */
  table: string;
  /** Its columns for the channel, and for the record before and after (null if there is none). */
  scope: string;
  before: string;
  after: string;
  /** Its columns that identify the record. */
  identity: readonly string[];
  /** SQL: a row's key in the change feed. */
  key: (row: string) => string;
  /** SQL: the join after a row `r` that provides its record as `p`, or nulls. */
  joinRecord: string;
  /** SQL: whether a row `r` of an import `i` is about the record with key `k` (imports/staged). */
  isOfKey: string;
  /**
   * SQL: changes some rows' records, with versions, tombstones and feed entries, whose rows are looked up when the feed
   * is read (routes/feed/read). $1 import, $2 first row, $3 end row (exclusive), $4 who, $5 when, $6 entity. Returns
   * the number of rows `wanted` and `done`; the caller rolls everything back if they differ.
   */
  chunk: string;
  /**
   * Current records that a checked import's rows may refer to. Read in pages, so that other calls can run in between.
   */
  readExisting: (db: Queryable, entity: Country, asked: Asked) => Promise<ExistingRows>;
  /** Converts the reader's result for an import and these records to a plan. */
  planOf: (plan: Plan) => ImportPlan;
  /** Returns why the staged plan as a whole cannot be applied, or null if it can. */
  planProblem?: (db: Queryable, entity: Country, no: number) => Promise<string | null>;
  /**
   * Stages a bulk change's effect on those records that still have the version the person saw and would change.
   * @param at number of the first new row
   * @returns the number of staged rows
   */
  stageBulk: (db: Queryable, rows: BulkRows, change: BulkChange, to: StagedAt) => Promise<number>;
  /** Returns a range of an import's rows. */
  rows: (db: Queryable, no: number, from: number, before: number) => Promise<ChangedRow[]>;
  /**
   * Other effects of an import in its last transaction, besides its records.
   * @returns the affected channels, for the log
   */
  follow?: (db: Queryable, entity: Country, no: number, at: number) => Promise<number[]>;
  /** An entity's applied imports that changed one record, newest first. */
  ofRecord: (db: Queryable, entity: Country, key: string, most: number) => Promise<RecordImport[]>;
  /** Ids of an entity's newest applied imports that changed any of the given records. */
  importsOf: (db: Queryable, entity: Country, keys: readonly string[], most: number) => Promise<string[]>;
}
