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

/** What one resource adds to the calls that follow from its declaration: `resources/<id>.ts`, paired with it in `resources/all.ts`. */

export type Input = Readonly<Record<string, unknown>>;

/** A row that an import, or a change of many records, has written. */
export interface ChangedRow {
  key: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
}

/** A list with SQL of its own. */
export interface OwnList {
  page: (
    entity: Country,
    filters: Input,
    paging: { offset: number; count: number; sort: ListSort | null },
  ) => Promise<{ rows: readonly object[]; total: number }>;
  /** Every record that the filters match, a batch at a time. */
  batches: (
    entity: Country,
    filters: Input,
    size: number,
  ) => AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

/** Finds records by their keys in the change feed. */
export interface Finder {
  /** Records of an entity; keys that name none are left out. */
  find: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, { version: number }>>;
  /** Who deleted records of an entity, by key; keys that the log does not have are left out. */
  whoDeleted: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, Deletion>>;
}

export interface Extras<R extends Resource = Resource> {
  /** The values of a new record, whatever form the call's input has. */
  before?(db: Queryable, entity: Country, input: Input): Promise<Input>;
  /** The fields that an update changes, if its call takes them in further forms, and the version that they were read from. */
  changes?(
    db: Queryable,
    entity: Country,
    update: RecordUpdate,
    input: Input & { version?: number | undefined },
    person: Person,
  ): Promise<{ changes: Input; version: number | undefined }>;
  /** What follows a written record in the same transaction. */
  after?(db: Queryable, effect: Effect, entity: Country): Promise<Effect>;
  /** A new record creates the channel that it names, so its entity is that of the call. */
  bringsOwner?: true;
  /** Problem of a new record, in addition to the rule of its declaration, that only the database reveals. */
  check?(db: Queryable, entity: Country, values: Partial<RowOf<R>>): Promise<Problem | null>;
  /** Why the plan of an import cannot be carried out, by rules between its rows and the records that it does not name. */
  planProblem?(db: Queryable, entity: Country, importNo: number): Promise<string | null>;
  /** What follows the rows of an import or of a change of many records, in the same transaction. */
  followRows?(db: Queryable, entity: Country, rows: readonly ChangedRow[], at: number): Promise<void>;
  /** A list with SQL of its own, which is worth it for a table of millions. */
  list?(db: Queryable): OwnList;
  /** Columns of a new record that are not fields of it. */
  columns?(db: Queryable, values: Input): Promise<Readonly<Record<string, number | string | boolean | null>>>;
  /** Who deleted a record by an import, of a resource whose imports have a table of their own. */
  whoDeletedByImport?(db: Queryable, entity: Country, key: Input): Promise<Deletion | null>;
}

/** A resource with its calls, its sheet and its extras. */
export interface Served {
  resource: Resource;
  extras: Extras;
  calls: ResourceCalls<RowOf<Resource>>;
  sheet: Sheet;
}
