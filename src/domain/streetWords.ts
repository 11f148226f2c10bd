import { fold } from './fold.ts';

/** Words for a street that precede its name, and those that follow it. Vietnamese "Ngõ" is one, the name "Ngô" is not. */
const WORDS = {
  before: wordSet(
    'jl jln jalan raya gg gang lebuh lorong persiaran rua r av avenida alameda al travessa trav tv rodovia rod estrada',
    'praça pça largo lgo ladeira đường phố ngõ hẻm soi thanon ถนน ถ ซอย ซ',
  ),
  after: wordSet('street st road rd avenue ave drive dr boulevard blvd lane ln highway hwy'),
};
/** Words between a word for a street and its name: "Rua da Bahia", "Zhongshan N. Rd.". */
const BETWEEN = { before: wordSet('da das do dos de'), after: wordSet('n s e w north south east west') };

function wordSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(line => line.split(' ')).flatMap(word => [word, fold(word)]));
}

const plain = (word: string): string => word.normalize('NFC').toLowerCase().replace(/\.$/, '');

/** Whether a word next to a name makes it the name of a street: "Jl. Merdeka", "Quezon Avenue". */
export const isStreetWord = (word: string, at: keyof typeof WORDS): boolean => WORDS[at].has(plain(word));

/** Whether the words next to a name make it the name of a street; the nearest word comes first. */
export const isStreetName = ([next = '', second = '']: readonly string[], at: keyof typeof WORDS): boolean =>
  isStreetWord(next, at) || (BETWEEN[at].has(plain(next)) && isStreetWord(second, at));

/** Whether some words consist of words for a street, and numbers: "Rua da", "Jl. No. 12". */
export const areOfStreet = (words: readonly string[]): boolean =>
  words.every(word =>
    (['before', 'after'] as const).some(
      at => /\d/.test(word) || isStreetWord(word, at) || (words.length > 1 && BETWEEN[at].has(plain(word))),
    ),
  );
