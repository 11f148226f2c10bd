import type { Table } from 'dexie';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { Country } from '../../domain/country.ts';
import type { HeaderMapping } from '../../domain/import/headers.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import type { Clock } from '../base/env.ts';
import { openedFor, type Owns } from '../base/owner.ts';
import { removeEmpty, UsedDb, type Users } from '../storage/lockedDb.ts';
import { ImportCopies } from './copies.ts';
import type { Fix } from './fixes.ts';
import { importsName } from '../storage/databaseNames.ts';
import { restoreImports, UNRESTORED } from './restore.ts';

/** An import that was started but not sent: its files as chosen, and what the person did with them. */
export interface ImportDraft {
  /** Country and id of the declaration, with a number if several tabs each work on one (drafts.ts). */
  key: string;
  files: readonly File[];
  /** The chosen sheet of each file, by the file's name. */
  sheets: Readonly<Record<string, number>>;
  fixes: readonly Fix[];
  /** Epoch milliseconds. */
  at: number;
  /** Present in a row that contains only corrections: the `at` of the draft whose files they belong to. */
  of?: number;
}

export interface QueuedFile {
  name: string;
  size: number;
  /** Null once the content is no longer needed. */
  blob: Blob | null;
  /** Address of the file's upload; null until it is started. */
  url: string | null;
  /** Number of bytes that the server has. */
  sent: number;
  complete: boolean;
}

/**
 * waiting: for the network, or its turn. uploading, applying: in progress. refused, review and failed need a decision.
 * applied and discarded are final.
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

/** What a bulk change does to the records in its file. */
export interface QueuedBulk {
  /** The values to set; null if the records are deleted. */
  set: Readonly<Record<string, string | number | boolean | null>> | null;
  /** The action that changes them; null for the update. */
  action: string | null;
  /** Key of the record that the values are copied from. */
  from?: string;
  /** Whether the returned records were sent again or given up; then they are not offered again. */
  settled?: boolean;
  /** Keys of records returned because an earlier change that this one builds on did not take effect. */
  behind?: readonly string[];
}

/** An import that the person applied, as durable as any other write (OB1). */
export interface QueuedImport {
  /** Order on this device. */
  seq: number;
  /** UUID that is made only once. */
  id: string;
  /** Idempotency-Key of the current call; a call with different decisions has a different one (OB3). */
  callKey: string;
  entity: Country;
  importId: string;
  callId: string;
  title: string;
  files: readonly QueuedFile[];
  /** Present for a bulk change; otherwise this is an import of spreadsheets. */
  bulk?: QueuedBulk;
  /** Name of the batch, if imports of the kind have one; by default the file's name. */
  batchName?: string;
  /** Null if this device had nothing to compare it with: then the server returns a review before it does anything. */
  since: string | null;
  /** Keys of records that the import leaves unchanged. */
  leave: readonly string[];
  /** Leaves everything that others changed after `since`, because a review could not show all of it. */
  leaveTheirs?: boolean;
  state: QueuedState;
  /** Why it waits, or a message for the person; may be empty. */
  problem: string;
  /** Why a required second copy is missing: no room, or another failure. */
  uncopied?: 'full' | 'failed';
  /**
   * Milliseconds that the server asked to wait (Retry-After, OB7); null or missing if it did not ask, and once the
   * import continues.
   */
  afterMillis?: number | null;
  receipt: ImportReceipt | null;
  /** Epoch milliseconds, only for display. */
  createdAt: number;
  endedAt: number | null;
}

/** Suffix of the key under which corrections made since a draft's files were stored are kept (drafts.ts). */
export const SINCE = '~since';

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
    // Awaited before the first use after each opening. Unreadable copies are read again at the next opening.
    this.on('ready', () => restoreImports(this).catch(() => undefined), true);
  }

  /** Imports that have not ended. */
  openCount(): Promise<number> {
    return this.queue
      .where('state')
      .anyOf([...OPEN_STATES])
      .count();
  }

  /** Imports that were started but not applied. */
  async draftCount(): Promise<number> {
    return (await this.drafts.toCollection().primaryKeys()).filter(key => !key.endsWith(SINCE)).length;
  }

  /**
   * Removes header choices, and the queue if nothing in it is open, in one transaction, so that an import queued
   * meanwhile by another tab is either seen or comes afterward (OB6). @returns whether it is empty now, including
   * unapplied drafts
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
 * Opens a connection for one operation, regardless of who is signed in; the caller ensures that nobody removes the
 * database.
 */
export function withImports<T>(userId: number, work: (db: ImportsDb) => Promise<T>): Promise<T> {
  const db = new ImportsDb(userId, async () => true, null);
  return work(db).finally(() => db.close());
}

/** Removes a signed-out person's imports, unless something is unsent. */
export const removeEmptyImports = (userId: number): Promise<void> =>
  removeEmpty(importsName(userId), () =>
    withImports(userId, async db => {
      if (!(await db.emptyEnded()) || (await db.mappings.get(UNRESTORED))) return false;
      await db.copies.clear();
      return true;
    }),
  );

/** States in which an import has not ended. */
export const OPEN_STATES = ['waiting', 'uploading', 'applying', 'refused', 'review', 'failed'] as const;
/** States in which an import continues automatically. */
export const MOVING_STATES = ['waiting', 'uploading', 'applying'] as const;

export const isMoving = ({ state }: Pick<QueuedImport, 'state'>): boolean =>
  (MOVING_STATES as readonly string[]).includes(state);
