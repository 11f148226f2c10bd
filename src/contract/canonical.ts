import type { Country } from '../domain/country.ts';
import { kindOf } from './fields/all.ts';
import { mayBeEmpty } from './fields/base.ts';
import { isOwnerName } from './fields/text.ts';
import type { Resource } from './resource.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Converts a record's values to the canonical form of their field kinds. The server applies it as the last step of
 * every write, whether the values come from a form, cell, paste, call, bulk change or demo. Files are parsed by the
 * same rules (domain/import). Empty values stay empty: null if the field is nullable, otherwise an empty string.
 * @returns the values, or the first invalid field with the reason
 */
export function canonicalValues(
  { fields }: Pick<Resource, 'fields'>,
  country: Country,
  values: Values,
): { values: Record<string, unknown> } | { field: string; problem: string } {
  const all: Record<string, unknown> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (field === undefined || value === undefined || value === null || isOwnerName(field)) continue;
    if (value === '') {
      if (mayBeEmpty(field)) all[name] = null;
      continue;
    }
    const read = kindOf(field).canonical(field, value, country);
    if ('problem' in read) return { field: name, problem: read.problem };
    all[name] = read.value;
  }
  return { values: all };
}
