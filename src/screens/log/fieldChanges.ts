import { applicableTypeLabel, type ApplicableType } from '../../domain/serviceable.ts';
import { RECORD_LABELS } from '../shared/recordFields.ts';

/** One field of a record before and after a write, as text for a person. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
  changed: boolean;
}

/** Values that are codes, as the screens word them. */
const WORDS: Readonly<Record<string, (value: number) => string>> = {
  type: value => applicableTypeLabel(value as ApplicableType),
};

/** Fields that say nothing to a person: bookkeeping of the record itself. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updatedBy']);

type Fields = Record<string, unknown>;

/** A JSON text's object; null for "null" and for anything that is not one. */
export function parseFields(json: string): Fields | null {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** A value in words: Yes/No for booleans, "/" for nothing, JSON for what is nested. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '/';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}

/** The fields of both records, changed ones first; empty when there is neither record. */
export function fieldChanges(before: Fields | null, after: Fields | null): readonly FieldChange[] {
  const own = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...new Set([...Object.keys(RECORD_LABELS).filter(field => own.has(field)), ...own])];
  const all = fields
    .filter(field => !BOOKKEEPING.has(field))
    .map(field => {
      const word = WORDS[field];
      const text = (value: unknown) => (word && typeof value === 'number' ? word(value) : valueText(value));
      const [was, is] = [text(before?.[field]), text(after?.[field])];
      return { field: RECORD_LABELS[field] ?? field, before: was, after: is, changed: was !== is };
    });
  return [...all.filter(({ changed }) => changed), ...all.filter(({ changed }) => !changed)];
}
