import { fieldLabel, fieldNames, valueText } from '../../contract/fieldWords.ts';
import { ADMINISTRATION, CATEGORY_NAMES, PRIVILEGE_NAMES } from '../../domain/permission.ts';

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

/** The words for the codes of an account, an entity or a module, none of which has a declaration. */
const codesOf = (record: Fields): Readonly<Record<string, readonly string[]>> => ({
  privilege: PRIVILEGE_NAMES,
  category: CATEGORY_NAMES,
  status: ['Active', 'parentId' in record ? 'Inactive' : 'Disabled'],
});

/**
 * Returns all fields of a collection's two records, changed ones first; empty if neither record exists.
 * @param feature the feature of the write
 */
export function fieldChanges(
  collection: string | undefined,
  before: Fields | null,
  after: Fields | null,
  feature: string | null = null,
): readonly FieldChange[] {
  const own = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...new Set([...fieldNames(collection).filter(field => own.has(field)), ...own])];
  const codes = feature === ADMINISTRATION ? codesOf({ ...before, ...after }) : {};
  const textOf = (field: string, value: unknown): string =>
    (typeof value === 'number' ? codes[field]?.[value] : undefined) ?? valueText(collection, field, value);
  const all = fields
    .filter(field => !BOOKKEEPING.has(field))
    .map(field => {
      const [was, is] = [textOf(field, before?.[field]), textOf(field, after?.[field])];
      return { field: fieldLabel(collection, field), before: was, after: is, changed: was !== is };
    });
  return [...all.filter(({ changed }) => changed), ...all.filter(({ changed }) => !changed)];
}
