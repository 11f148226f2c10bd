import { Dexie } from 'dexie';
import type { MirrorDb } from './db.ts';
import { mirrorName } from '../storage/databaseNames.ts';

/** Throws a failed mirror away (MR5); the next opening starts over. Never throws. */
export async function rebuildMirror(broken: MirrorDb, userId: number): Promise<void> {
  try {
    broken.close();
    await Dexie.delete(mirrorName(userId));
  } catch {
    // What cannot even be deleted is found, and reported, when it is opened.
  }
}
