import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { SyncClient } from '../client/client.ts';
import { importsOf } from '../client/imports/imports.ts';
import { StillUndoing, takeImportBack } from './revertImport.ts';

/**
 * removed: the change was still queued and has been removed. reverted: the server undid it; `left` records have changed
 * since then and were skipped, and `by` identifies the undo, which can itself be undone. later: it can be undone only
 * later, for the given reason. nothing: there is nothing to undo.
 */
export type UndoneBulk =
  | { kind: 'removed'; title: string }
  | { kind: 'reverted'; title: string; left: number; by: Pick<ImportReceipt, 'id' | 'entity'> }
  | { kind: 'later'; why: string }
  | { kind: 'nothing'; why: string };

/**
 * Undoes a bulk change: removes it if it is still queued, otherwise calls the server, which checks for later changes.
 * @throws Error if the server cannot be reached or refuses, with the change and what to do; StillUndoing if it has begun
 */
export async function undoBulk(client: SyncClient, id: string): Promise<UndoneBulk> {
  const imports = importsOf(client);
  const queued = await imports.byId(id);
  if (!queued)
    return { kind: 'nothing', why: 'This change is no longer kept on this device. Revert it in Operation History.' };
  const { title, entity } = queued;
  if (queued.state === 'waiting' && queued.receipt === null) {
    await imports.discard(id);
    if ((await imports.byId(id))?.state === 'discarded') return { kind: 'removed', title };
  }
  const receipt = (await imports.byId(id))?.receipt;
  if (receipt?.state !== 'applied') {
    return { kind: 'later', why: 'This change is being sent. Undo it once it has been applied.' };
  }
  if (receipt.revertedBy !== null) return { kind: 'nothing', why: 'This change has already been undone.' };
  const undone = await takeImportBack(client, {
    entity,
    id: receipt.id,
    skipConflicts: true,
    key: client.env.uuid(),
    onProgress: () => undefined,
  }).catch((error: unknown): never => {
    if (error instanceof StillUndoing || !(error instanceof Error)) throw error;
    throw new Error(
      `Not undone: ${title}. ${error.message} Undo it again with Ctrl+Z in the list, or revert it in Operation History.`,
    );
  });
  if (undone.state !== 'applied') return { kind: 'nothing', why: undone.message };
  return { kind: 'reverted', title, left: undone.counts?.left ?? 0, by: undone };
}
