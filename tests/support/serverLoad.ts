import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';

/** Writers and event streams for a real server, for tests in which the server's database fails. */

export interface Writers {
  /** The statuses of all responses so far, with a count for each. */
  readonly statuses: Map<number, number>;
  /** The highest confirmed version by location. */
  readonly acknowledged: Map<number, number>;
  /** Waits until another write of each writer has been confirmed. */
  progress: (timeoutMillis?: number) => Promise<void>;
  stop: () => Promise<void>;
}

const LIST = '/api/channelLocationService?channelId=10021&type=0&count=50';

/** The rows of channel 10021. */
export async function listRows(url: string, cookie: string): Promise<ChannelLocationRow[]> {
  const answer = await fetch(`${url}${LIST}`, { headers: { cookie }, signal: AbortSignal.timeout(30_000) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { list: ChannelLocationRow[] } }).data.list;
}

/**
 * Starts one writer per row; each sends its next write when the last one has been answered, and retries after a 503.
 */
export function startWriters(url: string, cookie: string, rows: readonly ChannelLocationRow[]): Writers {
  const statuses = new Map<number, number>();
  const acknowledged = new Map<number, number>();
  const counts = rows.map(() => 0);
  const ending = new AbortController();
  // A write with a key used by earlier writers would be answered without taking effect, and no change would be
  // announced.
  const run = randomUUID();
  const writing = rows.map(async ({ channelId, locationId, type }, writer) => {
    const flags = { canCOD: false, canPickup: true, canCODPickup: false };
    for (let index = 0; !ending.signal.aborted; index++) {
      const key = `load-${run}-${locationId}-${index}`;
      const body = JSON.stringify({ channelId, locationId, type, canDeliver: index % 2 === 0, ...flags });
      for (let status = 0; status !== 200 && !ending.signal.aborted;) {
        const answer = await fetch(`${url}/api/channelLocationService/update`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
          body,
          signal: AbortSignal.timeout(120_000),
        });
        const { data } = (await answer.json()) as { data: ChannelLocationRow | null };
        ({ status } = answer);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) {
          acknowledged.set(locationId, data?.version ?? 0);
          counts[writer] = (counts[writer] ?? 0) + 1;
        } else await new Promise(resolve => setTimeout(resolve, 50));
      }
    }
  });
  return {
    statuses,
    acknowledged,
    progress: async (timeoutMillis = 30_000) => {
      const before = [...counts];
      await expect
        .poll(() => counts.every((count, writer) => count > (before[writer] ?? 0)), { timeout: timeoutMillis })
        .toBe(true);
    },
    stop: async () => {
      ending.abort();
      await Promise.all(writing);
    },
  };
}

export interface OpenStream {
  /** Number of changes announced so far. */
  changes: () => number;
  ended: () => boolean;
  close: () => void;
}

/** Opens an event stream and counts the changes it announces. */
export async function openStream(url: string, cookie: string): Promise<OpenStream> {
  const abort = new AbortController();
  const answer = await fetch(`${url}/api/v2/ops/events?entity=ID`, { headers: { cookie }, signal: abort.signal });
  expect(answer.status).toBe(200);
  let changes = 0;
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      changes += decoder.decode(chunk).split('event: changes').length - 1;
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return { changes: () => changes, ended: () => ended, close: () => abort.abort() };
}
