import type { Resource } from '../../contract/resource.ts';
import type { ExportForm } from '../../contract/resourceSheet.ts';
import { formatTime } from '../../domain/format.ts';
import { exportCached, type CachedWorkbook } from '../../sync/actions/exportCached.ts';
import type { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import type { Ui } from '../../ui/UiContext.ts';
import { saveBlob } from '../shared/imports/saveBlob.ts';
import { exportedText } from './exportTexts.ts';

/** Saves a file that was written on this device, and tells what is in it. */
export function saveWritten({ notify, timeZone }: Pick<Ui, 'notify' | 'timeZone'>, made: CachedWorkbook): void {
  saveBlob(made.name, made.blob);
  notify.success(exportedText(made, formatTime(Math.floor(made.asOf / 1000), timeZone)));
}

/**
 * Saves the export of a held channel, written on this device, and tells what is in it.
 *
 * @returns notCached: the channel is not cached whole. notWritten: its file could not be written, or was cancelled
 */
export async function saveCached(
  { client, entity, notify, timeZone }: ReturnType<typeof useSync> & Pick<Ui, 'notify' | 'timeZone'>,
  resource: Resource,
  filters: Row,
  form: ExportForm,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<'saved' | 'notCached' | 'notWritten'> {
  const made = await exportCached(client, resource, entity, filters, form, signal, onProgress).catch(() => undefined);
  if (made === null) return 'notCached';
  if (!made || signal.aborted) return 'notWritten';
  saveWritten({ notify, timeZone }, made);
  return 'saved';
}
