import { fold } from './fold.ts';

/** The quick search box of a list: each of its words is looked up in ids and names. */

/** Further words are ignored. */
const WORDS_MOST = 6;

/** The words of a typed text, folded. */
export const quickWords = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, WORDS_MOST);

/** Whether a word is found in a value: an id must begin with it, a text must contain it. */
export const quickFinds = (value: unknown, word: string): boolean =>
  typeof value === 'number' ? String(value).startsWith(word) : fold(String(value ?? '')).includes(word);

/** The first digits of a whole number, as `quickFinds` compares them; null if the word cannot begin a number. */
export const digitsOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);
