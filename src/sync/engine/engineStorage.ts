import { openMirror, type MirrorDb } from '../mirror/db.ts';
import { rebuildMirror } from '../mirror/rebuild.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { Owns } from '../base/owner.ts';
import { Pins } from '../pins/pins.ts';

/** The outbox as used by an engine. */
export interface EngineOutbox extends OutboxStore {
  /** Forgets the oldest ended entries beyond `keep`; open entries are never touched (OB6). */
  forgetEnded(keep: number): Promise<void>;
  /**
   * The latest ended entries, newest first; if this is missing, receipts of writes before this start are not completed.
   */
  ended?(limit: number): Promise<StoredEntry[]>;
  /** Drops copies of writes that have ended; missing if there are no copies. Never rejects. */
  tidyCopies?(): Promise<void>;
  close(): void;
}

/** The channels that the person keeps offline, as an engine reads them. */
export type EnginePins = Pick<Pins, 'of' | 'close'>;

/** An engine's storage for a person's data. */
export interface EngineStorage {
  openOutbox(userId: number): EngineOutbox;
  /** @throws if nothing can be stored, or there is a newer build's mirror: then the engine works without one */
  openMirror(userId: number, owns: Owns): Promise<MirrorDb>;
  /** Discards a failed mirror (MR5); never rejects. */
  rebuildMirror(broken: MirrorDb, userId: number): Promise<void>;
  /** If this is missing, nothing is kept offline except what was recently opened. */
  openPins?(userId: number, owns: Owns): EnginePins;
}

export const browserStorage: EngineStorage = {
  // Not strict: only enqueuing must reach the disk (OB1), and tabs do that.
  openOutbox: userId => new DexieOutbox(userId, 'relaxed'),
  openMirror,
  rebuildMirror,
  openPins: (userId, owns) => new Pins(userId, owns),
};
