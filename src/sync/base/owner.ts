import { Dexie } from 'dexie';

/** Whether this person's data may be on the device, i.e. whether they are signed in. */
export type Owns = (userId: number) => Promise<boolean>;

/**
 * Prevents a person's database from being recreated after they sign out (SW1, MR4): code that opens the database (or
 * reopens it after the deletion interrupted its connection) first creates it and then checks the session, while a
 * sign-out first ends the session and then deletes the database. One of the two therefore always notices the other. For
 * databases without unsent data.
 */
export const onlyFor = (db: Dexie, userId: number, owns: Owns): void =>
  refuse(db, userId, owns, () => Dexie.delete(db.name));

/**
 * Like `onlyFor`, but for a database that may contain data the person chose to keep (OB6): opening fails, and
 * `removeEmpty` removes the database if opening has just created it.
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
