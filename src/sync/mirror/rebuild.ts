import { Dexie } from 'dexie';
import type { MirrorDb } from './db.ts';
import { mirrorName } from '../storage/databaseNames.ts';

/** Discards a failed mirror (MR5); the next opening starts over. Never throws. */
export async function rebuildMirror(broken: MirrorDb, userId: number): Promise<void> {
  try {
    broken.close();
    await Dexie.delete(mirrorName(userId));
  } catch {
    // If it cannot even be deleted, this is detected and reported at the next opening.
  }
}
