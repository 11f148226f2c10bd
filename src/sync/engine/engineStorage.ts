import { openMirror, type MirrorDb } from '../mirror/db.ts';
import { rebuildMirror } from '../mirror/rebuild.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { Owns } from '../base/owner.ts';
import { Pins } from '../pins/pins.ts';

/** The outbox as an engine holds it. */
export interface EngineOutbox extends OutboxStore {
  /** Forgets the oldest endings beyond `keep`; open entries are never touched (OB6). */
  forgetEnded(keep: number): Promise<void>;
  /** The latest ended entries, newest first; left out, receipts of writes before this start are not completed. */
  ended?(limit: number): Promise<StoredEntry[]>;
  /** Drops copies of writes that have ended; left out if there are none. Never rejects. */
  tidyCopies?(): Promise<void>;
  close(): void;
}

/** The channels that the person keeps offline, as an engine reads them. */
export type EnginePins = Pick<Pins, 'of' | 'close'>;

/** Where an engine keeps what it holds of a person. */
export interface EngineStorage {
  openOutbox(userId: number): EngineOutbox;
  /** @throws where nothing can be stored, or a newer build's mirror is there: the engine then works without one */
  openMirror(userId: number, owns: Owns): Promise<MirrorDb>;
  /** Throws a failed mirror away (MR5); never rejects. */
  rebuildMirror(broken: MirrorDb, userId: number): Promise<void>;
  /** Left out: nothing is kept offline in addition to what was opened lately. */
  openPins?(userId: number, owns: Owns): EnginePins;
}

export const browserStorage: EngineStorage = {
  // Not strict: only enqueuing must have reached the disk (OB1), and that is the tabs' business.
  openOutbox: userId => new DexieOutbox(userId, 'relaxed'),
  openMirror,
  rebuildMirror,
  openPins: (userId, owns) => new Pins(userId, owns),
};
