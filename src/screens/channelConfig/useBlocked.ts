import { useMemo } from 'react';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { useOutbox } from '../../sync/hooks/useOutbox.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { blockedBy } from '../../ui/rowMark.ts';

type OpenEntry = Pick<OutboxEntry, 'id' | 'collection' | 'recordKey' | 'state' | 'effect'>;

/** Why channels cannot currently be changed, by record key: the queue contains a refused or conflicting change. */
export function blockedChannels(entries: readonly OpenEntry[]): ReadonlyMap<string, string> {
  const blocked = new Map<string, string>();
  for (const { id, collection, recordKey, state, effect } of entries) {
    if (collection !== channelConfig.collection || (state !== 'refused' && state !== 'conflict')) continue;
    const reason = blockedBy({ entryId: id, state, effect, message: '' });
    if (reason !== null) blocked.set(recordKey, reason);
  }
  return blocked;
}

/**
 * Why the channels in this device's queue cannot currently be changed, updated live, so that a group's buttons are
 * disabled together with the row's.
 */
export function useBlocked(): ReadonlyMap<string, string> {
  const open = useOutbox(outbox => outbox.open());
  return useMemo(() => blockedChannels(open ?? []), [open]);
}
