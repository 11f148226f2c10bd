import type * as z from 'zod/mini';
import { typingErrors } from '../../domain/nearName.ts';
import { listElement, objectFields } from './schemaKind.ts';

/**
 * Finds fields of a write that are probably misspelled. A write ignores fields that it does not know, because programs
 * send back whole rows as they read them. But if it ignored "cutof", it would reply that all is well and change nothing.
 */

/**
 * The maximum number of fields of an object in a body, far more than any call has. Each unknown one is compared with
 * the known ones, so a body of many would keep other calls waiting.
 */
export const FIELDS_MOST = 500;

/** The form of a field's name that all its spellings share (G22). */
export type Spelling = (key: string) => string;

/** The known field that the caller probably meant by an unknown one, if it is missing from the same object. */
function meant(
  key: string,
  value: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  spelling: Spelling,
): string | undefined {
  const isNear = (form: Spelling) => (field: string) => typingErrors(form(field), form(key)) !== null;
  const missing = fields.filter(field => !(field in value));
  return missing.find(isNear(spelling)) ?? missing.find(isNear(name => name.toLowerCase()));
}

/**
 * What is wrong with the first probably misspelled field in a value, nested objects and lists included. Null, and keys
 * that begin with an underscore (REQ-9), change nothing, so they are not checked.
 * @param path the value's place in the body, such as "rows.3."
 * @param top whether the names of the value's own fields may have any of their spellings, as the body's may
 * @returns "cutof: is not a field of this call; did you mean cutoff?", or null
 */
export function misspelled(
  schema: z.ZodMiniType,
  value: unknown,
  spelling: Spelling,
  path = '',
  top = path === '',
): string | null {
  const element = listElement(schema);
  if (element) {
    if (!Array.isArray(value)) return null;
    for (const [at, item] of value.entries()) {
      const found = misspelled(element, item, spelling, `${path}${at}.`, false);
      if (found !== null) return found;
    }
    return null;
  }
  const fields = objectFields(schema);
  if (!fields || value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const record = value as Readonly<Record<string, unknown>>;
  if (Object.keys(record).length > FIELDS_MOST)
    return `${path.replace(/\.$/, '') || 'The body'}: has more than ${FIELDS_MOST} fields`;
  const names = Object.keys(fields);
  const bySpelling = new Map(top ? names.map(name => [spelling(name), name]) : []);
  const given = Object.fromEntries(
    Object.entries(record).map(([key, item]) => [
      names.includes(key) ? key : (bySpelling.get(spelling(key)) ?? key),
      item,
    ]),
  );
  for (const [key, item] of Object.entries(given)) {
    const field = fields[key];
    if (field !== undefined) {
      const found =
        item !== null && typeof item === 'object' ? misspelled(field, item, spelling, `${path}${key}.`, false) : null;
      if (found !== null) return found;
    } else if (item !== null && key !== '' && !key.startsWith('_')) {
      const right = meant(key, given, names, spelling);
      if (right !== undefined) return `${path}${key}: is not a field of this call; did you mean ${right}?`;
    }
  }
  return null;
}
