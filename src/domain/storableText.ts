/** Matches NUL and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Whether a string can be stored and sent unchanged. PostgreSQL does not accept NUL, and neither UTF-8 nor PostgreSQL's
 * JSON permits lone surrogates: such strings would be altered, or would abort the statement.
 */
export const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

/** Replaces what cannot be stored. For texts that only describe something, such as a refused value. */
export const madeStorable = (text: string): string => text.replace(new RegExp(UNSTORABLE, 'gu'), '\ufffd');

/** Truncates a string to at most `most` UTF-16 units, without leaving half of a surrogate pair at its end. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** Whether all strings and keys in a JSON value are storable. The nesting depth of the value must be limited. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner));
}
