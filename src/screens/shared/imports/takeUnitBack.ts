import type { Country } from '../../../domain/country.ts';
import { StillUndoing, takeImportBack } from '../../../sync/actions/revertImport.ts';
import type { useSync } from '../../../sync/hooks/useSync.ts';
import { failureText } from '../../../ui/form/failureText.ts';
import type { NoticeOffer, Notify } from '../../../ui/UiContext.ts';

type SyncClient = ReturnType<typeof useSync>['client'];
type Says = Pick<Notify, 'success' | 'warning' | 'error'>;

export interface Unit {
  entity: Country;
  /** The id of the import or bulk change on the server. */
  id: string;
  noun: 'import' | 'change';
}

const CHOOSE = 'Open the changes on this device to decide what to do.';
const IN_LOG = 'Decide in its entry in Operation History, which shows them.';

/**
 * Undoes an import or bulk change immediately, unless someone has since changed its records, in which case nothing
 * happens.
 */
const takeBack = (client: SyncClient, { entity, id }: Unit, key: string) =>
  takeImportBack(client, { entity, id, skipConflicts: false, key, onProgress: () => undefined });

/** Redo: reapplies an undone import, if nobody has since changed its records. */
export function undoOf(client: SyncClient, notify: Says, unit: Unit): NoticeOffer {
  const { noun } = unit;
  const key = client.env.uuid();
  const run = async () => {
    try {
      const receipt = await takeBack(client, unit, key);
      if (receipt.state === 'applied') notify.success(`The ${noun} is in effect again`);
      else if (receipt.state === 'review')
        notify.warning(`The ${noun} stays undone: some of its records have been changed since. ${IN_LOG}`);
      else notify.error(receipt.message || `The ${noun} stays undone. ${IN_LOG}`);
    } catch (error) {
      if (error instanceof StillUndoing) notify.warning(error.message);
      else notify.error(`The ${noun} stays undone. ${failureText(error)} ${IN_LOG}`);
    }
  };
  return { label: 'Undo', run: () => void run() };
}

/**
 * Undoes an import with the Undo button in its notice, if nobody has since changed its records; otherwise, the person
 * decides on the queue page.
 *
 * @param key the same for every attempt, so that it takes effect only once (OB3)
 */
export async function takeUnitBack(client: SyncClient, notify: Says, unit: Unit, key: string): Promise<void> {
  const { noun } = unit;
  try {
    const receipt = await takeBack(client, unit, key);
    if (receipt.state === 'applied')
      notify.success(`The ${noun} was undone`, undoOf(client, notify, { ...unit, id: receipt.id }));
    else if (receipt.state === 'review')
      notify.warning(`Nothing was undone: some of its records have been changed since. ${CHOOSE}`);
    else notify.error(receipt.message || `The ${noun} could not be undone. ${CHOOSE}`);
  } catch (error) {
    if (error instanceof StillUndoing) notify.warning(error.message);
    else notify.error(`The ${noun} was not undone. ${failureText(error)} ${CHOOSE}`);
  }
}
