import type { Env } from '../base/env.ts';
import type { Row } from '../types.ts';
import { DraftsDb } from './db.ts';

/**
 * Requests made while the server was unreachable. They survive a reload, and the person must confirm them once the
 * server is back: they are never sent automatically, so that they cannot take effect hours late (CHC-19). They are
 * stored together with the unsent forms, which signing out asks about.
 */
export interface AskedLater {
  /** The record's key. */
  key: string;
  values: Row;
  /** Expiry time in epoch milliseconds. */
  until: number;
}

export type AskedEnv = Pick<Env, 'owns' | 'locks' | 'clock'>;

const nameOf = (kind: string, key: string): string => `later/${kind}/${key}`;

const within = async <T>(userId: number, env: AskedEnv, work: (db: DraftsDb) => Promise<T>): Promise<T> => {
  const db = new DraftsDb(userId, env.owns, env);
  return work(db).finally(() => db.close());
};

/** All requests of one kind, including expired ones, for records whose keys share a prefix. */
export const askedLater = (userId: number, env: AskedEnv, kind: string, keys: string): Promise<AskedLater[]> =>
  within(userId, env, async ({ drafts }) => {
    const all = await drafts.where('key').startsWith(nameOf(kind, keys)).toArray();
    return all.map(({ key, changes, at }) => ({ key: key.slice(nameOf(kind, '').length), values: changes, until: at }));
  });

/** Stores a request, replacing any earlier one for the same record. */
export const askLater = (
  userId: number,
  env: AskedEnv,
  kind: string,
  { key, values, until }: AskedLater,
): Promise<void> =>
  within(userId, env, async ({ drafts }) => {
    await drafts.put({ key: nameOf(kind, key), changes: values, at: until });
  });

/** Removes and returns a request; null if another tab has already done so. */
export const takeAsked = (userId: number, env: AskedEnv, kind: string, key: string): Promise<AskedLater | null> =>
  within(userId, env, db =>
    db.transaction('rw', db.drafts, async () => {
      const found = await db.drafts.get(nameOf(kind, key));
      if (!found) return null;
      await db.drafts.delete(found.key);
      return { key, values: found.changes, until: found.at };
    }),
  );
