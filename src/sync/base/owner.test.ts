import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { openMirror } from '../mirror/db.ts';
import { mirrorName } from '../storage/databaseNames.ts';

/** A person's database and the signed-in person, in the state in which a sign-out finds them. */
let lastUser = 700;
const signedIn = () => {
  const userId = (lastUser += 1);
  const state: { who: number | null } = { who: userId };
  return { userId, state, owns: async (id: number) => state.who === id };
};

describe("a signed-out person's database is not recreated (SW1, MR4)", () => {
  it('a call that arrives after the sign-out does not open the database', async () => {
    const { userId, state, owns } = signedIn();
    state.who = null;
    await expect(openMirror(userId, owns)).rejects.toThrow('no longer signed in');
    expect(await Dexie.exists(mirrorName(userId))).toBe(false);
  });

  it('a connection interrupted by the deletion does not recreate the database', async () => {
    const { userId, state, owns } = signedIn();
    const db = await openMirror(userId, owns);
    await db.counters.put({ id: 'x', value: 1 });
    state.who = null;
    await Dexie.delete(mirrorName(userId));
    await expect(db.counters.put({ id: 'x', value: 2 })).rejects.toThrow(/closed|signed in/);
    expect(await Dexie.exists(mirrorName(userId))).toBe(false);
  });

  it('the database can be used again after a deletion while the person stays signed in (MR5)', async () => {
    const { userId, owns } = signedIn();
    const db = await openMirror(userId, owns);
    await Dexie.delete(mirrorName(userId));
    await db.counters.put({ id: 'x', value: 2 });
    expect(await db.counters.get('x')).toEqual({ id: 'x', value: 2 });
    db.close();
  });

  it('after the next person signs in, only their own database can be opened', async () => {
    const { userId, state, owns } = signedIn();
    const db = await openMirror(userId, owns);
    state.who = userId + 1000;
    await Dexie.delete(mirrorName(userId));
    await expect(db.pages.count()).rejects.toThrow(/closed|signed in/);
    const other = await openMirror(userId + 1000, owns);
    expect(await other.pages.count()).toBe(0);
    other.close();
  });
});
