import type { RecordUpdate, Resource, RowOf } from '../../contract/resource.ts';
import type { ResourceCalls } from '../../contract/resourceCalls.ts';
import type { Sheet } from '../../contract/resourceSheet.ts';
import type { Country } from '../../domain/country.ts';
import type { Problem } from '../../domain/problem.ts';
import type { ListSort } from '../../domain/listQuery.ts';
import type { Person } from '../auth/person.ts';
import type { Deletion } from '../writes/deletions.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Effect } from '../writes/write.ts';

/**
 * What a resource adds to the calls that are derived from its declaration. The additions are in `resources/<id>.ts`,
 * and `resources/all.ts` assigns them to their resource.
 */

export type Input = Readonly<Record<string, unknown>>;

/** A row that was written by an import or a bulk change. */
export interface ChangedRow {
  key: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
}

/** A list that has SQL of its own. */
export interface OwnList {
  page: (
    entity: Country,
    filters: Input,
    paging: { offset: number; count: number; sort: ListSort | null },
  ) => Promise<{ rows: readonly object[]; total: number }>;
  /** Reads all records that match the filters, in batches. */
  batches: (
    entity: Country,
    filters: Input,
    size: number,
  ) => AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

/** Finds records by their keys in the change feed. */
export interface Finder {
  /** Finds records of an entity; keys without a record are omitted. */
  find: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, { version: number }>>;
  /** Finds out who deleted records of an entity, by key; keys without a logged deletion are omitted. */
  whoDeleted: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, Deletion>>;
}

export interface Extras<R extends Resource = Resource> {
  /** Returns the values of a new record, whatever the form of the call's input. */
  before?(db: Queryable, entity: Country, input: Input): Promise<Input>;
  /**
   * For calls that accept other forms: returns the fields that an update changes, and the version on which they are
   * based.
   */
  changes?(
    db: Queryable,
    entity: Country,
    update: RecordUpdate,
    input: Input & { version?: number | undefined },
    person: Person,
  ): Promise<{ changes: Input; version: number | undefined }>;
  /** Applies the consequences of a written record, in the same transaction. */
  after?(db: Queryable, effect: Effect, entity: Country): Promise<Effect>;
  /**
   * Set if a new record also creates the channel to which it refers, so that the record's entity is that of the call.
   */
  bringsOwner?: true;
  /** Returns a problem with a new record that only the database reveals, in addition to the rule in the declaration. */
  check?(db: Queryable, entity: Country, values: Partial<RowOf<R>>): Promise<Problem | null>;
  /**
   * Returns why the plan of an import cannot be applied, because of rules that involve records which it does not
   * contain.
   */
  planProblem?(db: Queryable, entity: Country, importNo: number): Promise<PlanProblem | null>;
  /**
   * Waits for the transactions that write other records on which `planProblem` depends, and blocks new ones until the
   * end of this one. The plan is then checked again, right before its rows are applied.
   */
  lockPlan?(db: Queryable, entity: Country, importNo: number): Promise<void>;
  /** Applies the consequences of the rows of an import or a bulk change, in the same transaction. */
  followRows?(db: Queryable, entity: Country, rows: readonly ChangedRow[], at: number): Promise<void>;
  /** A list with SQL of its own, which is justified for a table with millions of rows. */
  list?(db: Queryable): OwnList;
  /** Columns of a new record that are not among its fields. */
  columns?(db: Queryable, values: Input): Promise<Readonly<Record<string, number | string | boolean | null>>>;
  /** Finds out who deleted a record by an import, for a resource whose imports have a table of their own. */
  whoDeletedByImport?(db: Queryable, entity: Country, key: Input): Promise<Deletion | null>;
}

/** A staged row of an import that has a problem. */
export interface PlanRow {
  /** Its number in the plan, from 0. */
  n: number;
  /** The field that the problem is about; omitted if it is about the whole record. */
  field?: string;
  text: string;
}

/** Why the plan of an import cannot be applied, as sentences, and the first staged rows because of which it cannot. */
export interface PlanProblem {
  text: string;
  rows: readonly PlanRow[];
}

/** Maximum number of rows of a problem. */
export const PLAN_ROWS = 5_000;

/** A resource with its calls, its sheet and its extras. */
export interface Served {
  resource: Resource;
  extras: Extras;
  calls: ResourceCalls<RowOf<Resource>>;
  sheet: Sheet;
}
