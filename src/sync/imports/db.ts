import type { Table } from 'dexie';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { Country } from '../../domain/country.ts';
import type { ColumnChoice, HeaderMapping } from '../../domain/import/headers.ts';
import type { TextEncoding } from '../../domain/sheet/textForm.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import type { Clock } from '../base/env.ts';
import { openedFor, type Owns } from '../base/owner.ts';
import { removeEmpty, UsedDb, type Users } from '../storage/lockedDb.ts';
import { ImportCopies } from './copies.ts';
import type { Fix } from './fixes.ts';
import { importsName } from '../storage/databaseNames.ts';
import { restoreImports, UNRESTORED } from './restore.ts';

/** An import that was started but not sent: its files as selected, and the work done on them. */
export interface ImportDraft {
  /** Country and id of the declaration, plus a number if several tabs each have a draft (drafts.ts). */
  key: string;
  files: readonly File[];
  /** The selected sheet of each file, by file name. */
  sheets: Readonly<Record<string, number>>;
  fixes: readonly Fix[];
  /** How each file is read, by file name, if the person chose it. Earlier builds did not store it. */
  readings?: Readonly<Record<string, FileReading>>;
  /** Name of the batch; null or missing until the person names it. */
  batchName?: string | null;
  /** Time in epoch milliseconds. */
  at: number;
  /** Set only in a row that contains only corrections: the `at` of the draft to whose files they apply. */
  of?: number;
}

/** A person's choices for reading a file. */
export interface FileReading {
  /** The column used among those with the same heading. */
  choice: ColumnChoice;
  /** The encoding of a text file that declares none; null if not chosen. */
  encoding: TextEncoding | null;
}

export interface QueuedFile {
  name: string;
  size: number;
  /** Null once the content is no longer needed. */
  blob: Blob | null;
  /** URL of the file's upload; null until the upload has started. */
  url: string | null;
  /** Number of bytes received by the server. */
  sent: number;
  complete: boolean;
}

/**
 * waiting: for the network or for its turn. uploading, applying: in progress. refused, review and failed require a
 * decision. applied and discarded are final.
 */
export type QueuedState =
  | 'waiting'
  | 'uploading'
  | 'applying'
  | 'refused'
  | 'review'
  | 'failed'
  | 'applied'
  | 'discarded';

/** The effect of a bulk change on the records in its file. */
export interface QueuedBulk {
  /** The values to set; null to delete the records. */
  set: Readonly<Record<string, string | number | boolean | null>> | null;
  /** The action that changes the records; null for the update. */
  action: string | null;
  /** Key of the record from which the values are copied. */
  from?: string;
  /** Whether the returned records were resent or abandoned, so that they are not offered again. */
  settled?: boolean;
  /** Keys of records returned because an earlier change, on which this one is based, had no effect. */
  behind?: readonly string[];
}

/** An import that the person has applied, as durable as any other write (OB1). */
export interface QueuedImport {
  /** Position in this device's queue. */
  seq: number;
  /** UUID, generated once. */
  id: string;
  /** Idempotency-Key of the current call; a call with different decisions gets a different key (OB3). */
  callKey: string;
  entity: Country;
  importId: string;
  callId: string;
  title: string;
  files: readonly QueuedFile[];
  /** Set for a bulk change, null for an import of spreadsheets. */
  bulk?: QueuedBulk;
  /** Name of the batch, for kinds of import that have one; the file's name by default. */
  batchName?: string;
  /**
   * What it brings to a list that other records refer to (brought.ts); null or missing if that is unknown or nothing
   * refers to the list.
   */
  brings?: readonly (number | string)[] | null;
  /**
   * Null if this device had nothing to compare the import with; the server then returns a review before applying
   * anything.
   */
  since: string | null;
  /** Keys of records that the import leaves unchanged. */
  leave: readonly string[];
  /** Skips everything that others changed after `since`, because a review could not list all of it. */
  leaveTheirs?: boolean;
  state: QueuedState;
  /** Why the import is waiting, or a message for the person; may be empty. */
  problem: string;
  /** Why a required second copy is missing: no room, or another failure. */
  uncopied?: 'full' | 'failed';
  /**
   * Delay requested by the server in milliseconds (Retry-After, OB7); null or missing if there is none, and once the
   * import continues.
   */
  afterMillis?: number | null;
  receipt: ImportReceipt | null;
  /** Epoch milliseconds, for display only. */
  createdAt: number;
  endedAt: number | null;
}

/** Key suffix for corrections made after a draft's files were stored (drafts.ts). */
export const SINCE = '~since';

/** Counts of imports of files and of bulk changes. */
interface KindCounts {
  imports: number;
  bulks: number;
}

/** A person's unfinished imports and bulk changes, and those of them that wait for the person's decision. */
export interface OpenImports {
  open: KindCounts;
  undecided: KindCounts;
}

/** A person's imports on this device: drafts, queued imports with their files, and header choices. */
export class ImportsDb extends UsedDb {
  declare drafts: Table<ImportDraft, string>;
  declare queue: Table<QueuedImport, number>;
  declare mappings: Table<{ importId: string; mapping: HeaderMapping }, string>;
  /** Second copies of the queued imports. */
  readonly copies: ImportCopies;

  constructor(userId: number, owns: Owns, users?: Users, clock?: Clock) {
    super(importsName(userId), { chromeTransactionDurability: 'strict' }, users);
    this.version(1).stores({ drafts: 'key', queue: '++seq, &id, state', mappings: 'importId' });
    closeForNewer(this);
    openedFor(this, userId, owns, () => removeEmptyImports(userId));
    this.copies = new ImportCopies(userId, clock);
    this.on('populate', tx => {
      void tx.table('mappings').add({ importId: UNRESTORED, mapping: {} });
    });
    // Awaited before the first use after each opening. Unreadable copies are retried at the next opening.
    this.on('ready', () => restoreImports(this).catch(() => undefined), true);
  }

  /** Unfinished imports. */
  openCount(): Promise<number> {
    return this.queue
      .where('state')
      .anyOf([...OPEN_STATES])
      .count();
  }

  /** Unfinished imports, and those that do not continue until the person decides, apart from bulk changes. */
  async openKinds(): Promise<OpenImports> {
    const found: OpenImports = { open: { imports: 0, bulks: 0 }, undecided: { imports: 0, bulks: 0 } };
    await this.queue
      .where('state')
      .anyOf([...OPEN_STATES])
      .each(row => {
        const kind = row.bulk ? 'bulks' : 'imports';
        found.open[kind] += 1;
        if (isUndecided(row)) found.undecided[kind] += 1;
      });
    return found;
  }

  /** Imports that do not continue until the person decides. */
  undecidedCount(): Promise<number> {
    return this.queue.filter(isUndecided).count();
  }

  /** Imports that were started but not applied. */
  async draftCount(): Promise<number> {
    return (await this.drafts.toCollection().primaryKeys()).filter(key => !key.endsWith(SINCE)).length;
  }

  /**
   * Removes the header choices, and the queue if it contains no unfinished import, in one transaction, so that an
   * import that another tab queues meanwhile is either seen or queued afterward (OB6).
   * @returns whether the database is now empty, including drafts
   */
  emptyEnded(): Promise<boolean> {
    const { drafts, mappings, queue } = this;
    return this.transaction('rw', drafts, mappings, queue, async () => {
      // Copies that could not be read yet are kept for the next opening.
      await mappings.where('importId').notEqual(UNRESTORED).delete();
      if ((await this.openCount()) > 0) return false;
      await queue.clear();
      return (await drafts.count()) === 0;
    });
  }
}

/**
 * Opens a connection for one operation, regardless of who is signed in; the caller ensures that the database is not
 * deleted meanwhile.
 */
export function withImports<T>(userId: number, work: (db: ImportsDb) => Promise<T>): Promise<T> {
  const db = new ImportsDb(userId, async () => true, null);
  return work(db).finally(() => db.close());
}

/** Removes a signed-out person's imports, unless any are unsent. */
export const removeEmptyImports = (userId: number): Promise<void> =>
  removeEmpty(importsName(userId), () =>
    withImports(userId, async db => {
      if (!(await db.emptyEnded()) || (await db.mappings.get(UNRESTORED))) return false;
      await db.copies.clear();
      return true;
    }),
  );

/** States of an unfinished import. */
export const OPEN_STATES = ['waiting', 'uploading', 'applying', 'refused', 'review', 'failed'] as const;
/** States in which an import continues automatically. */
export const MOVING_STATES = ['waiting', 'uploading', 'applying'] as const;
/** States in which an import may still bring its records: it continues, or waits for a decision that lets it continue. */
export const BRINGING_STATES = [...MOVING_STATES, 'review', 'failed'] as const;

const isOpen = ({ state }: Pick<QueuedImport, 'state'>): boolean => (OPEN_STATES as readonly string[]).includes(state);
export const isMoving = ({ state }: Pick<QueuedImport, 'state'>): boolean =>
  (MOVING_STATES as readonly string[]).includes(state);
/** Whether an import does not continue until the person decides. */
export const isUndecided = (row: Pick<QueuedImport, 'state'>): boolean => isOpen(row) && !isMoving(row);
