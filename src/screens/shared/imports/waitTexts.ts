import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import { SAVED_HERE } from '../keptText.ts';

const OFFLINE = `${SAVED_HERE}, while Ops Portal is open in any tab.`;
const GOES_ON = 'The import is saved on this device and continues automatically while Ops Portal is open in any tab.';
const IN_BACKGROUND = 'The import continues in the background. Its result is shown with the changes on this device.';

/**
 * Says that this device has only one copy of the import's files instead of two; empty if there is nothing to report.
 */
export function uncopiedText({ uncopied }: Pick<QueuedImport, 'uncopied'>): string {
  if (!uncopied) return '';
  const why = uncopied === 'full' ? 'there was no room for a second copy' : 'a second copy could not be written';
  return `Keep the files until the import is sent, because ${why}.`;
}

const and = (text: string, more: string): string => (more === '' ? text : `${text} ${more}`);

/** The text while an import cannot be sent; null if the import is making progress. */
export function waitsText(
  queued: Pick<QueuedImport, 'state' | 'problem' | 'uncopied'> | undefined,
  online: boolean,
): string | null {
  if (queued?.state !== 'waiting') return null;
  if (!online) return and(OFFLINE, uncopiedText(queued));
  return queued.problem === '' ? null : and(`${queued.problem} ${GOES_ON}`, uncopiedText(queued));
}

/** The text shown when the person lets the import continue without its dialog. */
export const backgroundText = (queued: Pick<QueuedImport, 'uncopied'> | undefined): string =>
  and(IN_BACKGROUND, uncopiedText(queued ?? {}));
