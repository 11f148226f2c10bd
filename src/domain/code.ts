import { normalise } from './import/normalise.ts';

/** A code that identifies a record, such as a service code. Forms, imports and calls use the same rule. */

/** A description of the characters allowed in a code. */
export const CODE_FORM = 'letters, digits, "-" and "_" only, starting and ending with a letter or digit';

/** The normalized form of a code: upper case. */
export const CODE = /^[0-9A-Z](?:[0-9A-Z_-]*[0-9A-Z])?$/;

/**
 * Converts a string in any case to a code in its stored form, normalized like an import's cells; null if the string is
 * invalid.
 */
export function readCode(text: string, most: number): string | null {
  const code = normalise(text, 'code').toUpperCase();
  return code.length <= most && CODE.test(code) ? code : null;
}
