import { normalise } from './import/normalise.ts';

/** A code that identifies a record, such as a service code: one rule for form, import and call. */

/** The characters of a code, in words. */
export const CODE_FORM = 'letters, digits, "-" and "_" alone, with a letter or digit at both ends';

/** A code in its normal form: upper case. */
export const CODE = /^[0-9A-Z](?:[0-9A-Z_-]*[0-9A-Z])?$/;

/** A code as stored, from a text in any case, normalized like an import's cells; null for an invalid text. */
export function readCode(text: string, most: number): string | null {
  const code = normalise(text, 'code').toUpperCase();
  return code.length <= most && CODE.test(code) ? code : null;
}
