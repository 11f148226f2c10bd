import { countsText } from '../../../domain/import/countsText.ts';
import { returnedText } from '../../../sync/actions/bulk.ts';
import { followImport } from '../../../sync/hooks/followImport.ts';
import type { useSync } from '../../../sync/hooks/useSync.ts';
import type { Notify } from '../../../ui/UiContext.ts';
import { SAVED_HERE } from '../keptText.ts';

type Client = ReturnType<typeof useSync>['client'];

/** The notice's texts once the server has applied a bulk change. */
const DONE = { set: 'Edit Successfully', delete: 'Delete Successfully' } as const;

/**
 * Reports the progress of a bulk change: that it is stored on this device while it waits, what it changed, and how many
 * records could not be changed.
 *
 * @param undo offered for as long as the notice is shown
 */
export function followBulk(client: Client, notify: Notify, id: string, undo: () => void): void {
  const notice = notify.open();
  let said = '';
  followImport(client, id, queued => {
    const offer = { label: 'Undo', run: undo };
    switch (queued?.state) {
      case 'applied': {
        const { receipt, bulk, title } = queued;
        if (receipt?.revertedBy) {
          notice.withdraw();
          return false;
        }
        const left = receipt?.counts?.left ?? 0;
        const text = bulk?.set ? DONE.set : DONE.delete;
        const detail = `${title}. ${countsText(receipt?.counts)}`;
        notice.say({ kind: 'success', text, detail, href: '/queue', offer });
        if (left > 0) {
          const decide = `Decide what to do with ${left === 1 ? 'it' : 'them'} in "Changes on this device": ${title}.`;
          notify.warning(`${returnedText(left, bulk?.behind?.length ?? 0)}. ${decide}`);
        }
        return false;
      }
      case 'waiting':
      case 'uploading':
      case 'applying': {
        const text =
          queued.state === 'waiting' && client.status.getSnapshot().network !== 'online'
            ? SAVED_HERE
            : 'Saved on this device and being sent';
        if (said !== text) notice.say({ kind: 'info', text, detail: queued.title, href: '/queue', offer });
        said = text;
        return true;
      }
      case 'failed':
      case 'refused':
        notice.withdraw();
        notify.error(
          `${queued.title}: ${queued.problem || queued.receipt?.failList[0]?.message || 'the server could not apply it'}`,
        );
        return false;
      default:
        notice.withdraw();
        return false;
    }
  });
}
