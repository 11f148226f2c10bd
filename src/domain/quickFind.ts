import { fold } from './fold.ts';

/** The quick box of a list: each of its words is looked for in ids and names. */

/** Further words are ignored. */
const WORDS_MOST = 6;

/** The words of a typed text, folded. */
export const quickWords = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, WORDS_MOST);

/** Whether a word is found in a value: an id begins with it, a text contains it. */
export const quickFinds = (value: unknown, word: string): boolean =>
  typeof value === 'number' ? String(value).startsWith(word) : fold(String(value ?? '')).includes(word);

/** A whole number's first digits, as `quickFinds` compares them; null if the word does not begin a number. */
export const digitsOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);
