import { undoBulk } from '../../../sync/actions/undoBulk.ts';
import type { useSync } from '../../../sync/hooks/useSync.ts';
import type { Notify } from '../../../ui/UiContext.ts';
import { undoOf } from '../imports/takeUnitBack.ts';

/**
 * Undoes a bulk change and reports the outcome.
 *
 * @returns whether the undo is being sent; later: the change cannot be undone yet
 */
export async function takeBulkBack(
  client: ReturnType<typeof useSync>['client'],
  notify: Pick<Notify, 'success' | 'warning' | 'error'>,
  id: string,
): Promise<boolean | 'later'> {
  const undone = await undoBulk(client, id);
  if (undone.kind === 'nothing' || undone.kind === 'later') {
    notify.warning(undone.why);
    return undone.kind === 'later' ? 'later' : false;
  }
  if (undone.kind === 'removed') notify.success(`Undone before it was sent: ${undone.title}`);
  else if (undone.left === 0)
    notify.success(`Undone: ${undone.title}`, undoOf(client, notify, { ...undone.by, noun: 'change' }));
  else {
    const left =
      undone.left === 1
        ? '1 record has been changed since and was'
        : `${undone.left} records have been changed since and were`;
    notify.warning(`Undone: ${undone.title}. ${left} left unchanged.`);
  }
  return true;
}
