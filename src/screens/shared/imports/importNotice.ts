import { receiptText } from '../../../domain/import/countsText.ts';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import type { Notify } from '../../../ui/UiContext.ts';
import { waitsText } from './waitTexts.ts';

/** The import's title, e.g. "Import Location: areas of jawa.xlsx". */
export const importName = ({ title, files }: Pick<QueuedImport, 'title' | 'files'>): string =>
  `${title}: ${files.map(({ name }) => name).join(', ')}`;

/**
 * The notice about an import that continues without its dialog: why it is waiting, and success once the server has
 * applied it. If the server does not apply it, the notice is withdrawn, and the import is listed among this device's
 * changes.
 *
 * @param first the initial text; null for none
 * @param success the text once it has been applied (domain/import/declaration)
 * @param undo returns a function that undoes an applied import; null if there is nothing to undo
 * @returns a function that receives the import's current state and returns whether the import continues
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
    // An import that was only validated has changed nothing; the text says what the validation found.
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
