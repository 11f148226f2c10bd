import { receiptText } from '../../../domain/import/countsText.ts';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import type { Notify } from '../../../ui/UiContext.ts';
import { waitsText } from './waitTexts.ts';

/** As in "Import Location: areas of jawa.xlsx". */
export const importName = ({ title, files }: Pick<QueuedImport, 'title' | 'files'>): string =>
  `${title}: ${files.map(({ name }) => name).join(', ')}`;

/**
 * The notice of an import that goes on without its dialog: what it waits for, and the success once the server has applied
 * it. What the server did not take is withdrawn here and reported with the changes of this device.
 *
 * @param first what is said before there is anything else to say; null for nothing
 * @param success what is said once it is applied (domain/import/declaration)
 * @param undo answers what takes an applied import back; null if nothing can be undone
 * @returns takes the import as it is now; returns whether it goes on
 */
export function importNotice(
  notify: Pick<Notify, 'open'>,
  first: string | null,
  success: string,
  undo?: (queued: QueuedImport) => (() => void) | null,
): (queued: QueuedImport | undefined, online: boolean) => boolean {
  const notice = notify.open();
  let said = '';
  const say = (kind: 'success' | 'info', text: string, queued: QueuedImport): void => {
    if (said === text) return;
    said = text;
    // What was only checked did nothing, and says what it found.
    const did = kind === 'success' ? queued.receipt?.message || receiptText(queued.receipt) : '';
    const run = kind === 'success' ? undo?.(queued) : null;
    notice.say({
      kind,
      text,
      detail: did === '' ? importName(queued) : `${importName(queued)}. ${did}`,
      href: '/queue',
      ...(run ? { offer: { label: 'Undo', run } } : {}),
    });
  };
  return (queued, online) => {
    switch (queued?.state) {
      case 'applied':
        say('success', success, queued);
        return false;
      case 'waiting':
      case 'uploading':
      case 'applying': {
        const text = waitsText(queued, online) ?? (said === '' ? first : null);
        if (text !== null) say('info', text, queued);
        return true;
      }
      default:
        notice.withdraw();
        return false;
    }
  };
}
