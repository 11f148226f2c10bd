import { openMirror, type MirrorDb } from '../mirror/db.ts';
import { rebuildMirror } from '../mirror/rebuild.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { Owns } from '../base/owner.ts';
import { Pins } from '../pins/pins.ts';

/** The outbox interface used by an engine. */
export interface EngineOutbox extends OutboxStore {
  /** Prunes settled entries, oldest first, until `keep` are left; never touches open entries (OB6). */
  forgetEnded(keep: number): Promise<void>;
  /**
   * The latest settled entries, newest first; if omitted, receipts of writes made before this start stay incomplete.
   */
  ended?(limit: number): Promise<StoredEntry[]>;
  /** Deletes copies of settled writes; omitted if there are no copies. Never rejects. */
  tidyCopies?(): Promise<void>;
  close(): void;
}

/** Reads the channels that the person keeps offline. */
export type EnginePins = Pick<Pins, 'of' | 'close'>;

/** An engine's storage for one person's data. */
export interface EngineStorage {
  openOutbox(userId: number): EngineOutbox;
  /** @throws if nothing can be stored or a newer build's mirror exists; the engine then works without a mirror */
  openMirror(userId: number, owns: Owns): Promise<MirrorDb>;
  /** Discards a failed mirror (MR5); never rejects. */
  rebuildMirror(broken: MirrorDb, userId: number): Promise<void>;
  /** If omitted, only recently opened channels are kept offline. */
  openPins?(userId: number, owns: Owns): EnginePins;
}

export const browserStorage: EngineStorage = {
  // Relaxed durability: only enqueuing must reach the disk (OB1), and that happens in tabs.
  openOutbox: userId => new DexieOutbox(userId, 'relaxed'),
  openMirror,
  rebuildMirror,
  openPins: (userId, owns) => new Pins(userId, owns),
};
