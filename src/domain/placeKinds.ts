import type { Country } from './country.ts';
import { fold } from './fold.ts';

/**
 * Words for the kind of a place ("Kota", "Kec.", "Thành phố"). Since people may omit them, places are found without
 * them; if both the address and the place have one, it distinguishes "Kota Bandung" from "Kabupaten Bandung".
 */

/** Each line is one kind of place; its spellings share a bit. */
const SPELLINGS = [
  'kota kotamadya',
  'adm administrasi',
  'kab kabupaten',
  'kec kecamatan',
  'kel kelurahan',
  'desa',
  'prov provinsi propinsi',
  'daerah',
  'mukim',
  'negeri',
  'wilayah persekutuan',
  'city',
  'municipality',
  'province',
  'brgy barangay baranggay bgy',
  'district dist',
  'county',
  'state',
  'tinh',
  'thanh pho tp',
  'quan q',
  'huyen h',
  'phuong p',
  'xa',
  'thi tran',
  'amphoe อำเภอ กิ่งอำเภอ อ',
  'tambon ตำบล ต',
  'changwat จังหวัด จ',
  'khet เขต',
  'khwaeng แขวง',
  'township',
];
/** A filler word that is ignored: "City of Manila". */
const FILLER = 'of';

const BIT = new Map<string, number>([
  [FILLER, 0],
  ...SPELLINGS.flatMap((line, at) => line.split(' ').map(word => [fold(word), 1 << at] as const)),
]);

const bitOf = (word: string): number => BIT.get(word) ?? 0;

/**
 * Kinds that exist at only one level in a country: "Kec. Sungailiat" is the district, "Kel. Sungailiat" the ward within
 * it.
 */
const LEVELS: Readonly<Partial<Record<Country, Readonly<Record<string, number>>>>> = {
  ID: { prov: 0, kota: 1, kab: 1, kec: 2, kel: 3, desa: 3 },
  PH: { province: 1, barangay: 3 },
  TH: { changwat: 0, amphoe: 1, khet: 1, tambon: 2 },
  VN: { tinh: 0, phuong: 1, xa: 1 },
};

const CITY = bitOf('kota') | bitOf('city');
/** Whether kinds are those of a city, and not of the county or regency of the same name. */
export const isCity = (kinds: number): boolean => (kinds & CITY) !== 0;

/** Whether a folded word stands for a kind of place. */
export const isKindWord = (word: string): boolean => BIT.has(word);

/**
 * Kind words with which a country's place names can begin but never end. If a sequence of words ends with one, that
 * word belongs to the next name.
 */
const LEADING = bitOf('kota') | bitOf('kab') | bitOf('kec') | bitOf('kel') | bitOf('desa') | bitOf('prov');
export const leadsName = (word: string): boolean => (bitOf(word) & LEADING) !== 0;

/**
 * The level of each kind of place in a country.
 * @returns the level by bit, starting at 0 for a state
 */
export function levelsOfKinds(country: Country): ReadonlyMap<number, number> {
  return new Map(Object.entries(LEVELS[country] ?? {}).map(([word, level]) => [bitOf(word), level]));
}

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/;
const PLAIN = /^[\0-\x7f]*$/;

/** The words of a folded string. ASCII strings are split by a faster regular expression. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(PLAIN.test(folded) ? BETWEEN_PLAIN_WORDS : BETWEEN_WORDS);
  return words.includes('') ? words.filter(word => word !== '') : words;
}

/** A name split into its bare form and its kind words. */
export interface BareName {
  /** The folded name without kind words; the complete name if nothing else is left. */
  key: string;
  /** The kinds of the removed words, one bit each. */
  kinds: number;
}

/** Words that people and trees abbreviate. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  sta: 'santa',
  sto: 'santo',
  gen: 'general',
  sg: 'sungai',
  kg: 'kampung',
};
const SHORT_FORM = /\b(?:sta|sto|gen|sg|kg)\b/g;

/** A bare name as it is looked up: "Sta. Cruz" and "Santa Cruz" are the same name. */
export const lookupKey = (key: string): string => key.replace(SHORT_FORM, word => LONG_FORMS[word] as string);

/** Words that stand for a kind only in combination: "Thạnh An" is a name, whereas "Thành phố Huế" is a city. */
const NEXT: Readonly<Record<string, readonly string[]>> = { thanh: ['pho'], thi: ['xa', 'tran'] };
const FORMER: Readonly<Record<string, string>> = { pho: 'thanh', tran: 'thi' };

/**
 * Words that stand for a kind only at the beginning of a name: "Xã Vĩnh Tịnh" is a commune, although "tinh" means
 * province.
 */
const IN_FRONT = new Set('tinh quan q huyen h phuong p xa thi tran'.split(' '));

/** Whether the word at this position in a folded name stands for the kind of place. */
function isKindAt(words: readonly string[], at: number): boolean {
  const word = words[at] as string;
  if (!BIT.has(word)) return false;
  if (at > 0 && IN_FRONT.has(word) && !BIT.has(words[at - 1] as string)) return false;
  const next = NEXT[word];
  const former = FORMER[word];
  return (
    (next === undefined || next.includes(words[at + 1] ?? '')) && (former === undefined || words[at - 1] === former)
  );
}

/** Removes the kind words from a place's name as stored or as written by people. */
export const bareName = (name: string): BareName => bareOfWords(wordsOf(fold(name)));

/** Removes the kind words from the words of a folded name. */
export function bareOfWords(words: readonly string[]): BareName {
  let kinds = 0;
  let own: string[] | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (isKindAt(words, at)) {
      own ??= words.slice(0, at);
      // A "thị xã" is a town, not a commune ("xã").
      if (word !== 'xa' || words[at - 1] !== 'thi') kinds |= bitOf(word);
    } else own?.push(word);
  }
  return own === null || own.length === 0 ? { key: words.join(' '), kinds: 0 } : { key: own.join(' '), kinds };
}

/** A name in normalized spelling, including accents and kind words. A final dot ends the address. */
export const spelled = (name: string): string =>
  name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '').trim();

/** A name in normalized spelling, including accents but without kind words. */
export function spelledBare(name: string): string {
  const words = spelled(name).split(' ');
  const folded = words.map(word => wordsOf(fold(word)).join(' '));
  return words.filter((_, at) => !isKindAt(folded, at)).join(' ');
}

/** Removes the first word of a name if it is a kind word: "Desa Waled Kota" becomes "Waled Kota". */
export function withoutFirstKind(name: string): string {
  const words = name.split(' ');
  return words.length > 1 &&
    isKindAt(
      words.map(word => wordsOf(fold(word)).join(' ')),
      0,
    )
    ? words.slice(1).join(' ')
    : name;
}

/** The last character of a Taiwanese name stands for its kind: 新竹市 is "Hsinchu City", 新竹縣 "Hsinchu County". */
const TAIWAN_KINDS: Readonly<Record<string, number>> = {
  市: bitOf('city'),
  縣: bitOf('county'),
  區: bitOf('district'),
  鄉: bitOf('township'),
  鎮: bitOf('township'),
};
export const taiwanKind = (name: string): number => TAIWAN_KINDS[name.slice(-1)] ?? 0;
