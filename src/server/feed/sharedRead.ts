import type { Pool } from 'pg';
import { errorOn, giveBack } from '../db/connections.ts';
import { readChanges, type ChangesAnswer } from './read.ts';

type Options = Parameters<typeof readChanges>[1];

/**
 * Reads changes once for all who ask the same while the first of them still waits for a connection: a commit has every open
 * console ask at once. Nobody joins a read that has started, for it may have missed what the caller was notified of.
 */
export function sharedReads(pool: Pool): (options: Options) => Promise<ChangesAnswer> {
  const waiting = new Map<string, Promise<ChangesAnswer>>();
  const read = async (key: string, options: Options): Promise<ChangesAnswer> => {
    const client = await pool.connect().finally(() => waiting.delete(key));
    try {
      return await readChanges(client, options);
    } catch (error) {
      throw errorOn(client, error);
    } finally {
      giveBack(client);
    }
  };
  return options => {
    const key = JSON.stringify([options.entity, options.since, options.size, options.collections]);
    const known = waiting.get(key);
    if (known) return known;
    const started = read(key, options);
    waiting.set(key, started);
    return started;
  };
}
