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
 * Where the imports of a resource write down what they change, row by row: first the plan, then the record that an import is
 * undone by. Serviceable locations have a packed table of their own, all other resources share one with JSON.
 */

export type ChangeKind = NonNullable<ImportReceipt['review']>['rows'][number]['change'];

/** What an import does, row by row: compared with the records of now. */
export interface ImportPlan {
  /** Changed rows. */
  count: number;
  counts: ImportCounts;
  /** Key of a row's record, as in the change feed. */
  key: (at: number) => string;
  change: (at: number) => ChangeKind;
  channel: (at: number) => number;
  /** Records whose rule forbids what becomes of them, each with the reason. */
  broken: readonly string[];
  /** Writes the plan down, in short statements outside of the import's transaction. */
  stage: (db: Queryable, no: number) => Promise<void>;
}

/** Records of a change of many: their keys as in the feed, the versions that were seen, and whether these must be the person's own. */
export interface BulkRows {
  keys: readonly string[];
  versions: readonly number[];
  own: readonly boolean[];
}

/** Where rows are written down: the import, the first row's number, and whose change it is. */
export interface StagedAt {
  no: number;
  at: number;
  entity: Country;
  email: string;
}

/** A row of an applied import, with the import that it belongs to. */
export interface RecordImport extends Omit<ChangedRow, 'key'> {
  id: string;
  email: string;
  /** Name of the API token by which it was made. */
  tokenName: string | null;
  /** Epoch seconds. */
  at: number;
  files: readonly { name: string }[];
  /** Records that it changed. */
  total: number;
  /** The import that it took back. */
  reverts: string | null;
  /** Of what undoes: what that one had undone is in effect again. */
  again: boolean;
  /** It is a change of many records, of no file that a person chose; or takes one back. */
  many: boolean;
  /** Key of the record that the values were copied from. */
  from: string | null;
}

/** SQL: what `RecordImport` has of the import `i`. */
export const IMPORT_FIELDS = `i.id, i.email, i.token_name AS "tokenName", i.finished_at AS at, i.files, i.total, i.reverts,
  coalesce((i.request->>'again')::boolean, FALSE) AS again, coalesce(i.request->'bulk', i.request->'origin') IS NOT NULL AS many,
  coalesce(i.request->'bulk', i.request->'origin')->>'from' AS "from"`;

/** SQL: the applied imports `i` of an entity (`$2`) and a declaration that rows `r` belong to. */
export const appliedImport = ({ id, scope }: Pick<Resource, 'id' | 'scope'>): string =>
  `JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND ${inEntity({ scope }, 'i.entity', '$2')} AND ${isDeclaredBy(id)}`;

/** SQL: whether an import `i` is of a resource, or of a part of its fields. */
export function isDeclaredBy(resourceId: string): string {
  const { parts = [] } = Object.values(SHEETS).find(({ resource }) => resource.id === resourceId) ?? {};
  if (parts.length === 0) return `i.declaration = '${resourceId}'`;
  const ids = parts.map(({ resource, part }) => `'${importId(resource, part)}'`);
  return `i.declaration IN ('${resourceId}', ${ids.join(', ')})`;
}

export interface ImportStore {
  resource: Resource;
  collection: ResourceCollection;
  /** Table with the rows of imports; it has import_no, n, before_version and after_version. */
  table: string;
  /** Its columns: the channel, and the record before and after (null if there was or is none). */
  scope: string;
  before: string;
  after: string;
  /** Its columns that name the record. */
  identity: readonly string[];
  /** SQL: key of a row, as the change feed writes it. */
  key: (row: string) => string;
  /** SQL: what follows a row `r` to have its record as `p`, or nulls. */
  joinRecord: string;
  /** SQL: whether a row `r` of an import `i` is about the record of a key `k` (imports/staged). */
  isOfKey: string;
  /**
   * SQL: changes the records of some rows, with versions, tombstones and feed entries, whose rows are filled in when they are
   * read (routes/feed/read). $1 import, $2 and $3 rows from and before, $4 who, $5 when, $6 entity. Answers how many rows it `wanted`
   * and of how many it has `done` what they say; the caller undoes all of it where these differ.
   */
  chunk: string;
  /** Today's records that the rows of a checked import may be about. Read in pages, so that other calls pass. */
  readExisting: (db: Queryable, entity: Country, asked: Asked) => Promise<ExistingRows>;
  /** What the reader made of an import and these records. */
  planOf: (plan: Plan) => ImportPlan;
  /** Why the plan that was written down cannot be carried out, whatever its rows say; null if it can. */
  planProblem?: (db: Queryable, entity: Country, no: number) => Promise<string | null>;
  /**
   * Writes down what a change of many records does to some of them: those that are of the version that was seen and would differ.
   * @param at number of the first new row
   * @returns how many they are
   */
  stageBulk: (db: Queryable, rows: BulkRows, change: BulkChange, to: StagedAt) => Promise<number>;
  /** Rows of an import from one on and before another. */
  rows: (db: Queryable, no: number, from: number, before: number) => Promise<ChangedRow[]>;
  /**
   * What follows the rows of an import in the transaction of its end, in addition to their records.
   * @returns channels that it was about, for the log
   */
  follow?: (db: Queryable, entity: Country, no: number, at: number) => Promise<number[]>;
  /** Applied imports of an entity that changed one record, the newest first. */
  ofRecord: (db: Queryable, entity: Country, key: string, most: number) => Promise<RecordImport[]>;
  /** Ids of the newest applied imports of an entity that changed any of some records. */
  importsOf: (db: Queryable, entity: Country, keys: readonly string[], most: number) => Promise<string[]>;
}
