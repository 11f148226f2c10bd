import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { SyncClient } from '../client/client.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { compensation, isTakenBackByWrite } from '../resources/writes.ts';
import type { OutboxEntry } from '../types.ts';
import { undoEntry } from './queue.ts';

/**
 * removed: the write was still queued and has been removed. queued: a write that undoes it has been queued. nothing:
 * there is nothing to undo, for the given reason.
 */
export type UndoResult =
  | { kind: 'removed'; title: string }
  | { kind: 'queued'; title: string; entry: OutboxEntry }
  | { kind: 'nothing'; why: string };

/** Maximum number of settled entries to search for an earlier undo of the same write. */
const LOOK_BACK = 100;

/**
 * Undoes a write. If no sender ever claimed it, removes it. Otherwise it may have been sent, so a second write with the
 * previous row is queued after it, with its own key and version check (OB3, OB4, OB8). Works offline.
 * @throws OutboxUnavailable
 */
export async function undoWrite(client: SyncClient, id: string): Promise<UndoResult> {
  const entry = await client.outbox.byId(id);
  if (!entry) return nothing('This change is no longer kept on this device. Revert it in the history of its record.');
  if (entry.state === 'queued' && entry.fence === 0 && (await undoEntry(client, id))) {
    return { kind: 'removed', title: entry.title };
  }
  const now = (await client.outbox.byId(id)) ?? entry;
  if (now.state === 'discarded') return nothing('This change was never sent.');
  if (now.state === 'refused' || now.state === 'conflict') {
    return nothing('The server refused this change. Decide what to do in "Changes on this device".');
  }
  if (await isTakenBack(client, id)) return nothing('This change has already been undone.');
  if (!isTakenBackByWrite(now, client.outbox.declared))
    return nothing('A record of this kind cannot be deleted, so its creation cannot be undone.');
  const write = compensation(now, client.outbox.declared);
  if (!write) return nothing('A colleague made the same change, so it is not undone.');
  const undoing = await client.enqueue({ ...write, title: `Undo: ${now.title}`, undoes: id });
  return { kind: 'queued', title: now.title, entry: undoing };
}

const nothing = (why: string): UndoResult => ({ kind: 'nothing', why });

async function isTakenBack({ outbox }: SyncClient, id: string): Promise<boolean> {
  const entries = [...(await outbox.open()), ...(await outbox.ended(LOOK_BACK))];
  return entries.some(entry => entry.undoes === id && entry.state !== 'discarded');
}

/** Whether another write can undo this one; false if a colleague had made the same change. */
export const canTakeBack = (
  entry: OutboxEntry & Partial<Pick<StoredEntry, 'rebased'>>,
  declared: Declarations = DECLARATIONS,
): boolean =>
  isTakenBackByWrite(entry, declared) &&
  (entry.state === 'applied' || (entry.state === 'merged' && entry.rebased !== false));
