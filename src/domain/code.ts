import { normalise } from './import/normalise.ts';

/** A code that names a record, such as a service code: one rule for the form, the import and the call. */

/** The characters of a code, in words. */
export const CODE_FORM = 'letters, digits, "-" and "_" alone, with a letter or digit at both ends';

/** A code in its normal form: large letters. */
export const CODE = /^[0-9A-Z](?:[0-9A-Z_-]*[0-9A-Z])?$/;

/** A code as it is kept, of a text in any case, tidied as an import's cells are; null for a text that is none. */
export function readCode(text: string, most: number): string | null {
  const code = normalise(text, 'code').toUpperCase();
  return code.length <= most && CODE.test(code) ? code : null;
}
