import type { SyncClient } from '../client/client.ts';
import type { OutboxEntry } from '../types.ts';

/**
 * Calls back with how some of the person's writes are, now and whenever that changes.
 *
 * @param onChange gets the writes by id; one that is no longer kept on this device is left out
 * @returns ends it
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
