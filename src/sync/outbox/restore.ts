import { isOpen, NO_ROWS_VERSION, type StoredEntry } from './entry.ts';
import { isUnnumbered, NEVER_CREATED } from './provisional.ts';
import type { OutboxTx } from './store.ts';

/**
 * Restores into a new outbox what the browser lost with the previous one: open writes that have copies, in order and
 * under their own keys (OB3), so that nothing already on the server is applied twice.
 * @returns the current entries
 */
export async function restore(tx: OutboxTx, copies: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const back: StoredEntry[] = [];
  for (const copy of copies) {
    if (!isOpen(copy) || (await tx.byId(copy.id))) continue;
    const tail = (await tx.openOf(copy.record)).at(-1);
    back.push(await tx.add(restored(copy, tail)));
  }
  return back;
}

function restored(entry: StoredEntry, tail: StoredEntry | undefined): Omit<StoredEntry, 'seq'> {
  // Removed so that the new outbox assigns a new number.
  const copy: Omit<StoredEntry, 'seq'> & { seq?: number } = { ...entry };
  delete copy.seq;
  // The write on which this one was based has since taken effect, or was lost together with its copy, so this one
  // conflicts with a newer row instead of overwriting it (OB8).
  const alone = copy.effect === 'create' ? null : (copy.baseVersion ?? NO_ROWS_VERSION);
  return {
    ...copy,
    state: copy.state === 'sending' ? 'queued' : copy.state,
    // The write may have been sent, so it must not be undone as if it had not been.
    fence: Math.max(1, copy.fence),
    hold: null,
    after: tail?.id ?? null,
    baseVersion: tail ? null : alone,
    ...(!tail && isUnnumbered(copy) && copy.effect !== 'create' ? NEVER_CREATED : {}),
  };
}
