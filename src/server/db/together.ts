import type { Pool } from 'pg';
import { errorOn, giveBack } from './connections.ts';
import type { Queryable } from './transaction.ts';
import { currentKind, type TaskKind } from './turns.ts';

/**
 * Reads once what many ask for while the first of them waits for a connection. Nobody joins a read that has started, so each caller
 * gets what holds when it asked, or later. Callers of different kinds do not wait for each other: those who come after people
 * would have them wait as long (db/turns).
 *
 * @param read answers what everybody asked
 */
export function readTogether<A, R>(
  pool: Pool,
  read: (db: Queryable, asked: readonly A[]) => Promise<R>,
): (asked: A) => Promise<R> {
  const waiting = new Map<TaskKind, { asked: A[]; answer: Promise<R> }>();
  const start = async (kind: TaskKind, asked: readonly A[]): Promise<R> => {
    const client = await pool.connect().finally(() => waiting.delete(kind));
    try {
      return await read(client, asked);
    } catch (error) {
      throw errorOn(client, error);
    } finally {
      giveBack(client);
    }
  };
  return one => {
    const kind = currentKind();
    const known = waiting.get(kind);
    if (known) {
      known.asked.push(one);
      return known.answer;
    }
    const asked = [one];
    const answer = start(kind, asked);
    waiting.set(kind, { asked, answer });
    return answer;
  };
}
