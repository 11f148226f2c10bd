import { listChangeText } from '../domain/listChange.ts';
import { plainWords } from '../domain/plainWords.ts';
import type { Country } from '../domain/country.ts';
import { kindOf, type Field } from './fields/all.ts';
import { choice } from './fields/choice.ts';
import { isUpdated, labelOf, type Resource } from './resource.ts';
import { LEVEL_NAMES } from '../domain/serviceable.ts';

/** Describes how a write changed a record, for the log, its export and the record's history. */

type Values = Readonly<Record<string, unknown>>;

/**
 * Formats a value: Yes/No, the label of a choice, "/" for an empty value, JSON for a nested one.
 * @param country the country whose currency and time zone are used; if omitted, amounts have no symbol and instants are
 * in UTC
 */
export function wordOf(field: Field | undefined, value: unknown, country?: Country): string {
  if (value === undefined || value === null || value === '') return '/';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return JSON.stringify(value);
  return field ? kindOf(field).words(field, value, country) : String(value as string | number);
}

const LEVEL_CHOICES = LEVEL_NAMES.map((label, value) => ({ value, label }));

/** A place's fields; places are not a declared resource. */
export const PLACE_FIELDS: readonly [string, { label: string; field?: Field }][] = [
  ['name', { label: 'Name' }],
  ['level', { label: 'Level', field: choice('Level', LEVEL_CHOICES, { initial: 0 }) }],
  ['parentId', { label: 'Parent ID' }],
  ['postcode', { label: 'Postcode' }],
];

const PLACE: ReadonlyMap<string, { label: string; field?: Field }> = new Map(PLACE_FIELDS);

/** One field of a record before and after a write. */
export interface FieldChange {
  name: string;
  label: string;
  before: string;
  after: string;
}

/** A record's fields that a write may change, in declaration order. */
const changeable = (resource: Resource | undefined, before: Values | null, after: Values | null): string[] =>
  resource
    ? Object.keys(resource.fields).filter(name => isUpdated(resource, name))
    : [...PLACE.keys()].filter(name => name in (before ?? {}) || name in (after ?? {}));

/**
 * The fields that a write changed: for an edit, the fields that differ; for a creation or deletion, all fields that an
 * edit could change.
 *
 * @param resource undefined for a place
 */
export function fieldsChanged(
  resource: Resource | undefined,
  before: Values | null,
  after: Values | null,
): FieldChange[] {
  return changeable(resource, before, after)
    .filter(name => before === null || after === null || before[name] !== after[name])
    .map(name => {
      const field = resource ? resource.fields[name] : PLACE.get(name)?.field;
      const label = resource ? labelOf(resource, name) : (PLACE.get(name)?.label ?? plainWords(name));
      const country = (after ?? before)?.['country'] as Country | undefined;
      return {
        name,
        label,
        before: wordOf(field, before?.[name], country),
        after: wordOf(field, after?.[name], country),
      };
    });
}

/**
 * One line per field, such as "Support COD Deliver: Yes -> No"; the lines of a creation or deletion have no arrow.
 * @param brief whether to show only the items that a long list gains and loses (domain/listChange), for display to
 * people
 */
export const changeLines = (
  changes: readonly FieldChange[],
  before: Values | null,
  after: Values | null,
  brief = false,
): string[] =>
  changes.map(({ label, before: was, after: is }) => {
    if (before === null) return `${label}: ${is}`;
    if (after === null) return `${label}: ${was}`;
    return `${label}: ${(brief ? listChangeText(was, is) : null) ?? `${was} -> ${is}`}`;
  });
