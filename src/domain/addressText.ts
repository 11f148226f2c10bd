import type { Country } from './country.ts';
import { POSTCODE_DIGITS, readPostcode } from './import/postcodes.ts';

/** Taiwan writes an address in one go: a part ends with what it is. */
const TAIWAN_PARTS = /[^市縣區区鄉鎮里村]+[市縣區区鄉鎮里村]/g;

const DIGIT = /\d/;
const PLAIN = /^[\0-\x7f]*$/;
/** Numbers that are alone: no letter and no digit touches them. The first form is of plain letters alone, and many times as fast. */
const PLAIN_NUMBERS = /(?<![A-Za-z0-9])(?:\d{5}-\d{3}(?![A-Za-z0-9])|\d+)/g;
const NUMBERS = /(?<![\p{L}\p{N}])\d{5}-\d{3}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d+(?![\p{N}])/gu;
const SEPARATORS = /([,;\n\t|/]+)/;
/** White space other than single spaces. */
const ODD_SPACE = /[^\S ]| {2}/;

/** Single spaces alone. */
export const tidy = (text: string): string => (ODD_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** Whether a text has a mark that separates the parts of an address: "Lalai I/II". */
export const hasSeparator = (text: string): boolean => SEPARATORS.test(text);

/** A text between two marks, and the mark after it as written; empty after the last one. */
export interface AddressPiece {
  text: string;
  mark: string;
}

/**
 * An address cut at its marks, and its postcode by the country's form: the last number of that form, so that a house number
 * is none if a postcode follows.
 */
export function cutAddress(text: string, country: Country): { pieces: AddressPiece[]; postcode: string } {
  let postcode = '';
  let rest = text;
  const lengths = POSTCODE_DIGITS[country];
  const numbers = DIGIT.test(text) ? [...text.matchAll(PLAIN.test(text) ? PLAIN_NUMBERS : NUMBERS)] : [];
  for (let at = numbers.length - 1; at >= 0 && postcode === ''; at--) {
    const { 0: found, index } = numbers[at] as RegExpExecArray;
    if (!lengths.includes(found.length - (found.includes('-') ? 1 : 0))) continue;
    postcode = readPostcode(found, country) ?? '';
    if (postcode !== '') rest = `${text.slice(0, index)},${text.slice(index + found.length)}`;
  }
  const pieces: AddressPiece[] = [];
  const cut = rest.split(SEPARATORS);
  for (let at = 0; at < cut.length; at += 2) {
    const own = tidy(cut[at] as string);
    if (own !== '') pieces.push({ text: own, mark: cut[at + 1] ?? '' });
  }
  return { pieces, postcode };
}

/** The parts of a text that Taiwan writes in one go; the text itself where nothing in it says what it is. */
export const taiwanParts = (text: string): readonly string[] => text.match(TAIWAN_PARTS) ?? [text];

/** The parts of an address as its marks tell them, without looking at any place, and its postcode. */
export function splitAddress(text: string, country: Country): { parts: string[]; postcode: string } {
  const { pieces, postcode } = cutAddress(text, country);
  const parts = pieces.flatMap(piece => (country === 'TW' ? taiwanParts(piece.text) : [piece.text]));
  return { parts: parts.map(tidy), postcode };
}
