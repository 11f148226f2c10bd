import { createHash } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Pool } from 'pg';

/** The number of failures within the window, and for how long they still count. */
interface Failures {
  current: number;
  /** Remaining time in ms for which they count. */
  ttl: number;
}

type Done = (error: Error | null, result?: Failures) => void;

/**
 * Counts failed sign-ins in the database, so that all API processes share the counts. Keys are hashed, because they
 * contain addresses.
 */
export interface LoginFailures {
  /** The store used by @fastify/rate-limit. */
  Store: FastifyRateLimitStoreCtor;
  /** Counts one more failure. The window, in ms, starts with the first failure. */
  count: (key: string, windowMillis: number) => Promise<Failures>;
  /**
   * Takes the only slot, which becomes free again after an interval.
   * @returns milliseconds until the slot is free, or 0 if the caller got it
   */
  reserve: (key: string, millis: number) => Promise<number>;
  /** Removes a failure, because the attempt succeeded or was never made. */
  takeBack: (key: string) => Promise<void>;
}

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** @param now returns the current time in epoch milliseconds */
export function createLoginFailures(pool: Pool, now: () => number): LoginFailures {
  const answer = (row: { count: number; until: number } | undefined): Failures =>
    row ? { current: row.count, ttl: row.until - now() } : { current: 0, ttl: 0 };

  const add = async (key: string, windowMillis: number): Promise<Failures> => {
    const { rows } = await pool.query<{ count: number; until: number }>({
      name: 'login-failure-add',
      text: `INSERT INTO login_failures AS f (key, count, until) VALUES ($1, 1, $2::int8 + $3::int8)
             ON CONFLICT (key) DO UPDATE
                SET count = CASE WHEN f.until <= $2::int8 THEN 1 ELSE f.count + 1 END,
                    until = CASE WHEN f.until <= $2::int8 THEN excluded.until ELSE f.until END
             RETURNING count, until`,
      values: [hash(key), now(), windowMillis],
    });
    return answer(rows[0]);
  };

  const look = async (key: string): Promise<Failures> => {
    const { rows } = await pool.query<{ count: number; until: number }>({
      name: 'login-failure-look',
      text: 'SELECT count, until FROM login_failures WHERE key = $1 AND until > $2',
      values: [hash(key), now()],
    });
    return answer(rows[0]);
  };

  const settle = (done: Done, work: Promise<Failures>): void =>
    void work.then(
      result => done(null, result),
      (error: Error) => done(error),
    );

  class Store {
    incr(key: string, done: Done, windowMillis: number): void {
      settle(done, add(key, windowMillis));
    }
    read(key: string, done: Done): void {
      settle(done, look(key));
    }
    /** All limiters share this table, under different keys. */
    child(): FastifyRateLimitStore {
      return this as unknown as FastifyRateLimitStore;
    }
  }

  return {
    count: add,
    reserve: async (key, millis) => {
      const { rowCount } = await pool.query({
        name: 'login-place-take',
        text: `INSERT INTO login_failures AS f (key, count, until) VALUES ($1, 0, $2::int8 + $3::int8)
               ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE f.until <= $2::int8`,
        values: [hash(key), now(), millis],
      });
      return (rowCount ?? 0) > 0 ? 0 : Math.max(1, (await look(key)).ttl);
    },
    Store: Store as unknown as FastifyRateLimitStoreCtor,
    takeBack: async key => {
      await pool.query('UPDATE login_failures SET count = count - 1 WHERE key = $1 AND count > 0', [hash(key)]);
    },
  };
}
