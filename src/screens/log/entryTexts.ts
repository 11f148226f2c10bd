import type { AuditRow } from '../../contract/audit.ts';
import { changeLines, fieldsChanged } from '../../contract/recordChange.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { parseFields } from '../../contract/auditLabel.ts';
import { keyValues, placeIds, subjectText } from '../shared/recordWords.ts';
import { recordHref } from '../shared/recordPath.ts';

/** A place by its own name alone. */
const ownName = (names: readonly string[]): string => names.findLast(name => name !== '') ?? '';

export interface EntryRecord {
  /** "Ujong Mangki 1000005". */
  name: string;
  /** Its list, with its history next to it. */
  href: string | undefined;
  /** "Support COD Deliver: Yes -> No". */
  changes: readonly string[];
}

/** The one record that an entry is about, and what was changed of it; null if it is missing or there are many. */
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
    // What an addition set and a deletion took is in the details; a rename is in the operation itself.
    changes: resource && was && is ? lines : [],
  };
}
