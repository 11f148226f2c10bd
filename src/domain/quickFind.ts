import { fold } from './fold.ts';

/** A list's quick search box, which looks up each word of its input in ids and names. */

/** The maximum number of words; any further ones are ignored. */
const WORDS_MOST = 6;

/** The words of a typed query, folded. */
export const quickWords = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, WORDS_MOST);

/** Whether a value matches a word: an id must begin with the word, other text must contain it. */
export const quickFinds = (value: unknown, word: string): boolean =>
  typeof value === 'number' ? String(value).startsWith(word) : fold(String(value ?? '')).includes(word);

/**
 * The digits of a word with which an id may begin, for comparison as in `quickFinds`; null if no number can begin with
 * the word.
 */
export const digitsOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);
