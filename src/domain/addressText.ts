import type { Country } from './country.ts';
import { plainDigits } from './import/normalise.ts';
import { POSTCODE_DIGITS, readPostcode } from './import/postcodes.ts';

/** Taiwanese addresses have no separators; each part ends with a kind word. */
const TAIWAN_PARTS = /[^市縣區区鄉鎮里村]+[市縣區区鄉鎮里村]/g;

/**
 * Thai words and abbreviations for a kind of place are written directly before its name, and begin a part of an address
 * that has no separators: "ต.สุเทพ อ.เมืองเชียงใหม่ จ.เชียงใหม่".
 */
const THAI_KINDS = /(^|\s)(จังหวัด|(?:กิ่ง)?อำเภอ|ตำบล|แขวง|เขต|[จอต]\.)\s*(?=[ก-ฮเ-ไ])/g;

/** A Brazilian state is often joined to its city: "Recife-PE". */
const BRAZILIAN_STATE =
  /-(?=(?:AC|AL|AP|AM|BA|CE|DF|ES|GO|MA|MT|MS|MG|PA|PB|PR|PE|PI|RJ|RN|RS|RO|RR|SC|SP|SE|TO)(?:[\s,.;/)]|$))/gi;

/** Simplified characters in the kinds of Taiwan's places, and the ones that Taiwan uses. */
const SIMPLIFIED: Readonly<Record<string, string>> = { 区: '區', 县: '縣', 镇: '鎮', 乡: '鄉', 湾: '灣' };

/** Abbreviations of amphoe and tambon in Latin letters. */
const THAI_SHORT = /(^|[\s,])([AT])\.\s*(?=[A-Z])/g;

/** A postcode as people write it in a country, and as it is read. */
const POSTCODE_FORMS: Readonly<Partial<Record<Country, readonly (readonly [RegExp, string])[]>>> = {
  SG: [[/(?<![A-Za-z0-9])S\s?\(?\s?(\d{6})(?!\d)\)?/gi, ' $1 ']],
  BR: [
    [/(?<!\d)(\d{2})\.(\d{3})(?=\s?-?\s?\d{3}(?!\d))/g, '$1$2'],
    [/(?<!\d)(\d{5})\s?-\s?(\d{3})(?!\d)/g, '$1-$2'],
  ],
};

const DIGIT = /\d/;
const PLAIN = /^[\0-\x7f]*$/;
/**
 * Matches standalone numbers, without an adjacent letter or digit. The first pattern only works for ASCII text but is
 * many times faster.
 */
const PLAIN_NUMBERS = /(?<![A-Za-z0-9])(?:\d{5}-\d{3}(?![A-Za-z0-9])|\d+)/g;
const NUMBERS = /(?<![\p{L}\p{N}])\d{5}-\d{3}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d+(?![\p{N}])/gu;
/** A hyphen or dash separates parts only between spaces: "Centro - São Paulo", but not "Kuala-Lumpur" or "12-A". */
const SEPARATORS = /([,;\n\t|/]+|\s[-–—]+\s)/;
/** Matches white space other than single spaces. */
const ODD_SPACE = /[^\S ]| {2}/;

/** Collapses all white space to single spaces. */
export const tidy = (text: string): string => (ODD_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

const PARENTHESES = /\s*\((?=\p{L})|(?<=\p{L})\)\s*/u;
/** Splits a text at parentheses, which separate the parts of an address unless they belong to a name: "Recife (PE)". */
export const outsideAndInside = (text: string): string[] => text.split(PARENTHESES).filter(part => part !== '');

/** Whether a text contains a character that separates the parts of an address: "Lalai I/II". */
export const hasSeparator = (text: string): boolean => SEPARATORS.test(text);

/**
 * The text between two separators, and the separator that follows it as written; the separator is empty after the last
 * part.
 */
export interface AddressPiece {
  text: string;
  mark: string;
}

/**
 * An address split at its separators, and its postcode. The postcode is the last number in the country's format, so
 * that a house number before it is not mistaken for the postcode.
 */
export function cutAddress(written: string, country: Country): { pieces: AddressPiece[]; postcode: string } {
  let text = PLAIN.test(written) ? written : plainDigits(written);
  if (DIGIT.test(text)) for (const [form, read] of POSTCODE_FORMS[country] ?? []) text = text.replace(form, read);
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
  if (country === 'TH') {
    // The sign for an abbreviation is not a letter of a name: "กรุงเทพฯ".
    if (!PLAIN.test(rest)) rest = rest.replaceAll('ฯ', '').replace(THAI_KINDS, '$1,$2 ');
    rest = rest.replace(
      THAI_SHORT,
      (_, before: string, kind: string) => `${before},${kind === 'A' ? 'amphoe' : 'tambon'} `,
    );
  }
  if (country === 'BR') rest = rest.replace(BRAZILIAN_STATE, ', ');
  if (country === 'TW') rest = rest.replace(/[区县镇乡湾]/g, own => SIMPLIFIED[own] as string);
  const cut = rest.split(SEPARATORS);
  for (let at = 0; at < cut.length; at += 2) {
    const own = tidy(cut[at] as string);
    if (own !== '') pieces.push({ text: own, mark: cut[at + 1] ?? '' });
  }
  return { pieces, postcode };
}

/**
 * Splits a Taiwanese address without separators into its parts; returns the text itself if it contains no kind word.
 */
export const taiwanParts = (text: string): readonly string[] => text.match(TAIWAN_PARTS) ?? [text];

/** Splits an address at its separators and extracts its postcode, without looking up any place. */
export function splitAddress(text: string, country: Country): { parts: string[]; postcode: string } {
  const { pieces, postcode } = cutAddress(text, country);
  const parts = pieces.flatMap(piece => (country === 'TW' ? taiwanParts(piece.text) : [piece.text]));
  return { parts: parts.map(tidy), postcode };
}
