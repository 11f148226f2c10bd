import type { OutboxEntry } from '../../sync/types.ts';

/** The server's state with which a write conflicts, as part of a sentence. */
export function conflictText({ effect, theirs }: Pick<OutboxEntry, 'effect' | 'theirs'>): string {
  if (theirs?.row === null) return 'a colleague deleted the record in the meantime';
  return effect === 'create'
    ? 'a colleague added the same record in the meantime'
    : 'a colleague changed the same record in the meantime';
}
