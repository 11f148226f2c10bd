/**
 * Cleans up request parameters and bodies in the same way on client and server (shell spec 5; REQ-8, REQ-9). 0 and
 * false count as values, not as empty (G61).
 */

/** Trims every string within a JSON value. Object keys and other values are left unchanged. */
export function trimDeep<T>(value: T): T {
  if (typeof value === 'string') return value.trim() as T;
  if (Array.isArray(value)) return value.map(trimDeep) as T;
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimDeep(inner)])) as T;
  }
  return value;
}

/** Whether a value is empty: an empty or blank string, an empty array, null or undefined. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const keepKey = (key: string) => key !== '' && !key.startsWith('_');

/**
 * Search parameters in the form in which they are sent: trimmed, without empty values, empty keys and keys that start
 * with an underscore.
 */
export function cleanParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(trimDeep({ ...params })).filter(([key, value]) => keepKey(key) && !isEmpty(value)),
  );
}

/** A request body without nulls, empty keys and keys that start with an underscore. */
export const withoutEmpties = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(([key, value]) => keepKey(key) && value !== null && value !== undefined),
  );

/**
 * A request body in the form in which it is sent: trimmed, without nulls, empty keys and keys that start with an
 * underscore. Empty strings are kept, because they clear a field.
 */
export const cleanBody = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutEmpties(trimDeep({ ...body }));
