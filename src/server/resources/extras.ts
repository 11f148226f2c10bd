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
 * What a resource adds to the calls derived from its declaration. It is in `resources/<id>.ts`, and `resources/all.ts`
 * pairs both.
 */

export type Input = Readonly<Record<string, unknown>>;

/** A row written by an import or a bulk change. */
export interface ChangedRow {
  key: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
}

/** A list that has its own SQL. */
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
  /** Finds an entity's records; keys without a record are omitted. */
  find: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, { version: number }>>;
  /** Finds who deleted an entity's records, by key; keys without a logged deletion are omitted. */
  whoDeleted: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, Deletion>>;
}

export interface Extras<R extends Resource = Resource> {
  /** Returns a new record's values, whatever form the call's input has. */
  before?(db: Queryable, entity: Country, input: Input): Promise<Input>;
  /**
   * Returns the fields that an update changes, for calls that accept other forms, and the version that they are based
   * on.
   */
  changes?(
    db: Queryable,
    entity: Country,
    update: RecordUpdate,
    input: Input & { version?: number | undefined },
    person: Person,
  ): Promise<{ changes: Input; version: number | undefined }>;
  /** Performs the consequences of a written record, in the same transaction. */
  after?(db: Queryable, effect: Effect, entity: Country): Promise<Effect>;
  /** A new record creates the channel that it names, so its entity is the call's. */
  bringsOwner?: true;
  /** Returns a problem of a new record that only the database reveals, in addition to its declaration's rule. */
  check?(db: Queryable, entity: Country, values: Partial<RowOf<R>>): Promise<Problem | null>;
  /**
   * Returns why an import's plan cannot be applied, because of rules between its rows and records that it does not
   * contain.
   */
  planProblem?(db: Queryable, entity: Country, importNo: number): Promise<string | null>;
  /** Performs the consequences of an import's or a bulk change's rows, in the same transaction. */
  followRows?(db: Queryable, entity: Country, rows: readonly ChangedRow[], at: number): Promise<void>;
  /** A list with its own SQL, which is justified for a table with millions of rows. */
  list?(db: Queryable): OwnList;
  /** Columns of a new record that are not among its fields. */
  columns?(db: Queryable, values: Input): Promise<Readonly<Record<string, number | string | boolean | null>>>;
  /** Finds who deleted a record by an import, for a resource whose imports have their own table. */
  whoDeletedByImport?(db: Queryable, entity: Country, key: Input): Promise<Deletion | null>;
}

/** A resource with its calls, its sheet and its extras. */
export interface Served {
  resource: Resource;
  extras: Extras;
  calls: ResourceCalls<RowOf<Resource>>;
  sheet: Sheet;
}
