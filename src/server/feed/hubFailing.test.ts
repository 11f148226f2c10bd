import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createHub } from './hub.ts';

/** Simulates a database whose feed has one change. */
function createDatabase() {
  const state = { horizon: 10, failing: false };
  const changed = [{ xid: 10 }];
  const pool = {
    query: async ({ name, values }: { name: string; values?: string[] }) => {
      if (name === 'feed-state')
        return {
          rows: [
            {
              xmin: String(state.horizon),
              xmax: String(state.horizon),
              running: [],
              hidden: false,
              epochs: null,
              floor: null,
            },
          ],
        };
      if (state.failing) throw new Error('The connection broke.');
      const [from, to] = (values ?? []).map(Number);
      const rows = changed
        .filter(({ xid }) => xid >= Number(from))
        .map(({ xid }) => ({ entity: 'ID', visible: xid < Number(to) }));
      return { rows };
    },
  } as unknown as Pool;
  return { state, pool };
}

it('MR3: after a failed read of the feed, the next read covers the same changes, so no change is missed', async () => {
  const { state, pool } = createDatabase();
  const problems: Error[] = [];
  const hub = createHub(pool, 0, error => problems.push(error));
  const received: string[] = [];
  const { ready, end } = hub.subscribe('ID', cursor => received.push(cursor));
  await ready;
  expect(received).toEqual([]);
  // A transaction is committed, and then the database fails between the query for its state and the query for its
  // changes.
  state.horizon = 11;
  state.failing = true;
  hub.poke();
  await expect.poll(() => problems.length).toBe(1);
  state.failing = false;
  hub.poke();
  await expect.poll(() => received.length, { timeout: 2000 }).toBe(1);
  end();
  await hub.close();
});

it('MR3: a subscription is ready after a successful read, not after a failed one', async () => {
  const { state, pool } = createDatabase();
  state.failing = true;
  const problems: Error[] = [];
  const hub = createHub(pool, 0, error => problems.push(error));
  let isReady = false;
  const { ready, end } = hub.subscribe('ID', () => undefined);
  const readied = ready.then(() => (isReady = true));
  await expect.poll(() => problems.length).toBe(1);
  expect(isReady).toBe(false);
  state.failing = false;
  hub.poke();
  await readied;
  end();
  await hub.close();
});

it('many listeners are notified a few at a time, so that other calls run in between', async () => {
  const { state, pool } = createDatabase();
  const hub = createHub(pool, 0, error => {
    throw error;
  });
  let notified = 0;
  let atOnce = 0;
  const listener = () => {
    notified += 1;
    queueMicrotask(() => (atOnce ||= notified));
  };
  const crowd = Array.from({ length: 12 }, () => hub.subscribe('ID', () => listener()));
  await Promise.all(crowd.map(({ ready }) => ready));
  state.horizon = 11;
  hub.poke();
  await expect.poll(() => notified, { timeout: 5000 }).toBe(12);
  expect(atOnce).toBe(5);
  await hub.close();
});
