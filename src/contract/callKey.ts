/**
 * Idempotency-Keys of an entry of the device's queue that is sent more than once with different decisions. Each call
 * has a key of its own (OB3), and all of them begin with the entry's first key, so that the server can tell that they
 * are the same work.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const RETRIED = new RegExp(`^(${UUID})\\.${UUID}$`, 'i');

/** The first key of a call's entry; a key of any other form, such as that of another program, is returned unchanged. */
export const firstKeyOf = (key: string): string => RETRIED.exec(key)?.[1] ?? key;

/**
 * The key of the next call of an entry.
 * @param key any earlier key of the entry
 * @param uuid new
 */
export const nextKeyOf = (key: string, uuid: string): string => `${firstKeyOf(key)}.${uuid}`;
