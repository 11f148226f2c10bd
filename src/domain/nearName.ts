import { editDistance } from './editDistance.ts';

/** The minimum name lengths, in letters, for one typo and for two typos. */
const ONE_ERROR_FROM = 4;
const TWO_ERRORS_FROM = 9;
/** Longer strings are not place names. */
const LETTERS_MOST = 60;
const DIGIT = /\d/;

/**
 * The number of typos between two folded names: letters that are wrong, missing, extra or swapped with their neighbor.
 * Short names may have one typo, long names two. Names of up to three letters and names with a number must match
 * exactly, because "Blok 12" and "Blok 13" are different places.
 * @returns 0 if the names are equal, 1 or 2 if they are similar, otherwise null
 */
export function typingErrors(name: string, typed: string): number | null {
  if (name === typed) return 0;
  const shorter = Math.min(name.length, typed.length);
  const longer = Math.max(name.length, typed.length);
  if (shorter < ONE_ERROR_FROM || longer > LETTERS_MOST) return null;
  const most = shorter >= TWO_ERRORS_FROM ? 2 : 1;
  if (longer - shorter > most || DIGIT.test(name) || DIGIT.test(typed)) return null;
  const errors = editDistance(name, typed, most);
  return errors <= most ? errors : null;
}
