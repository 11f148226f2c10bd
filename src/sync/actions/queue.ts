import type { SyncClient } from '../client/client.ts';
import type { OutboxEntry, Row } from '../types.ts';

/**
 * Actions on queued writes. Each returns whether it was applied; false means that the entry's state has since changed
 * (it was sent, settled, or decided in another tab).
 * @throws OutboxUnavailable if it could not be stored
 */

/** Resends a refused write unchanged, or retries a waiting write immediately. */
export const retryEntry = (client: SyncClient, id: string): Promise<boolean> =>
  client.act(id, { type: 'retried', at: client.env.clock.now() });

/** Resends several refused writes unchanged. @throws OutboxUnavailable */
export const retryAll = async (client: SyncClient, ids: readonly string[]): Promise<BatchResult> =>
  sum(await client.actAll(ids.map(id => ({ id, event: { type: 'retried', at: client.env.clock.now() } }))));

/**
 * Discards a write permanently, with a reason that stays in the queue's history (OB6). Not possible while it is being
 * sent.
 */
export const discardEntry = (client: SyncClient, id: string, reason: string): Promise<boolean> =>
  client.act(id, { type: 'discarded', reason, at: client.env.clock.now() });

/** Changes a refused write's values and resends it. */
export const resendEntry = (client: SyncClient, id: string, changes: Row): Promise<boolean> =>
  client.act(id, { type: 'resent', changes });

/**
 * Resolves a conflict field by field (OB8); missing fields count as 'theirs'. If either side deletes the record, a
 * single 'mine' applies to the whole record. All 'theirs' discards the write.
 */
export const resolveConflict = (
  client: SyncClient,
  id: string,
  choice: Record<string, 'mine' | 'theirs'>,
): Promise<boolean> => client.act(id, { type: 'resolved', choice, at: client.env.clock.now() });

/** Undoes a write of this page that no sender has claimed yet. Other writes may have been sent: see `undoWrite`. */
export const undoEntry = (client: SyncClient, id: string): Promise<boolean> =>
  client.act(id, { type: 'undone', at: client.env.clock.now(), madeHere: client.madeHere(id) });

/**
 * The result of several actions: how many were applied, and how many were skipped because the entry's state had
 * changed.
 */
export interface BatchResult {
  took: number;
  movedOn: number;
}

const sum = (took: readonly boolean[]): BatchResult => ({
  took: took.filter(Boolean).length,
  movedOn: took.filter(done => !done).length,
});

/** Resolves several conflicts at once, either all with mine or all with theirs. @throws OutboxUnavailable */
export async function resolveAll(
  client: SyncClient,
  entries: readonly OutboxEntry[],
  side: 'mine' | 'theirs',
  onProgress?: (done: number) => void,
): Promise<BatchResult> {
  const at = client.env.clock.now();
  const acts = entries.map(({ id, theirs }) => ({
    id,
    event: {
      type: 'resolved' as const,
      choice: Object.fromEntries(
        ['record', ...(theirs?.fields ?? []).map(({ field }) => field)].map(key => [key, side]),
      ),
      at,
    },
  }));
  return sum(await client.actAll(acts, onProgress));
}

/** Sends paused writes. @throws OutboxUnavailable */
export const sendPaused = async (client: SyncClient, ids: readonly string[]): Promise<BatchResult> =>
  sum(await client.actAll(ids.map(id => ({ id, event: { type: 'released' } }))));

/** Turns paused writes into decisions for review; nothing is sent. @throws OutboxUnavailable */
export const reviewPaused = async (client: SyncClient, ids: readonly string[]): Promise<BatchResult> =>
  sum(await client.actAll(ids.map(id => ({ id, event: { type: 'faced', at: client.env.clock.now() } }))));
