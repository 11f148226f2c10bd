import { isSeen, revisionOf } from '../outbox/entry.ts';
import type { OutboxEntry } from '../types.ts';

/** What the server and its change feed have reported about a write. */
export interface Receipt {
  /** The record's version after the write; null while unknown. */
  revision: number | null;
  seen: boolean;
  /**
   * Time at which the feed confirmed the write, in epoch milliseconds; null if it has not, even if the write was seen
   * otherwise.
   */
  seenAt: number | null;
}

export function receiptOf(entry: OutboxEntry): Receipt {
  const seen = entry.state !== 'discarded' && isSeen(entry);
  return { revision: revisionOf(entry), seen, seenAt: seen ? (entry.seen?.at ?? null) : null };
}
