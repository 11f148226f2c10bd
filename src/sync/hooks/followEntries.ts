import type { SyncClient } from '../client/client.ts';
import type { OutboxEntry } from '../types.ts';

/**
 * Reports the state of the person's given writes, now and on every change.
 * @param onChange receives the writes by id, without those no longer on this device
 * @returns an unsubscribe function
 */
export const followEntries = (
  client: SyncClient,
  ids: readonly string[],
  onChange: (entries: ReadonlyMap<string, OutboxEntry>) => void,
): (() => void) =>
  client.live(
    () => client.outbox.byIds(ids),
    entries => entries && onChange(new Map(entries.map(entry => [entry.id, entry]))),
  );
