import type { Pool } from 'pg';
import { errorOn, giveBack } from './connections.ts';
import type { Queryable } from './transaction.ts';
import { currentKind, type TaskKind } from './turns.ts';

/**
 * Combines reads requested while the first of them waits for a connection. A read that has started is not shared, so
 * each caller gets the state at the time of its request or later. Callers of different kinds do not share reads,
 * because people would have to wait for callers of lower priority (db/turns).
 * @param read reads on behalf of all these callers
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
