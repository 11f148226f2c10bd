/**
 * Yes and No in the languages of the eight countries, with and without accents since people type both, and the words
 * for true and false in the countries' spreadsheets. A single letter is accepted only if it means the same everywhere:
 * T is Tidak in one language and True in another.
 */
const words = (...languages: readonly string[]): readonly string[] =>
  languages.flatMap(language => language.split(' '));

export const YES_WORDS = words(
  'Yes Y True On',
  'Ya Benar',
  'Oo Opo Totoo',
  '是 真',
  'ใช่ จริง',
  'Có Đúng',
  'Sim S Verdadeiro',
);

export const NO_WORDS = words(
  'No N False Off',
  'Tidak Tak Salah',
  'Hindi',
  '否 不是 假',
  'ไม่ ไม่ใช่ เท็จ',
  'Không Khong Sai',
  'Não Nao Falso',
);
