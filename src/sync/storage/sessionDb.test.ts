import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unavailable } from '../outbox/errors.ts';
import { NOTHING_OWED, SessionDb } from './sessionDb.ts';

const OWED = { ...NOTHING_OWED, logout: true };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('values persist across connections', async () => {
  const db = new SessionDb();
  await db.set('owed', OWED);
  db.close();
  expect(await new SessionDb().get('owed')).toEqual(OWED);
});

it('BR1: if the database does not respond, the session works without it, keeping its values for this page', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', {
    open: () => ({ addEventListener: () => undefined }),
    deleteDatabase: () => ({ addEventListener: () => undefined }),
  });
  const db = new SessionDb();
  const first = db.get('owed');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await first).toBeNull();
  await db.set('owed', OWED);
  expect(await db.get('owed')).toEqual(OWED);
  expect(await db.update(({ owed }) => owed && { owed: { ...owed, everywhere: true } })).toMatchObject({
    owed: { logout: true, everywhere: true },
  });
});

it('PB9: the session works without a database that cannot be opened, for example because the disk is full', async () => {
  const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw full;
    },
    deleteDatabase: () => {
      throw full;
    },
  });
  const db = new SessionDb();
  expect(await db.get('session')).toBeNull();
  await db.set('owed', OWED);
  expect(await db.get('owed')).toEqual(OWED);
});

it.each([
  ['a full disk', 'QuotaExceededError', 50_000_000, 'quota'],
  ['a database that did not open for lack of space', 'UnknownError', 100_000, 'quota'],
  ['a database that did not open despite free space', 'UnknownError', 50_000_000, 'broken'],
  ['a database that did not open with unknown free space', 'UnknownError', null, 'broken'],
])('PB9: %s is reported as such', async (_, name, left, reason) => {
  const error = Object.assign(new Error('it failed'), { name });
  expect((await unavailable(error, async () => left)).reason).toBe(reason);
});
