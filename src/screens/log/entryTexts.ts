import type { AuditRow } from '../../contract/audit.ts';
import { updateLocation } from '../../contract/locations.ts';
import { changeLines, fieldsChanged } from '../../contract/recordChange.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { formatCount } from '../../domain/format.ts';
import { auditLabel, auditPath } from '../../contract/auditLabel.ts';
import { channelCopy, channelCopyText } from '../../contract/channelCopy.ts';
import { keyValues, placeIds, subjectText } from '../shared/recordWords.ts';
import { recordHref } from '../shared/recordPath.ts';
import { parseFields } from './fieldChanges.ts';

/** A change of many records at once goes the way of an import, by the call that changes one of them. */
export const isBulk = (row: AuditRow): boolean =>
  typeof parseFields(row.body)?.['importId'] === 'string' &&
  !['Import', 'Others'].includes(auditLabel(row.url, row.body).kind);

/** "change of 12 records", "deletion of 1 record": what was done to many records at once; '' for any other write. */
export function bulkText(row: AuditRow): string {
  if (!isBulk(row)) return '';
  const counts = parseFields(row.after) ?? {};
  const [changed, removed, added] = ['changed', 'removed', 'added'].map(name => Number(counts[name] ?? 0));
  const count = (changed ?? 0) + (removed ?? 0) + (added ?? 0);
  const word = (removed ?? 0) > 0 && changed === 0 ? 'deletion' : 'change';
  return `${word} of ${count === 1 ? '1 record' : `${formatCount(count)} records`}`;
}

/** "Order Limit copied from channel 10021 to 10022, 10023"; '' for what is no copy. */
export function copyText(row: AuditRow): string {
  const copy = channelCopy(row.url, parseFields(row.body));
  return copy ? channelCopyText(copy, Number(parseFields(row.after)?.['changed'] ?? 0)) : '';
}

/** "taken back", or of what took that back once more "in effect again"; '' for what took nothing back. */
export function takenBackText(row: AuditRow): string {
  const body = parseFields(row.body);
  if (typeof body?.['reverts'] !== 'string') return '';
  return body['again'] === true ? 'in effect again' : 'taken back';
}

/** The operation, for imports together with the files (LOG-8 to LOG-10), and whether it took one back. */
export function operationText(row: AuditRow): string {
  const { label, fileNames } = auditLabel(row.url, row.body);
  const what = copyText(row) || (isBulk(row) ? bulkText(row) : fileNames.join(', '));
  const named = what === '' ? `${label}${renameText(row)}` : `${label}: ${what}`;
  const taken = takenBackText(row);
  return taken === '' ? named : `${named} (${taken})`;
}

/** What a rename of a place was about, which has no channel to name it by; '' for any other write. */
function renameText({ url, before, after }: AuditRow): string {
  if (auditPath(url) !== updateLocation.path) return '';
  const [was, is] = [parseFields(before), parseFields(after)];
  if (!was || !is) return '';
  return `: ${String(was['name'])} to ${String(is['name'])} (${String(is['locationId'])})`;
}

/** A place by its own name alone. */
const ownName = (names: readonly string[]): string => names.findLast(name => name !== '') ?? '';

export interface EntryRecord {
  /** "Ujong Mangki 1000005". */
  name: string;
  /** Its list, with its history beside it. */
  href: string | undefined;
  /** "Support COD Deliver: Yes -> No". */
  changes: readonly string[];
}

/** The one record that an entry is about, and what was changed of it; null where there is none or there are many. */
export function recordOf({ collection, record, before, after }: AuditRow): EntryRecord | null {
  if (collection === null || record === null) return null;
  const [was, is] = [parseFields(before), parseFields(after)];
  const resource = resourceOf(collection);
  const known = { ...was, ...is };
  const fields = resource ? { ...known, ...keyValues(resource, record) } : known;
  const subject = resource ? subjectText(resource, fields, ownName) : String(known['name'] ?? record);
  const ids = resource ? placeIds(resource, fields) : record;
  const lines = changeLines(fieldsChanged(resource, was, is), was, is);
  return {
    name: ids === '' || subject.endsWith(ids) ? subject : `${subject} ${ids}`,
    href: recordHref(collection, record, known, true),
    // What an addition set and a deletion took is in the details; a rename is in the operation itself.
    changes: resource && was && is ? lines : [],
  };
}
