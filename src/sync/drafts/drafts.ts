import { Dexie, type Table } from 'dexie';
import { closeForNewer } from '../closeForNewer.ts';
import { onlyFor, type Owns } from '../owner.ts';
import type { Row } from '../types.ts';
import { draftsName } from './name.ts';

/** Drafts kept at most; the oldest make room. */
const MOST = 50;

/** One form that was begun and not applied: what differs from how it opened. */
interface Draft {
  /** Entity, screen and record. */
  key: string;
  changes: Row;
  /** Epoch milliseconds. */
  at: number;
}

class DraftsDb extends Dexie {
  declare drafts: Table<Draft, string>;

  constructor(userId: number, owns: Owns) {
    super(draftsName(userId));
    this.version(1).stores({ drafts: 'key, at' });
    closeForNewer(this);
    onlyFor(this, userId, owns);
  }
}

/** Unsent forms of one person on this device, so that a reload loses nothing that was typed. */
export class Drafts {
  private readonly db: DraftsDb;

  constructor(userId: number, owns: Owns) {
    this.db = new DraftsDb(userId, owns);
  }

  async load(key: string): Promise<Row | null> {
    return (await this.db.drafts.get(key))?.changes ?? null;
  }

  async save(key: string, changes: Row): Promise<void> {
    const { drafts } = this.db;
    await drafts.put({ key, changes, at: Date.now() });
    const over = (await drafts.count()) - MOST;
    if (over > 0) await drafts.orderBy('at').limit(over).delete();
  }

  async remove(key: string): Promise<void> {
    await this.db.drafts.delete(key);
  }

  close(): void {
    this.db.close();
  }
}
