import type { AuditRow } from '../../contract/audit.ts';
import { changeLines, fieldsChanged } from '../../contract/recordChange.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { parseFields } from '../../contract/auditLabel.ts';
import { keyValues, placeIds, subjectText } from '../shared/recordWords.ts';
import { recordHref } from '../shared/recordPath.ts';

/** The name of the place itself, without its parents. */
const ownName = (names: readonly string[]): string => names.findLast(name => name !== '') ?? '';

export interface EntryRecord {
  /** The record's name, e.g. "Ujong Mangki 1000005". */
  name: string;
  /** URL of the record's list with the record's history open. */
  href: string | undefined;
  /** The changes, e.g. "Support COD Deliver: Yes -> No". */
  changes: readonly string[];
}

/** The single record that an entry is about, with its changes; null if there is not exactly one. */
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
    // The values of a created or deleted record are in the details, and a rename is in the operation itself.
    changes: resource && was && is ? lines : [],
  };
}

/**
 * The file of a deleted price list or task of rate tables, or the bill that an entry is about; null for any other entry.
 */
export function documentOf({
  collection,
  before,
  after,
}: Pick<AuditRow, 'collection' | 'before' | 'after'>): string | null {
  if (collection !== null) return null;
  const [was, is] = [parseFields(before), parseFields(after)];
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const bill = text(is?.['bill_no']) ?? text(was?.['bill_no']) ?? text(was?.['billNo']);
  return text(was?.['file_name']) ?? (bill === null ? null : `Bill ${bill}`);
}

/** Fields that identify records of administration and notifications, most descriptive first; a delivery has a rule. */
const NAMES = ['email', 'name', 'emails', 'users', 'rule'] as const;

/**
 * The name of the account, role, rule or template that an entry is about, or of the rule of a delivery, e.g. "id.editor@ops.example" or
 * "a@ops.example and 2 more". Null if the entry contains none.
 */
export function ownRecordName({ before, after, body }: Pick<AuditRow, 'before' | 'after' | 'body'>): string | null {
  for (const fields of [after, before, body].map(parseFields))
    for (const name of NAMES) {
      const value = fields?.[name];
      if (typeof value === 'string' && value !== '') return value;
      if (Array.isArray(value) && typeof value[0] === 'string')
        return value.length === 1 ? value[0] : `${value[0]} and ${value.length - 1} more`;
    }
  return null;
}
