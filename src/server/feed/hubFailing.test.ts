import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createHub } from './hub.ts';

it('MR3: a failed look at the feed is repeated by the next one, and nothing is missed', async () => {
  let horizon = 10;
  let failing = false;
  const changed = [{ xid: 10 }];
  const pool = {
    query: async ({ name, values }: { name: string; values?: string[] }) => {
      if (name === 'feed-state')
        return {
          rows: [
            { xmin: String(horizon), xmax: String(horizon), running: [], hidden: false, epochs: null, floor: null },
          ],
        };
      if (failing) throw new Error('The connection broke.');
      const [from, to] = (values ?? []).map(Number);
      const rows = changed
        .filter(({ xid }) => xid >= Number(from))
        .map(({ xid }) => ({ entity: 'ID', visible: xid < Number(to) }));
      return { rows };
    },
  } as unknown as Pool;
  const problems: Error[] = [];
  const hub = createHub(pool, 0, error => problems.push(error));
  const received: string[] = [];
  const { ready, end } = hub.subscribe('ID', cursor => received.push(cursor));
  await ready;
  expect(received).toEqual([]);
  // Committed, and the database fails between the look at its state and the one at the changes.
  horizon = 11;
  failing = true;
  hub.poke();
  await expect.poll(() => problems.length).toBe(1);
  failing = false;
  hub.poke();
  await expect.poll(() => received.length, { timeout: 2000 }).toBe(1);
  end();
  await hub.close();
});
