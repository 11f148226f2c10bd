import type { AuditRow } from '../../contract/audit.ts';
import { changeLines, fieldsChanged } from '../../contract/recordChange.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { parseFields } from '../../contract/auditLabel.ts';
import { keyValues, placeIds, subjectText } from '../shared/recordWords.ts';
import { recordHref } from '../shared/recordPath.ts';

/** Only a place's own name. */
const ownName = (names: readonly string[]): string => names.findLast(name => name !== '') ?? '';

export interface EntryRecord {
  /** "Ujong Mangki 1000005". */
  name: string;
  /** Its list with the history panel open. */
  href: string | undefined;
  /** "Support COD Deliver: Yes -> No". */
  changes: readonly string[];
}

/** The single record that an entry is about and its changes; null if it is missing or there are several. */
export function recordOf({ collection, record, before, after }: AuditRow): EntryRecord | null {
  if (collection === null || record === null) return null;
  const [was, is] = [parseFields(before), parseFields(after)];
  const resource = resourceOf(collection);
  const known = { ...was, ...is };
  const fields = resource ? { ...known, ...keyValues(resource, record) } : known;
  const subject = resource ? subjectText(resource, fields, ownName) : String(known['name'] ?? record);
  const ids = resource ? placeIds(resource, fields) : record;
  const lines = changeLines(fieldsChanged(resource, was, is), was, is, true);
  return {
    name: ids === '' || subject.endsWith(ids) ? subject : `${subject} ${ids}`,
    href: recordHref(collection, record, known, true),
    // Values set by an addition or removed by a deletion are in the details; a rename is in the operation itself.
    changes: resource && was && is ? lines : [],
  };
}
