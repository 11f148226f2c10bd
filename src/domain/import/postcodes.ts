import type { Country } from '../country.ts';
import { normalise, plainDigits } from './normalise.ts';

/** Postcode lengths by country, in digits; Taiwan and Viet Nam each have an old and a new format. */
export const POSTCODE_DIGITS: Readonly<Record<Country, readonly number[]>> = {
  ID: [5],
  MY: [5],
  PH: [4],
  SG: [6],
  TW: [3, 5, 6],
  TH: [5],
  VN: [5, 6],
  BR: [8],
};

/** A description of a country's postcode format: "5 digits", "3, 5 or 6 digits". */
export function postcodeForms(country: Country): string {
  const lengths = POSTCODE_DIGITS[country];
  const most = lengths.at(-1);
  return lengths.length === 1 ? `${most} digits` : `${lengths.slice(0, -1).join(', ')} or ${most} digits`;
}

/** A postcode as plain digits, without Brazil's hyphen; null if it has a different format. */
export function readPostcode(text: string, country: Country): string | null {
  const code = normalise(text, 'code');
  const digits = country === 'BR' ? code.replace(/^(\d{5})-(\d{3})$/, '$1$2') : code;
  return /^\d+$/.test(digits) && POSTCODE_DIGITS[country].includes(digits.length) ? digits : null;
}

/** Why a string is not a valid postcode of a country, and the intended postcode if a leading zero may have been lost. */
export function postcodeProblem(label: string, text: string, country: Country): { problem: string; offer?: string } {
  const problem = `${label} must be ${postcodeForms(country)}`;
  const restored = restoreZero(normalise(text, 'code'), country);
  return restored === null
    ? { problem }
    : { problem: `${problem}; ${restored}, if a leading zero is lost`, offer: restored };
}

/**
 * The countries with postcodes that begin with a zero: 01000 in Malaysia and Viet Nam, 0400 in the Philippines, 018956 in
 * Singapore, 01001-000 in Brazil. None begins with two. In the other countries, the first digit is the region's, from 1
 * on, so a number that is too short has not lost a zero.
 */
const WITH_ZERO: ReadonlySet<Country> = new Set<Country>(['MY', 'PH', 'SG', 'VN', 'BR']);

/**
 * Restores the leading zero of a postcode that a spreadsheet stored as a number; null if the digits are not a postcode
 * of the country without its zero.
 */
export function restoreZero(digits: string, country: Country): string | null {
  const isShort = /^[1-9]\d*$/.test(digits) && POSTCODE_DIGITS[country].includes(digits.length + 1);
  return isShort && WITH_ZERO.has(country) ? `0${digits}` : null;
}

/** A complete or partial postcode in its stored form, for use in a filter: "01051-0" becomes "010510". */
export const postcodePart = (text: string): string =>
  plainDigits(text.normalize('NFKC')).replace(/[\s.\p{Pd}'\u2018\u2019]/gu, '');

/**
 * The length of Taiwan's area postcodes, which are prefixes of the longer ones. No other country has postcodes this
 * short.
 */
const AREA_DIGITS = 3;

/** A postcode followed by, for a longer Taiwanese one, its area postcode: both 10041 and 100410 belong to 100. */
export const postcodesOf = (postcode: string): readonly string[] =>
  /^\d{5,6}$/.test(postcode) ? [postcode, postcode.slice(0, AREA_DIGITS)] : [postcode];

/**
 * The postcode of a place in the location tree: its own, or otherwise that of the nearest place that contains it. In
 * Taiwan, only townships have postcodes, which apply to all of their villages.
 * @param upward the postcodes of the place and of those that contain it, from the place up; empty if there is none
 */
export function postcodeOfPlace(upward: Iterable<string>): string {
  for (const postcode of upward) if (postcode !== '') return postcode;
  return '';
}
