import type { ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { Collection } from '../../contract/call.ts';
import type { SyncClient } from '../client.ts';
import { isOpen, type StoredEntry } from '../outbox/entry.ts';
import type { NewWrite, OutboxEntry, Row } from '../types.ts';
import { creationOf, deletionOf, editOf } from './channelLocation.ts';
import { isWrittenRecord, recordCreation, recordDeletion, recordEdit } from './channelRecords.ts';
import { undoEntry } from './queue.ts';

/**
 * removed: it was still waiting and is gone. queued: a write that takes it back waits behind it. nothing: there is nothing
 * to take back, for the reason told.
 */
export type UndoResult = { kind: 'removed' | 'queued'; title: string } | { kind: 'nothing'; why: string };

/** Ended entries looked through for one that takes the same write back. */
const LOOK_BACK = 100;

/**
 * Takes a write back: by removing it while no sender ever took it, else by a write of its own from the row before, with
 * its own key and version check, behind the original (OB3, OB4, OB8). Works offline.
 *
 * @throws OutboxUnavailable
 */
export async function undoWrite(client: SyncClient, id: string): Promise<UndoResult> {
  const entry = await client.outbox.byId(id);
  if (!entry) return nothing('This change is no longer kept on this device.');
  if (entry.state === 'queued' && entry.fence === 0 && (await undoEntry(client, id))) {
    return { kind: 'removed', title: entry.title };
  }
  const now = (await client.outbox.byId(id)) ?? entry;
  if (now.state === 'discarded') return nothing('This change was never sent.');
  if (now.state === 'refused' || now.state === 'conflict') {
    return nothing('The server did not take this change. Decide what becomes of it on the page of changes.');
  }
  if (await isTakenBack(client, id)) return nothing('This change was taken back already.');
  const write = compensation(now);
  if (!write) return nothing('A colleague had made the same change: it is not taken back.');
  await client.enqueue({ ...write, title: `Take back: ${now.title}`, undoes: id });
  return { kind: 'queued', title: now.title };
}

const nothing = (why: string): UndoResult => ({ kind: 'nothing', why });

async function isTakenBack({ outbox }: SyncClient, id: string): Promise<boolean> {
  const entries = [...(await outbox.open()), ...(await outbox.ended(LOOK_BACK))];
  return entries.some(entry => entry.undoes === id && entry.state !== 'discarded');
}

/** How a collection's writes are taken back. */
const COMPENSATIONS: Partial<Record<Collection, (entry: StoredEntry) => NewWrite | null>> = {
  channelLocations: takeBackLocation,
  channelPostcodes: takeBackRecord,
  channelRoutes: takeBackRecord,
  channelZones: takeBackRecord,
};

/** Whether a write can be taken back by another one; not where a colleague had made the same change. */
export const canTakeBack = ({
  collection,
  state,
  rebased,
}: OutboxEntry & Partial<Pick<StoredEntry, 'rebased'>>): boolean =>
  COMPENSATIONS[collection] !== undefined && (state === 'applied' || (state === 'merged' && rebased !== false));

/**
 * The write that takes another one back: a creation by a deletion, a deletion by a creation, an edit by an edit of
 * exactly the fields it touched. Null where it changed nothing: a colleague had made the same change.
 */
export function compensation(entry: StoredEntry): NewWrite | null {
  if (entry.state === 'merged' && !entry.rebased) return null;
  return COMPENSATIONS[entry.collection]?.(entry) ?? null;
}

function takeBackLocation(entry: StoredEntry): NewWrite | null {
  const { entity, effect, changes, base } = entry;
  if (effect === 'delete') {
    const before = base as unknown as ChannelLocationRow | null;
    return before && creationOf(entity, before, before);
  }
  const row = rowAfter(entry) as unknown as ChannelLocationRow | null;
  if (!row) return null;
  if (effect === 'create') return deletionOf(entity, row);
  const write = editOf(entity, row, { ...row, ...valuesBefore(changes, base) });
  return Object.keys(write.changes).length === 0 ? null : write;
}

function takeBackRecord(entry: StoredEntry): NewWrite | null {
  const { entity, collection, effect, changes, base } = entry;
  if (!isWrittenRecord(collection)) return null;
  if (effect === 'delete') return base && recordCreation(collection, entity, base);
  const row = rowAfter(entry);
  if (!row) return null;
  if (effect === 'create') return recordDeletion(collection, entity, row);
  const write = recordEdit(collection, entity, row, { ...row, ...valuesBefore(changes, base) });
  return Object.keys(write.changes).length === 0 ? null : write;
}

/** What stands after a write: the server's row, or while that is not known what the person was shown. */
function rowAfter(entry: StoredEntry): Row | null {
  const after = (isOpen(entry) ? null : entry.accepted) ?? entry.optimistic;
  return after && { ...after, version: entry.acceptedVersion ?? after['version'] };
}

/** The fields that a write touched, as they were. */
const valuesBefore = (changes: Row, base: Row | null): Row =>
  Object.fromEntries(Object.keys(changes).map(field => [field, base?.[field]]));
