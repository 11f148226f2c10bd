import { fold } from './fold.ts';

/** A list's quick search box, which looks up each of its words in ids and names. */

/** Any further words are ignored. */
const WORDS_MOST = 6;

/** The words of the typed query, folded. */
export const quickWords = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, WORDS_MOST);

/** Whether a value matches a word: an id must begin with it, other text must contain it. */
export const quickFinds = (value: unknown, word: string): boolean =>
  typeof value === 'number' ? String(value).startsWith(word) : fold(String(value ?? '')).includes(word);

/** The leading digits of an integer, as `quickFinds` compares them; null if no number can begin with the word. */
export const digitsOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);
