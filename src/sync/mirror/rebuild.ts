import { Dexie } from 'dexie';
import type { MirrorDb } from './db.ts';
import { mirrorName } from '../storage/databaseNames.ts';

/** Discards a failed mirror (MR5); the next opening starts over. Never throws. */
export async function rebuildMirror(broken: MirrorDb, userId: number): Promise<void> {
  try {
    broken.close();
    await Dexie.delete(mirrorName(userId));
  } catch {
    // If the store cannot even be deleted, the next opening detects and reports that.
  }
}
