import type { Country } from '../country.ts';
import { normalise } from './normalise.ts';

/** Lengths of postcodes by country, in digits; Taiwan and Viet Nam have an old and a new form. */
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

/** The form of a country's postcodes in words: "5 digits", "3, 5 or 6 digits". */
export function postcodeForms(country: Country): string {
  const lengths = POSTCODE_DIGITS[country];
  const most = lengths.at(-1);
  return lengths.length === 1 ? `${most} digits` : `${lengths.slice(0, -1).join(', ')} or ${most} digits`;
}

/** A postcode in plain digits, without the hyphen that Brazil writes into it; null when it has another form. */
export function readPostcode(text: string, country: Country): string | null {
  const code = normalise(text, 'code');
  const digits = country === 'BR' ? code.replace(/^(\d{5})-(\d{3})$/, '$1$2') : code;
  return /^\d+$/.test(digits) && POSTCODE_DIGITS[country].includes(digits.length) ? digits : null;
}

/** Why a text is not a postcode of a country, and what it was before its leading zeros were lost, if that can be. */
export function postcodeProblem(label: string, text: string, country: Country): { problem: string; offer?: string } {
  const problem = `${label} must be ${postcodeForms(country)}`;
  const restored = restoreZeros(normalise(text, 'code'), country);
  return restored === null || restored.length - text.length > MOST_LOST
    ? { problem }
    : { problem: `${problem}; ${restored}, if a leading zero is lost`, offer: restored };
}

/** Leading zeros that a postcode can have. */
const MOST_LOST = 2;

/** What a number was before the spreadsheet dropped its leading zeros; null when that cannot be. */
export function restoreZeros(digits: string, country: Country): string | null {
  const longer = POSTCODE_DIGITS[country].find(length => length > digits.length);
  return /^\d+$/.test(digits) && longer !== undefined ? digits.padStart(longer, '0') : null;
}

/** A postcode, or its first characters, as a filter looks for it: "01051-0" is "010510", as it is stored. */
export const postcodePart = (text: string): string => text.normalize('NFKC').replace(/[\s.\p{Pd}'\u2018\u2019]/gu, '');

/** Digits of Taiwan's postcodes of an area, with which all longer ones of it begin. No other country has postcodes of so few. */
const AREA_DIGITS = 3;

/** A postcode, and the area that a longer one of Taiwan lies in: 10041 and 100410 are of 100. The most exact one comes first. */
export const postcodesOf = (postcode: string): readonly string[] =>
  /^\d{5,6}$/.test(postcode) ? [postcode, postcode.slice(0, AREA_DIGITS)] : [postcode];
