import { Dexie } from 'dexie';

/** Whether this person's data may be on the device: only while they are signed in. */
export type Owns = (userId: number) => Promise<boolean>;

/**
 * Prevents a person's database from being recreated after they sign out (SW1, MR4): code that opens the database, or
 * uses a connection interrupted by the deletion, creates it first and then checks the session, while a sign-out ends
 * the session first and then deletes. One of the two therefore always notices the other. For databases without unsent
 * data.
 */
export const onlyFor = (db: Dexie, userId: number, owns: Owns): void =>
  refuse(db, userId, owns, () => Dexie.delete(db.name));

/**
 * Like `onlyFor`, but for a database that may contain data its person chose to keep (OB6): it is not opened, and
 * `removeEmpty` removes a database that opening has just created.
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
