/**
 * Clean-up of request parameters and bodies, the same on both sides (shell spec 5; REQ-8, REQ-9). 0 and false are
 * values, not empties (G61).
 */

/** Trims every text inside a JSON value. Keys and non-text values are kept. */
export function trimDeep<T>(value: T): T {
  if (typeof value === 'string') return value.trim() as T;
  if (Array.isArray(value)) return value.map(trimDeep) as T;
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimDeep(inner)])) as T;
  }
  return value;
}

/** Whether a value is empty: an empty or blank text, an empty list, null or undefined. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const keepKey = (key: string) => key !== '' && !key.startsWith('_');

/** Search parameters as sent: trimmed, without empty values, empty keys, and keys that start with an underscore. */
export function cleanParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(trimDeep({ ...params })).filter(([key, value]) => keepKey(key) && !isEmpty(value)),
  );
}

/** A body without nulls, empty keys and underscore keys. */
export const withoutEmpties = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(([key, value]) => keepKey(key) && value !== null && value !== undefined),
  );

/** A body as sent: trimmed, without nulls, empty keys and underscore keys. Empty texts stay: they clear a field. */
export const cleanBody = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutEmpties(trimDeep({ ...body }));
