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

/** An import that was started and not sent: its files as they were chosen, and what the person did with them. */
export interface ImportDraft {
  /** Country and id of the declaration, with a number where several tabs work on one each (drafts.ts). */
  key: string;
  files: readonly File[];
  /** Chosen sheets by the file's name. */
  sheets: Readonly<Record<string, number>>;
  fixes: readonly Fix[];
  /** Epoch milliseconds. */
  at: number;
  /** Of what was corrected since its files were stored, which has a place of its own: their `at`. */
  of?: number;
}

export interface QueuedFile {
  name: string;
  size: number;
  /** Null once nothing needs it any more. */
  blob: Blob | null;
  /** Address of its upload; null before it was started. */
  url: string | null;
  /** Bytes that the server has. */
  sent: number;
  complete: boolean;
}

/**
 * waiting: for the network, or its turn. uploading, applying: on its way. refused, review and failed need a person. applied
 * and discarded are ends.
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

/** What a change of many records does to those that its file names. */
export interface QueuedBulk {
  /** Null: they are deleted. */
  set: Readonly<Record<string, string | number | boolean | null>> | null;
  /** The action by which they are changed; null for the update. */
  action: string | null;
  /** Key of the record that the values are copied from. */
  from?: string;
  /** What came back was sent once more, or given up: it is not offered again. */
  settled?: boolean;
  /** Keys of records that came back since an earlier change, which this one builds on, did not take effect. */
  behind?: readonly string[];
}

/** An import that the person applied; as durable as any other write (OB1). */
export interface QueuedImport {
  /** Local order. */
  seq: number;
  /** UUID made once. */
  id: string;
  /** Idempotency-Key of the present call; a call with other decisions has another one (OB3). */
  callKey: string;
  entity: Country;
  importId: string;
  callId: string;
  title: string;
  files: readonly QueuedFile[];
  /** A change of many records; left out, an import of spreadsheets. */
  bulk?: QueuedBulk;
  /** Name of the batch, where imports of the kind have one; that of the file when left out. */
  batchName?: string;
  /** Null where there was nothing here to compare it with: the server then asks before it does anything. */
  since: string | null;
  /** Keys of records that stay as they are. */
  leave: readonly string[];
  /** All that others changed since `since` stays: they were more than a review shows. */
  leaveTheirs?: boolean;
  state: QueuedState;
  /** Why it waits, or what a person has to know; empty if there is nothing to say. */
  problem: string;
  /** Why there is no second copy of it, if one should be: no room, or another failure. */
  uncopied?: 'full' | 'failed';
  /** Milliseconds that the server asked to wait (Retry-After, OB7); null or missing while it did not, and once it goes on. */
  afterMillis?: number | null;
  receipt: ImportReceipt | null;
  /** Epoch milliseconds; display alone. */
  createdAt: number;
  endedAt: number | null;
}

/** What ends the key of the corrections that were made since the files of a draft were stored (drafts.ts). */
export const SINCE = '~since';

/** A person's imports on this device: drafts, what is to be sent with its files, and header choices. */
export class ImportsDb extends UsedDb {
  declare drafts: Table<ImportDraft, string>;
  declare queue: Table<QueuedImport, number>;
  declare mappings: Table<{ importId: string; mapping: HeaderMapping }, string>;
  /** Second copies of what waits in the queue. */
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
    // Before its first use, each time it is opened. What cannot be read now is read at the next opening.
    this.on('ready', () => restoreImports(this).catch(() => undefined), true);
  }

  /** Imports that have not ended. */
  openCount(): Promise<number> {
    return this.queue
      .where('state')
      .anyOf([...OPEN_STATES])
      .count();
  }

  /** Imports that were started and not applied. */
  async draftCount(): Promise<number> {
    return (await this.drafts.toCollection().primaryKeys()).filter(key => !key.endsWith(SINCE)).length;
  }

  /**
   * Removes header choices, and the queue when nothing in it is open. In one transaction: an import that
   * another tab queues meanwhile is either seen by it or comes after it (OB6).
   *
   * @returns whether it is empty now, also of what was started and not applied
   */
  emptyEnded(): Promise<boolean> {
    const { drafts, mappings, queue } = this;
    return this.transaction('rw', drafts, mappings, queue, async () => {
      // Copies that could not be looked at yet are looked at by the next one that opens it.
      await mappings.where('importId').notEqual(UNRESTORED).delete();
      if ((await this.openCount()) > 0) return false;
      await queue.clear();
      return (await drafts.count()) === 0;
    });
  }
}

/** With a connection for one piece of work, whoever is signed in; the caller sees to it that nobody removes the database. */
export function withImports<T>(userId: number, work: (db: ImportsDb) => Promise<T>): Promise<T> {
  const db = new ImportsDb(userId, async () => true, null);
  return work(db).finally(() => db.close());
}

/** Removes the imports of a person who is gone, unless something is unsent. */
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
/** States in which it goes on by itself. */
export const MOVING_STATES = ['waiting', 'uploading', 'applying'] as const;

export const isMoving = ({ state }: Pick<QueuedImport, 'state'>): boolean =>
  (MOVING_STATES as readonly string[]).includes(state);
