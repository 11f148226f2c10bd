import { formatCount, formatTime } from '../../../domain/format.ts';
import type { CachedWorkbook } from '../../../sync/actions/exportCached.ts';
import type { Ui } from '../../../ui/UiContext.ts';
import { saveBlob } from '../saveBlob.ts';

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

/**
 * Describes the contents of a file created on this device. `asOf`: when the data was last up to date with the server,
 * in words.
 */
export function exportedText({ rows, pending, stuck }: CachedWorkbook, asOf: string): string {
  const mine =
    pending > 0
      ? `, with ${counted(pending, 'change', 'changes')} of yours that ${pending === 1 ? 'has' : 'have'} not been sent yet`
      : '';
  const left =
    stuck > 0
      ? ` ${counted(stuck, 'record has a change that needs attention and is', 'records have changes that need attention and are')} not in the file.`
      : '';
  return `Exported ${counted(rows, 'row', 'rows')} from this device, as of ${asOf}${mine}.${left}`;
}

/** Saves a file written on this device, and tells the person what it contains. */
export function saveWritten({ notify, timeZone }: Pick<Ui, 'notify' | 'timeZone'>, made: CachedWorkbook): void {
  saveBlob(made.name, made.blob);
  notify.success(exportedText(made, formatTime(Math.floor(made.asOf / 1000), timeZone)));
}
