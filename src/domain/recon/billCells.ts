import { readDay } from '../calendarDay.ts';
import { isCurrency } from '../currency.ts';
import { plainHyphens } from '../import/normalise.ts';
import { DIGITS_KEPT, MOST_KEPT } from '../import/parseCell.ts';
import { numberText } from '../sheet/columns.ts';
import { normalizeTyped } from '../wholeNumber.ts';
import { thaiDay } from './thaiMonths.ts';
import { isRuined } from './tracking.ts';

/**
 * A cell of a supplier's file. If a workbook stores it as a number, it has no notation: its decimal mark is always the
 * point, whatever mark the layout specifies for text cells.
 */
export type BillCell = string | number;

/** Matches text that a program protected from being altered by spreadsheets: ="00123" or '00123. */
const PROTECTED = /^(?:="(.*)"|'(.*))$/s;

/** A cell's content as a trimmed string. */
export function cellOf(cells: readonly BillCell[], at: number | undefined): string {
  const cell = at === undefined ? undefined : cells[at];
  if (typeof cell === 'number') return numberText(cell);
  const text = (cell ?? '').trim();
  const kept = PROTECTED.exec(text);
  return kept ? (kept[1] ?? kept[2] ?? '').trim() : text;
}

/** Whether a row is empty and is therefore skipped. */
export const isBlankRow = (cells: readonly BillCell[]): boolean =>
  cells.every(cell => typeof cell !== 'number' && cell.trim() === '');

/**
 * Why the id in a cell cannot be trusted, as the end of a sentence; null if it can. A string with an exponent has lost
 * its last digits. Spreadsheets keep 15 digits of a number and replace the rest with zeros, so a longer number may have
 * been altered: as in an import, a number with more digits is never accepted as an id.
 */
export function ruinedId(cells: readonly BillCell[], at: number | undefined): string | null {
  const cell = at === undefined ? undefined : cells[at];
  if (typeof cell !== 'number')
    return isRuined(cellOf(cells, at)) ? 'was damaged by a spreadsheet: its last digits are lost' : null;
  return Math.abs(cell) > MOST_KEPT
    ? 'is stored as a number, of which a spreadsheet keeps 15 digits: its last digits may be wrong'
    : null;
}

/**
 * The maximum number of digits before the decimal mark, chosen so that half a million such amounts can be summed
 * exactly.
 */
const DIGITS_MOST = 19;
/** Decimal places of an amount. */
const DECIMALS = 5;
const GROUPED = { '.': /^[1-9]\d{0,2}(,\d{3})+$/, ',': /^[1-9]\d{0,2}(\.\d{3})+$/ } as const;

/** The ending of amounts without decimals, such as "Rp18.000,-" and "18.000,--", which are not negative. */
const NO_DECIMALS = { '.': /(?<=\d)\.-{1,2}$/, ',': /(?<=\d),-{1,2}$/ } as const;

/** Symbols and letters around an amount. In accounting, "CR" marks a credit, so the amount is negative. */
const AMOUNT = /^(\()?([-+]?)([A-ZĐ]{1,3}\.?)?([-+]?)([\d.,]+)(-|[A-ZĐ]{1,4}|ĐỒNG|บาท|元|圓)?(\))?$/;
const CREDIT = ['CR', 'CR.'];
const DEBIT = ['DR', 'DR.'];
/** Symbols and words that people write for a currency instead of its code. A dollar sign alone stands for several. */
const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  RP: 'IDR',
  RM: 'MYR',
  '₱': 'PHP',
  P: 'PHP',
  S$: 'SGD',
  NT: 'TWD',
  NT$: 'TWD',
  NTD: 'TWD',
  元: 'TWD',
  圓: 'TWD',
  '฿': 'THB',
  บาท: 'THB',
  '₫': 'VND',
  Đ: 'VND',
  ĐỒNG: 'VND',
  VNĐ: 'VND',
  R$: 'BRL',
  US$: 'USD',
  HK$: 'HKD',
  RMB: 'CNY',
  '€': 'EUR',
  '£': 'GBP',
};
/** Codes of further currencies in which suppliers bill. */
const FOREIGN_CODES: readonly string[] = ['USD', 'CNY', 'HKD', 'EUR', 'GBP', 'JPY', 'KRW', 'AUD'];
const WRITTEN_CURRENCY = /\p{Sc}|\p{L}+\$|[\p{L}\p{M}]+/gu;

/**
 * The currency that is written in an amount's cell, as its code; null if there is none, or if it may be several.
 * "Rp1.000" is in IDR, and "MYR 12.50" is in MYR.
 */
export function currencyWritten(cell: BillCell): string | null {
  const words = typeof cell === 'number' ? [] : (cell.normalize('NFKC').toUpperCase().match(WRITTEN_CURRENCY) ?? []);
  const known = words.flatMap(
    word => CURRENCY_WORDS[word] ?? (isCurrency(word) || FOREIGN_CODES.includes(word) ? word : []),
  );
  return new Set(known).size === 1 ? (known[0] ?? null) : null;
}

/**
 * Parses an amount in the notation of the layout's files, in units of 1/100000: "1.234,56", "(12.50)", "12.50-",
 * "+12.40", "-Rp1.000", "R$ 5,00", "1.000 VND". Nothing is guessed: groups of thousands must have three digits, and
 * more than five decimals are refused, unless the others are zeros or there are so many that a program must have
 * computed them; such amounts are rounded to five decimals, half away from zero.
 *
 * @param decimals `any` also rounds amounts with some more decimals
 * @returns null for an empty string or one that is not an amount
 */
export function readAmount(cell: BillCell, decimalMark: '.' | ',', decimals: 'exact' | 'any' = 'exact'): bigint | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? scaled(numberText(cell)) : null;
  const plain = plainHyphens(normalizeTyped(cell))
    .replace(/[\s\p{Sc}]/gu, '')
    .toUpperCase()
    .replace(NO_DECIMALS[decimalMark], '');
  const match = AMOUNT.exec(plain);
  if (!match) return null;
  const [, open, sign = '', word = '', inner = '', digits = '', after = '', close] = match;
  if ((open === undefined) !== (close === undefined)) return null;
  const isWord = after !== '' && after !== '-';
  if (isWord && ![...CREDIT, ...DEBIT].includes(after) && !isCurrency(currencyWritten(after))) return null;
  const credits = [word, after].filter(one => CREDIT.includes(one)).length;
  // Two signs contradict or repeat each other, so it is unclear which of them applies.
  const signs = [open, sign, inner, after === '-' ? after : ''].filter(Boolean).length + credits;
  if (signs > 1) return null;
  const value = valueOf(digits, decimalMark, decimals === 'any');
  if (value === null) return null;
  return signs === 1 && sign !== '+' && inner !== '+' ? -value : value;
}

/**
 * Matches an amount that has three decimal places with this decimal mark, but whose mark may as well separate
 * thousands.
 */
const MAYBE_THOUSANDS = { '.': /^[^\d.,]*[1-9]\d{0,2}\.\d{3}[^\d.,]*$/, ',': /^[^\d.,]*[1-9]\d{0,2},\d{3}[^\d.,]*$/ };

/**
 * Whether a cell of a text file may mean a thousand times the amount that is read from it: "18.000" with the decimal
 * point. The layout's decimal mark is then probably wrong if the currency has no decimal places.
 */
export const mayBeThousands = (cell: BillCell, decimalMark: '.' | ','): boolean =>
  typeof cell === 'string' && MAYBE_THOUSANDS[decimalMark].test(normalizeTyped(cell));

/**
 * Whether a cell of a text file may mean another weight than the one that is read from it: "1.250" kg with the decimal
 * comma would be 1,250 kg, and "1.250" g with the decimal point would be 1 g.
 */
export function mayBeOtherWeight(
  cell: BillCell,
  { decimalMark, weightUnit }: { decimalMark: '.' | ','; weightUnit: WeightUnit },
): boolean {
  if (typeof cell === 'number') return false;
  const own = unitOf(cell)?.word ?? '';
  const isGrams = own === '' ? weightUnit === 'g' : GRAMS_OF_WORD.get(own) === WEIGHT_UNITS.g;
  return mayBeThousands(cell, isGrams ? decimalMark : decimalMark === '.' ? ',' : '.');
}

function valueOf(digits: string, decimalMark: '.' | ',', isRounded: boolean): bigint | null {
  const at = digits.lastIndexOf(decimalMark);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const decimals = at < 0 ? '' : digits.slice(at + 1);
  if (!/^\d*$/.test(decimals) || (at >= 0 && decimals === '')) return null;
  const plain = whole.replace(/\D/g, '');
  if (plain.length > DIGITS_MOST) return null;
  if (!/^\d+$/.test(whole) && !GROUPED[decimalMark].test(whole)) return null;
  const isComputed = `${plain}${decimals}`.replace(/^0+/, '').length >= DIGITS_KEPT;
  const isExact = /^0*$/.test(decimals.slice(DECIMALS));
  return isExact || isComputed || isRounded ? scaled(`${plain}.${decimals}`) : null;
}

/** Converts "-12.345678" to units of 1/100000, rounded half away from zero. */
function scaled(text: string): bigint | null {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  if (whole === '' || whole.length > DIGITS_MOST) return null;
  const kept = BigInt(`${whole}${decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
  const value = (decimals[DECIMALS] ?? '0') >= '5' ? kept + 1n : kept;
  return sign === '-' ? -value : value;
}

export type DateOrder = 'ymd' | 'dmy' | 'mdy';

/** Month abbreviations in English, Indonesian, Malay and Portuguese. */
const MONTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'].map((name, at) => [
      name,
      at + 1,
    ]),
  ),
  FEV: 2,
  PEB: 2,
  MAC: 3,
  ABR: 4,
  MEI: 5,
  MAI: 5,
  AGU: 8,
  AGT: 8,
  AGO: 8,
  OGO: 8,
  OGS: 8,
  SET: 9,
  OKT: 10,
  OUT: 10,
  DES: 12,
  DEZ: 12,
  DIS: 12,
};

/** The latest year that can be written with two digits; a higher number is more likely to be a Buddhist year. */
const LAST_SHORT_YEAR = 49;

/** Returns a year with four digits, given one with four or two digits. */
function yearOf(text: string): string {
  return /^\d{2}$/.test(text) && Number(text) <= LAST_SHORT_YEAR ? `20${text}` : text;
}

/**
 * Parses a day in the notation of the layout's files and returns YYYY-MM-DD; null for any other string. If the year
 * comes first with four digits, as in a workbook's date cells, or if the month is written as a name, the order is
 * unambiguous.
 */
export function readShipped(text: string, order: DateOrder): string | null {
  const plain = text.normalize('NFKC').trim();
  const named =
    /^(?:(\d{1,2})[\s./-]*([A-Za-z]{3})[A-Za-z]*|([A-Za-z]{3})[A-Za-z]*[\s./-]*(\d{1,2})),?[\s./-]*(\d{4}|\d{2})\b/.exec(
      plain,
    );
  if (named) {
    const month = MONTHS[(named[2] ?? named[3] ?? '').toUpperCase()];
    return month === undefined ? null : readDay(`${yearOf(named[5] ?? '')}-${month}-${named[1] ?? named[4] ?? ''}`);
  }
  const thai = thaiDay(plain);
  if (thai) return readDay(`${yearOf(thai.year)}-${thai.month}-${thai.day}`);
  const packed = /^\d{8}$/.exec(plain)?.[0];
  const parts = packed
    ? unpack(packed, order)
    : plain
        .split(/[^\d]+/)
        .filter(part => part !== '')
        .slice(0, 3);
  const [a = '', b = '', c = ''] = parts;
  if (parts.length < 3) return null;
  if (order === 'ymd' || a.length === 4) return readDay(`${yearOf(a)}-${b}-${c}`);
  return order === 'dmy' ? readDay(`${yearOf(c)}-${b}-${a}`) : readDay(`${yearOf(c)}-${a}-${b}`);
}

/** Matches a time of day with the mark of UTC, or with an offset of zero. */
const IN_UTC = /\d:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]00:?00)$/i;

/**
 * Whether a string is a time in UTC. At 17:00 in UTC, the next day has begun in Jakarta, so its day says nothing about the
 * day of a parcel. Times without such a mark are local, and their day is taken as it is written.
 */
export const isInUtc = (text: string): boolean => IN_UTC.test(text.normalize('NFKC').trim());

/** Splits a day that is written without separators into its parts, in order. */
const unpack = (text: string, order: DateOrder): string[] =>
  order === 'ymd'
    ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
    : [text.slice(0, 2), text.slice(2, 4), text.slice(4)];

/** The number of grams in each unit of weight that a file may use. */
export const WEIGHT_UNITS = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 } as const;
export type WeightUnit = keyof typeof WEIGHT_UNITS;

const GRAMS_OF_WORD: ReadonlyMap<string, number> = new Map([
  ['g', WEIGHT_UNITS.g],
  ['gr', WEIGHT_UNITS.g],
  ['gram', WEIGHT_UNITS.g],
  ['grams', WEIGHT_UNITS.g],
  ['kg', WEIGHT_UNITS.kg],
  ['kgs', WEIGHT_UNITS.kg],
  ['kilo', WEIGHT_UNITS.kg],
  ['lb', WEIGHT_UNITS.lb],
  ['lbs', WEIGHT_UNITS.lb],
  ['oz', WEIGHT_UNITS.oz],
  ['กรัม', WEIGHT_UNITS.g],
  ['กก', WEIGHT_UNITS.kg],
  ['กิโลกรัม', WEIGHT_UNITS.kg],
  ['公克', WEIGHT_UNITS.g],
  ['克', WEIGHT_UNITS.g],
  ['公斤', WEIGHT_UNITS.kg],
]);

/** Splits a measured value from its unit: "1.5 kg", "300 gr.", "1.5 กก."; null if it has no unit. */
function unitOf(text: string): { digits: string; word: string } | null {
  const [, digits = '', word = ''] =
    /^(.*?\d)\s*([\p{L}\p{M}]+(?:\.\p{L}+)?)\.?$/u.exec(text.normalize('NFKC').trim()) ?? [];
  return word === '' ? null : { digits, word: word.replaceAll('.', '').toLowerCase() };
}

/** Words for the units of weight in headings: those of cells, and whole words of other languages. */
const UNIT_WORDS: readonly (readonly [WeightUnit, RegExp])[] = [
  ['kg', /(?<!\p{L})(?:kgs?|kilos?|kilogra\w*|quilos?)(?!\p{L})|กก|กิโลกรัม|公斤|千克/iu],
  ['g', /(?<!\p{L})(?:g|grs?|gra\w+)(?!\p{L})|กรัม|公克|克/iu],
  ['lb', /(?<!\p{L})(?:lbs?|pounds?)(?!\p{L})/iu],
  ['oz', /(?<!\p{L})(?:oz|ounces?)(?!\p{L})/iu],
];

/** The unit of weight that a heading names: "Weight (g)"; null if it names none. */
export const unitInHeading = (heading: string): WeightUnit | null =>
  UNIT_WORDS.find(([, words]) => words.test(heading.normalize('NFKC')))?.[0] ?? null;

/**
 * Parses a weight and returns grams; a unit in the string takes precedence over the layout's. Null if the string is not
 * a weight.
 */
export function readWeight(
  cell: BillCell,
  { decimalMark, weightUnit }: { decimalMark: '.' | ','; weightUnit: WeightUnit },
): number | null {
  return readMeasure(cell, decimalMark, WEIGHT_UNITS[weightUnit], GRAMS_OF_WORD);
}

/**
 * Parses a measured value and returns it as a whole number of the smallest unit. It is rounded anyway, so it may have
 * any number of decimals.
 * @param scale the number of smallest units in the unit of the layout
 * @param scales the number of smallest units by the name of a unit, in lower case and without a full stop
 * @returns null if the string is not such a value or is below 0
 */
export function readMeasure(
  cell: BillCell,
  decimalMark: '.' | ',',
  scale: number,
  scales: ReadonlyMap<string, number>,
): number | null {
  const unit = typeof cell === 'number' ? null : unitOf(cell);
  const times = unit === null ? scale : (scales.get(unit.word) ?? null);
  const value = times === null ? null : readAmount(unit?.digits ?? cell, decimalMark, 'any');
  return times === null || value === null || value < 0n ? null : Math.round((Number(value) / 10 ** DECIMALS) * times);
}
