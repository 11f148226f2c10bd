import { fieldLabel, fieldNames, valueText } from '../../contract/fieldWords.ts';

/** A field of a record before and after a write, as text for display. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
  changed: boolean;
}

/** Fields that are meaningless to people: the record's own bookkeeping. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updatedBy']);

type Fields = Record<string, unknown>;

/** Returns all fields of a collection's two records, changed ones first; empty if neither record exists. */
export function fieldChanges(
  collection: string | undefined,
  before: Fields | null,
  after: Fields | null,
): readonly FieldChange[] {
  const own = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...new Set([...fieldNames(collection).filter(field => own.has(field)), ...own])];
  const all = fields
    .filter(field => !BOOKKEEPING.has(field))
    .map(field => {
      const [was, is] = [valueText(collection, field, before?.[field]), valueText(collection, field, after?.[field])];
      return { field: fieldLabel(collection, field), before: was, after: is, changed: was !== is };
    });
  return [...all.filter(({ changed }) => changed), ...all.filter(({ changed }) => !changed)];
}
