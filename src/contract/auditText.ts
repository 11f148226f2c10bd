import { formatCount } from '../domain/format.ts';
import type { AuditRow } from './audit.ts';
import { auditLabel, auditPath, isAgain, parseFields, takesBack } from './auditLabel.ts';
import { channelCopy, channelCopyText } from './channelCopy.ts';
import { updateLocation } from './locations.ts';

/** Describes an audit entry's operation in a sentence, for the log page and its export. */

type Entry = Pick<AuditRow, 'url' | 'body' | 'before' | 'after'>;

/**
 * The channel that an entry is about, from the call's body (LOG-6) or, if the call names a record by its own id, from the
 * record; null for an import (LOG-8), for a 3PL, and if there is none.
 */
export function entryChannel({ url, body, before, after }: Entry): number | null {
  const { channelId, ofImport } = auditLabel(url, body);
  if (channelId !== null || ofImport) return channelId;
  const known = parseFields(after)?.['channelId'] ?? parseFields(before)?.['channelId'];
  return typeof known === 'number' ? known : null;
}

/** Whether an entry is a bulk change, which works like an import but uses the call for a single record. */
function isBulk({ url, body }: Entry): boolean {
  const { kind, ofImport } = auditLabel(url, body);
  return typeof parseFields(body)?.['importId'] === 'string' && !ofImport && kind !== 'Others';
}

/**
 * Describes a bulk operation: "change of 12 records", "deletion of 1 record"; '' for any other write. The undo of a
 * deletion recreates the records: "2 deleted records restored".
 */
export function bulkText(entry: Entry): string {
  if (!isBulk(entry)) return '';
  const counts = parseFields(entry.after) ?? {};
  const count = ['changed', 'removed', 'added'].reduce((sum, name) => sum + Number(counts[name] ?? 0), 0);
  const records = count === 1 ? 'record' : 'records';
  if (!auditLabel(entry.url, entry.body).ofDeletion) return `change of ${formatCount(count)} ${records}`;
  return isRestored(entry)
    ? `${formatCount(count)} deleted ${records} restored`
    : `deletion of ${formatCount(count)} ${records}`;
}

/** "Order Limit copied from channel 10021 to 10022, 10023"; '' if it is not a copy operation. */
function copyText({ url, body, after }: Entry): string {
  const copy = channelCopy(url, parseFields(body));
  return copy ? channelCopyText(copy, Number(parseFields(after)?.['changed'] ?? 0)) : '';
}

/** Whether an entry is the undo of a deletion of several records. */
const isRestored = (entry: Entry): boolean =>
  isBulk(entry) &&
  auditLabel(entry.url, entry.body).ofDeletion &&
  isTakingBack(entry) &&
  !isAgain(parseFields(entry.body) ?? {});

/** Whether an entry is the undo of another entry. */
export const isTakingBack = ({ body }: Entry): boolean => takesBack(parseFields(body) ?? {});

/** The files of an import. For an undo: the batch's name, or else the names of the import's files. */
function importText(entry: Entry): string {
  const files = auditLabel(entry.url, entry.body).fileNames.join(', ');
  if (files === '' || !isTakingBack(entry)) return files;
  const batch = parseFields(entry.body)?.['batch_name'];
  return typeof batch === 'string' ? `batch ${batch}` : `import of ${files}`;
}

/** The old and new names of a renamed place, since a place has no channel; '' for any other write. */
function renameText({ url, before, after }: Entry): string {
  if (auditPath(url) !== updateLocation.path) return '';
  const [was, is] = [parseFields(before), parseFields(after)];
  return was && is ? `${String(was['name'])} to ${String(is['name'])} (${String(is['locationId'])})` : '';
}

/**
 * What an operation was applied to, and whether it was undone: "a.xlsx", "change of 12 records (undone)", "batch June
 * (in effect again)"; '' if the label or the record makes this clear.
 */
export function aboutText(entry: Entry): string {
  const what = copyText(entry) || bulkText(entry) || importText(entry) || renameText(entry);
  if (!isTakingBack(entry) || isRestored(entry)) return what;
  return `${what} (${isAgain(parseFields(entry.body) ?? {}) ? 'in effect again' : 'undone'})`.trim();
}

/** The operation and what it was applied to (LOG-8 to LOG-10). */
export function operationText(entry: Entry): string {
  const [{ label }, what] = [auditLabel(entry.url, entry.body), aboutText(entry)];
  return what === '' ? label : `${label}: ${what}`;
}
