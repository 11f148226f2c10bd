import { normalise } from './import/normalise.ts';

/**
 * An address as it was written, except for invisible characters and case. Accounts that were created before there was a
 * canonical form are stored in this form, so accounts are looked up by it first.
 */
export const writtenEmail = (text: string): string => normalise(text, 'line').toLowerCase();

/**
 * The form in which every way of adding an account or an entry of the whitelist stores an address: as written, but with
 * plain characters instead of compatible ones (NFKC). Whoever writes "ｗalk.one@ops.example" with a full-width letter
 * means walk.one@ops.example, so both are one account.
 */
export const canonicalEmail = (text: string): string => writtenEmail(writtenEmail(text).normalize('NFKC'));

/** Whether a string has the form of an address. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/**
 * Why an address cannot become that of a new account; null if it can. Letters of other alphabets are refused rather
 * than replaced, because some look exactly like Latin ones, and nothing says which was meant. Latin letters with accents
 * are kept: mail servers distinguish them, and people see them.
 */
export function newEmailProblem(text: string): string | null {
  const email = canonicalEmail(text);
  if (!isEmail(email)) return `"${text}" is not an e-mail address.`;
  const other = /[^!-~\p{Script=Latin}]/u.exec(email)?.[0];
  return other === undefined
    ? null
    : `"${text}" contains "${other}", which is not a Latin letter, a digit or a plain symbol. Type the address with Latin letters.`;
}
