import { fold } from './fold.ts';

/** Words for a street that precede its name, and those that follow it. */
const WORDS = {
  before: new Set(
    'jl jln jalan raya gg gang rua r av avenida travessa rodovia estrada duong pho ngo hem soi thanon ถนน ซอย'.split(
      ' ',
    ),
  ),
  after: new Set('street st road rd avenue ave drive dr boulevard blvd lane ln highway hwy'.split(' ')),
};

/** Whether a word next to a name makes it the name of a street: "Jl. Merdeka", "Quezon Avenue". */
export const isStreetWord = (word: string, at: keyof typeof WORDS): boolean =>
  WORDS[at].has(fold(word).replace(/\.$/, ''));
