/** NUL and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Whether a text can be stored and sent unchanged. PostgreSQL does not accept NUL, and neither UTF-8 nor PostgreSQL's
 * JSON allows lone surrogates: they would come back changed, or abort the statement.
 */
export const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

/** Whether every text of a JSON value is storable, including its keys. The value's depth must be bounded. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner));
}
