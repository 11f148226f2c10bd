import type { Country } from '../country.ts';
import { normalizeTyped, readNumber, writesComma, writtenNumber, type NumberRule } from '../wholeNumber.ts';

/**
 * Numbers in a pasted block (issue 29, 1). The meaning of an ambiguous number is never guessed; the person chooses the
 * notation once for each block.
 */

/** The two notations of numbers: with a decimal point or with a decimal comma. */
export type NumberStyle = 'point' | 'comma';

const FORMS: Readonly<Record<NumberStyle, RegExp>> = {
  point: /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/,
  comma: /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/,
};

/**
 * Parses a string in the given notation into plain digits with a decimal point; null if it does not match the notation.
 */
export function inStyle(text: string, style: NumberStyle): string | null {
  const plain = normalizeTyped(text);
  if (!FORMS[style].test(plain)) return null;
  return style === 'point' ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.');
}

/** Whether a string is ambiguous in a country's notation in a way that choosing a notation would resolve. */
export function isOpen(text: string, rule: NumberRule): boolean {
  // A percentage without its sign is also ambiguous, but choosing a notation does not resolve that.
  const { unit: _, ...plain } = rule;
  if (normalizeTyped(text) === '' || 'value' in readNumber('', text, plain)) return false;
  return inStyle(text, 'point') !== null || inStyle(text, 'comma') !== null;
}

/** An ambiguous number to ask the person about: the string, and its value in each notation. */
export interface OpenNumber {
  readonly text: string;
  readonly point: string | null;
  readonly comma: string | null;
}

export const openNumber = (text: string): OpenNumber => ({
  text: normalizeTyped(text),
  point: inStyle(text, 'point'),
  comma: inStyle(text, 'comma'),
});

/**
 * Rewrites a string that matches a notation so that it is unambiguous in the country; returns any other string
 * unchanged.
 */
export function rewritten(text: string, style: NumberStyle, { decimals = 0, country }: NumberRule): string {
  const plain = inStyle(text, style);
  if (plain === null) return text;
  const read = readNumber('', plain, { decimals, negative: true });
  return 'value' in read ? copiedNumber(read.value, decimals, country) : text;
}

/**
 * Formats a stored number so that the country's spreadsheets can read it and so that it parses back to the same value.
 */
export function copiedNumber(value: number, decimals: number, country: Country | undefined): string {
  const text = writtenNumber(value, decimals, country);
  return writesComma(country) ? text.replace('.', ',') : text;
}
