/** Matches NUL and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Whether a string can be stored and sent without changing. PostgreSQL does not accept NUL, and neither UTF-8 nor
 * PostgreSQL's JSON allows lone surrogates: such strings would come back changed, or abort the statement.
 */
export const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

/** Whether all strings in a JSON value are storable, including its keys. The depth of the value must be limited. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner));
}
