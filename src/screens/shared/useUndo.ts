import { useCallback } from 'react';
import { canDelete } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { useUi, type Notify } from '../../ui/UiContext.ts';
import { recordHref } from './recordPath.ts';
import { followWrite, takenBack } from './followWrite.ts';

type SyncClient = ReturnType<typeof useSync>['client'];

/** Ids of this tab's writes that have not been undone, newest last, by client. */
const made = new WeakMap<object, string[]>();
/** Maximum number of writes to remember: as many as a person is likely to undo. */
const MOST = 20;

/** The bulk changes among these writes. */
const bulks = new Set<string>();

/** Registers a bulk change as the most recent write, which Ctrl+Z undoes. */
export function rememberBulk(client: object, id: string): void {
  bulks.add(id);
  made.set(client, [...(made.get(client) ?? []), id].slice(-MOST));
}

/** Loaded with the first bulk change. */
const undoBulk = async (client: SyncClient, notify: Notify, id: string) =>
  (await import('./bulk/takeBulkBack.ts')).takeBulkBack(client, notify, id);

/** If a record cannot be deleted, its creation cannot be undone. */
function canUndo({ collection, effect }: OutboxEntry): boolean {
  const resource = resourceOf(collection);
  return effect !== 'create' || !resource || canDelete(resource);
}

/**
 * Forgets a write, so that Ctrl+Z undoes the one before it.
 * @returns a function that remembers the write again, at its place
 */
function forget(client: SyncClient, id: string): () => void {
  const before = made.get(client) ?? [];
  made.set(
    client,
    before.filter(other => other !== id),
  );
  return () => {
    const now = made.get(client) ?? [];
    const older = before.filter(other => other === id || now.includes(other));
    made.set(client, [...older, ...now.filter(other => !before.includes(other))].slice(-MOST));
  };
}

/** Undoes a write and reports the outcome; returns whether the undo is being sent. */
async function undo(client: SyncClient, notify: Notify, id: string): Promise<boolean> {
  const remember = forget(client, id);
  try {
    if (bulks.has(id)) {
      const sent = await undoBulk(client, notify, id);
      if (sent === 'later') remember();
      return sent === true;
    }
    const { undoWrite } = await import('../../sync/actions/undo.ts');
    const result = await undoWrite(client, id);
    takenBack(client, id);
    if (result.kind === 'nothing') notify.warning(result.why);
    else if (result.kind === 'removed') notify.success(`Undone before it was sent: ${result.title}`);
    else followWrite(client, notify, result.entry.id, { text: 'Undone', detail: result.title });
    return result.kind !== 'nothing';
  } catch (error) {
    // The next Ctrl+Z tries again, instead of undoing another write.
    remember();
    notify.error(failureText(error));
    return false;
  }
}

/** Undoes a write and reports the outcome; returns whether the undo is being sent. */
export function useUndo(): (id: string) => Promise<boolean> {
  const { client } = useSync();
  const { notify } = useUi();
  return useCallback(id => undo(client, notify, id), [client, notify]);
}

/**
 * Reports the progress of a write from this tab and offers Undo; `text` is shown once the server has accepted the
 * write. In a list, Ctrl+Z undoes the most recent write.
 */
export function useWritten(): (text: string, entry: OutboxEntry) => void {
  const { client } = useSync();
  const { notify } = useUi();
  const undo = useUndo();
  return useCallback(
    (text, entry) => {
      const { id, title, collection, recordKey, effect, optimistic } = entry;
      const href = effect === 'delete' ? undefined : recordHref(collection, recordKey, optimistic);
      const said = { text, detail: title, ...(href === undefined ? {} : { href }) };
      if (!canUndo(entry)) return followWrite(client, notify, id, said);
      made.set(client, [...(made.get(client) ?? []), id].slice(-MOST));
      followWrite(client, notify, id, { ...said, offer: { label: 'Undo', run: () => void undo(id) } });
    },
    [client, notify, undo],
  );
}

/** Undoes this tab's most recent write; see `useUndoKey`. */
export function undoLast(client: SyncClient, notify: Notify): void {
  const last = made.get(client)?.at(-1);
  if (last === undefined) notify.warning('This tab has no change to undo.');
  else void undo(client, notify, last);
}
