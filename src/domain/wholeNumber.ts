import { clockHours, safeHours, type Reading } from './clockHours.ts';
import { COUNTRIES, type Country } from './country.ts';
import { CURRENCY_DIGITS, currencyOf } from './currency.ts';
import { plainDigits, plainHyphens } from './import/normalise.ts';

/**
 * Numbers as people write them in the eight countries. Indonesia, Viet Nam and Brazil write 1.234,56 and all others
 * 1,234.56, so a string may mean two different numbers. Such a string is rejected with a message that contains both
 * readings, and is never rescaled (PB4, CC5).
 */

/** How a field's number may be written. */
export interface NumberRule {
  /** The number of decimal places; 0 for integers. */
  decimals?: number;
  /** For measured values: whether excess decimal places are rounded away. */
  rounded?: true;
  negative?: boolean;
  /** Bounds, in the unit in which the number is written. */
  min?: number;
  max?: number;
  /** The country whose notation is used; without one, only digits with a decimal point are accepted. */
  country?: Country | undefined;
  /** The unit that may follow the number: "kg". */
  unit?: string;
  /** For amounts: whether the currency's symbol or code may precede or follow the number. */
  money?: true;
  /** For amounts that are paid: whether they have no more decimal places than the currency of `country`. */
  payable?: true;
  /** For hours of the day: whether they may also be written as a time. */
  clock?: true;
}

/** A parsed number as the stored integer (10^decimals times the number), or the reason why it could not be parsed. */
export type ReadNumber = { value: number } | { problem: string; offer?: string };

const COMMA_COUNTRIES: ReadonlySet<Country> = new Set(['ID', 'VN', 'BR']);

/** Whether a country uses a decimal comma and separates thousands with points. */
export const writesComma = (country: Country | undefined): boolean =>
  country !== undefined && COMMA_COUNTRIES.has(country);

/** Replaces digits of other widths and scripts with plain digits, and removes spaces that pasting added. */
export const normalizeTyped = (text: string): string => plainDigits(text.normalize('NFKC')).trim();

/** "must be between 1 and 30": formats a number's bounds as a requirement. */
export function rangeText({ min, max }: Pick<NumberRule, 'min' | 'max'>): string {
  if (min === undefined) return max === undefined ? 'must be within its range' : `must be at most ${max}`;
  return max === undefined ? `must be at least ${min}` : `must be between ${min} and ${max}`;
}

/** A number in plain digits, split into integer part and decimals. */
interface Digits {
  whole: string;
  part: string;
}

/** Matches one to three digits, a separator and three digits: the separator may mean thousands or decimals. */
const TWO_MEANINGS = /^([1-9]\d{0,2})[.,](\d{3})$/;

/** The number of decimal places that can be paid in a country's currency. */
export const payablePlaces = (country: Country): number => CURRENCY_DIGITS[currencyOf(country)];

/** "must be one amount in IDR, which has no decimal places": what an amount that is paid must look like. */
export function payableText(country: Country): string {
  const places = payablePlaces(country);
  return `must be one amount in ${currencyOf(country)}, which has ${places === 0 ? 'no' : places} decimal places`;
}

/** What an hour of the day must look like. */
export const hourText = (decimals: number, country: Country | undefined): string =>
  `must be a time such as 9:30, or hours such as ${writesComma(country) ? '9,5' : '9.5'} with at most ${decimals} decimal places`;

function formText({ decimals = 0, payable, clock, country }: NumberRule): string {
  if (payable && country !== undefined) return payableText(country);
  if (clock) return hourText(decimals, country);
  return decimals === 0
    ? 'must be a single whole number, written only with digits'
    : `must be one number with at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}`;
}

/** Formats decimals so that they cannot be read as thousands: "12,3450" for 12.345. */
function safely({ whole, part }: Digits, point: string): string {
  const short = part.replace(/0+$/, '');
  if (short === '') return whole;
  return `${whole}${point}${/^[1-9]\d{0,2}$/.test(whole) && short.length === 3 ? `${short}0` : short}`;
}

const plainText = (sign: string, { whole, part }: Digits): string => `${sign}${whole}${part === '' ? '' : `.${part}`}`;

/** A string that is not accepted, its possible meanings, and the reason as part of an error message. */
interface Unclear {
  readings: readonly Reading[];
  why: string;
}

type Refused = { problem: string; offer?: string };

/**
 * The end of an error message about an unclear string. It proposes only numbers that the field accepts.
 * @param text as typed
 */
function refusal(text: string, { readings, why }: Unclear, rule: NumberRule): Refused {
  const stored = readings.map(({ plain }) => storedNumber(plain, rule));
  const fits = readings.filter((_, at) => 'value' in (stored[at] as ReadNumber));
  const [first] = fits;
  const form = formText(rule);
  const problems = stored.flatMap(one => ('problem' in one ? one.problem : []));
  if (first === undefined) return { problem: problems.find(problem => problem !== form) ?? form };
  // A number is suggested only if the other one has the wrong form. If it is out of bounds, it may be what was meant.
  const offer = fits.length === 1 && problems.every(problem => problem === form) ? { offer: first.written } : {};
  if (readings.length === 1) return { problem: `is "${text}", which ${why} ${first.written}`, ...offer };
  return fits.length === 1
    ? { problem: `is "${text}", which ${why}; only ${first.written} is possible here`, ...offer }
    : { problem: `is "${text}", which ${why}; write ${fits.map(({ written }) => written).join(' or ')}` };
}

/**
 * The digits of a number without its sign, or its possible meanings if the string is ambiguous or in another country's
 * notation.
 */
function digitsOf(text: string, sign: string, country: Country | undefined): Digits | Unclear | null {
  if (/^\d+$/.test(text)) return { whole: text, part: '' };
  const comma = writesComma(country);
  const point = comma ? ',' : '.';
  const reading = (digits: Digits): Reading => ({
    plain: plainText(sign, digits),
    written: `${sign}${safely(digits, point)}`,
  });
  const [first = '', last = ''] = text.split(/[.,]/);
  if (comma && TWO_MEANINGS.test(text))
    return {
      readings: [reading({ whole: `${first}${last}`, part: '' }), reading({ whole: first, part: last })],
      why: 'can mean two numbers',
    };
  if (/^\d*\.\d+$/.test(text)) return { whole: first || '0', part: last };
  if (country === undefined) return null;
  if (comma && /^\d*,\d+$/.test(text)) return { whole: first || '0', part: last };
  const own = comma ? /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/ : /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
  if (own.test(text)) {
    const [whole = '', part = ''] = text.replaceAll(comma ? '.' : ',', '').split(point);
    return { whole, part };
  }
  const foreign = comma ? /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/ : /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d+$/;
  if (!foreign.test(text)) return null;
  const [whole = '', part = ''] = text.replaceAll(comma ? ',' : '.', '').split(comma ? '.' : ',');
  const { inText } = COUNTRIES[country];
  const between = comma ? 'a comma' : 'a point';
  const why =
    comma || !text.includes(',')
      ? `uses ${between} between thousands; in ${inText}, write`
      : `has a comma; in ${inText}, decimals come after a point, so write`;
  return { readings: [reading({ whole, part })], why };
}

/** In Vietnam the letter is written for the symbol, which keyboards do not have: 18.000đ. */
const LETTERS: Partial<Readonly<Record<Country, string>>> = { VN: 'đ' };

/** Removes a country's currency from one end of an amount: Rp 1.234, or 18.000 ₫ as in Vietnam. */
function withoutCurrency(text: string, country: Country): string {
  const { symbol, currency } = COUNTRIES[country];
  const names = [symbol, currency, LETTERS[country] ?? symbol].map(name => name.toUpperCase());
  const sign = text.startsWith('-') ? '-' : '';
  const amount = text.slice(sign.length).trimStart();
  const upper = amount.toUpperCase();
  const first = names.find(name => upper.startsWith(name));
  if (first) return `${sign}${amount.slice(first.length).replace(/^\.?\s*/, '')}`;
  const last = names.find(name => upper.endsWith(name));
  return last ? `${sign}${amount.slice(0, -last.length).trimEnd()}` : text;
}

/** Removes the currency and the unit of a number. */
export function bareNumber(text: string, { country, unit, money }: NumberRule): string {
  let rest = money && country !== undefined ? withoutCurrency(text, country) : text;
  if (unit !== undefined && rest.toLowerCase().endsWith(unit)) rest = rest.slice(0, -unit.length).trimEnd();
  // Matches spaces between thousands.
  return /^-?\d{1,3}( \d{3})+([.,]\d+)?$/.test(rest) ? rest.replaceAll(' ', '') : rest;
}

/**
 * Converts a written number to plain digits with a decimal point: "-1234.56".
 * @returns null if the string is not a number; the end of an error message, with the number that was probably meant, if
 * the string is ambiguous or in another country's notation
 */
export function plainNumber(text: string, rule: NumberRule = {}): string | Refused | null {
  const plain = numberIn(text, rule);
  if (typeof plain !== 'string' || rule.unit !== '%' || normalizeTyped(text).endsWith('%')) return plain;
  const readings = shareReadings(plain, rule.country);
  if (readings === null) return plain;
  return refusal(readings[0].written.slice(0, -1), { readings, why: 'can mean two percentages' }, rule);
}

/**
 * The two meanings of a percentage below 1 without its sign; null for any other number. 0.02 could mean 0.02%, or 2% as
 * spreadsheets store it.
 * @param plain in plain digits with a decimal point
 */
function shareReadings(plain: string, country: Country | undefined): [Reading, Reading] | null {
  const [, sign = '', part = ''] = /^(-?)0*\.(\d*[1-9])0*$/.exec(plain) ?? [];
  if (part === '') return null;
  const point = writesComma(country) ? ',' : '.';
  const digits = part.padEnd(2, '0');
  const percent = { whole: digits.slice(0, 2).replace(/^0/, ''), part: digits.slice(2) };
  return [
    { plain: `${sign}0.${part}`, written: `${sign}0${point}${part}%` },
    { plain: plainText(sign, percent), written: `${sign}${safely(percent, point)}%` },
  ];
}

/** Whether a number without a percent sign can mean two percentages: 0.02 is 0.02% or 2%. */
export const isUnclearShare = (plain: string): boolean => shareReadings(plain, undefined) !== null;

/** Formats a percentage, with a percent sign only if it would otherwise be ambiguous: "0.5%", but "2". */
export const signedShare = (text: string): string => (/^-?0*[.,]\d*[1-9]/.test(text) ? `${text}%` : text);

function numberIn(text: string, rule: NumberRule): string | Refused | null {
  const typed = normalizeTyped(text);
  const time = rule.clock ? clockHours(typed, writesComma(rule.country)) : null;
  if (typeof time === 'string') return time;
  if (time !== null) return refusal(typed, { ...time, why: 'can mean a time or a number of hours' }, rule);
  const plain = bareNumber(typed.replace(/^./u, plainHyphens).replace(/^\+(?=\d)/, ''), rule);
  const [sign, body] = plain.startsWith('-') ? ['-', plain.slice(1)] : ['', plain];
  const digits = digitsOf(body, sign, rule.country);
  if (digits === null) return null;
  if (!('readings' in digits)) return plainText(sign, digits);
  return refusal(plain, rule.unit === '%' ? shares(digits, rule.country, typed.endsWith('%')) : digits, rule);
}

/** Adds the percent sign to the meanings of an unclear percentage that is below 1, or the meanings that it can have. */
function shares({ readings, why }: Unclear, country: Country | undefined, isSigned: boolean): Unclear {
  const all = readings.flatMap((reading): readonly Reading[] => {
    const both = shareReadings(reading.plain, country);
    return both === null ? [reading] : isSigned ? [both[0]] : both;
  });
  return { readings: all, why: all.length > readings.length ? 'can mean two percentages' : why };
}

/**
 * Parses a non-empty number.
 * @returns the stored integer, or a sentence that begins with the label and, if there is only one likely meaning,
 * contains the number that was probably meant
 */
export function readNumber(label: string, text: string, rule: NumberRule = {}): ReadNumber {
  const plain = plainNumber(text, rule);
  const read = typeof plain === 'string' ? storedNumber(plain, rule) : plain;
  if (read === null) return { problem: `${label} ${formText(rule)}` };
  return 'value' in read ? read : { ...read, problem: `${label} ${read.problem}` };
}

/** The stored integer for a number in plain digits, or the end of an error message. */
function storedNumber(plain: string, rule: NumberRule): ReadNumber {
  const { decimals = 0, negative = false, min = -Infinity, max = Infinity } = rule;
  const form = { problem: formText(rule) };
  const most = rule.payable && rule.country !== undefined ? payablePlaces(rule.country) : decimals;
  const [whole = '', given = ''] = plain.split('.');
  const part = rule.rounded ? given.slice(0, decimals) : given.replace(/0+$/, '');
  if (part.length > most) return form;
  // If there is a lower bound, a negative number is reported as being below it rather than as malformed.
  if (plain.startsWith('-') && !negative) return min > -Infinity ? { problem: rangeText(rule) } : form;
  // Computed from the digits, because 1.005 times 1000 is less than 1005 in floating point. 0 never has a sign.
  const size =
    Number(`${whole.replace('-', '')}${part.padEnd(decimals, '0')}`) +
    (rule.rounded && (given[decimals] ?? '0') >= '5' ? 1 : 0);
  const value = (plain.startsWith('-') ? -size : size) || 0;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return { problem: 'has too many digits for this field' };
  const written = Number(plain);
  return written < min || written > max ? { problem: rangeText(rule) } : { value };
}

/** Formats a number in plain digits with a decimal point so that the country's rules can only read it as that number. */
export function writtenPlain(plain: string, country: Country | undefined): string {
  const [whole = '', part = ''] = plain.split('.');
  return safely({ whole, part }, writesComma(country) ? ',' : '.');
}

/** Formats a number stored as an integer scaled by 10^decimals: 150 with two decimals is "1.50". */
export function decimalText(value: number, decimals = 0): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${value < 0 ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`;
}

/**
 * Formats like `decimalText` but without trailing zeros, as people write numbers: 41000 with three decimals is "41",
 * because "41.000" means thousands in half of our countries.
 */
export function shortDecimalText(value: number, decimals = 0): string {
  const text = decimalText(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/**
 * Formats like `shortDecimalText`, but so that a country's rules parse it back to the same value: 12345 with three
 * decimals is "12.3450" if "12.345" is ambiguous.
 */
export function writtenNumber(value: number, decimals: number, country: Country | undefined, clock = false): string {
  const text = shortDecimalText(value, decimals);
  if (clock && safeHours(text, false) !== text) return safeHours(text, writesComma(country));
  return writesComma(country) && TWO_MEANINGS.test(text.replace('-', '')) ? `${text}0` : text;
}

/**
 * Parses typed input as a non-negative integer; null for anything else, including a number that is too large to be
 * exact.
 */
export function wholeNumber(text: string): number | null {
  const plain = normalizeTyped(text);
  if (!/^\d+$/.test(plain)) return null;
  const value = Number(plain);
  return Number.isSafeInteger(value) ? value : null;
}

/**
 * '{label} must be one whole number' or a similar message for an invalid string; null for a valid string, and for an
 * empty one, which the required check reports. Input is never changed into a different number.
 */
export function numberError(label: string, text: string, rule: NumberRule = {}): string | null {
  if (normalizeTyped(text) === '') return null;
  const read = readNumber(label, text, rule);
  return 'problem' in read ? read.problem : null;
}

/** The stored integer for a written number; null if the string is empty or violates the rule. */
export function readDecimal(text: string, rule: NumberRule = {}): number | null {
  if (normalizeTyped(text) === '') return null;
  const read = readNumber('', text, rule);
  return 'value' in read ? read.value : null;
}
