import { Dexie } from 'dexie';

/** Whether what is kept of this person may be on the device: they are the one who is signed in. */
export type Owns = (userId: number) => Promise<boolean>;

/**
 * Keeps a person's database from coming back after they signed out (SW1, MR4): whoever opens it, or uses a connection that
 * the deletion interrupted, creates it first and then asks. A sign-out forgets the session first and then deletes, so one
 * of the two always sees the other. For databases that hold nothing unsent.
 */
export const onlyFor = (db: Dexie, userId: number, owns: Owns): void =>
  refuse(db, userId, owns, () => Dexie.delete(db.name));

/**
 * As `onlyFor`, for a database that may hold what its person chose to keep (OB6): it is not opened, and `removeEmpty` sees
 * to one that was made by the opening alone.
 */
export const openedFor = (db: Dexie, userId: number, owns: Owns, removeEmpty: () => Promise<void>): void =>
  refuse(db, userId, owns, removeEmpty);

function refuse(db: Dexie, userId: number, owns: Owns, remove: () => Promise<void>): void {
  const stays = true;
  db.on(
    'ready',
    async () => {
      if (await owns(userId)) return;
      db.close();
      await remove();
      throw new Error('Nobody is signed in, so this data has no owner.');
    },
    stays,
  );
}
