import type { Country } from '../country.ts';
import { normalizeTyped, readNumber, writesComma, writtenNumber, type NumberRule } from '../wholeNumber.ts';

/**
 * Numbers of a pasted block (issue 29, 1): what could be read in two ways is never scaled; the person says once how the block writes
 * its numbers.
 */

/** How a text may write a number: with decimals after a point, or after a comma. */
export type NumberStyle = 'point' | 'comma';

const FORMS: Readonly<Record<NumberStyle, RegExp>> = {
  point: /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/,
  comma: /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/,
};

/** A text in plain digits with a point, read in a style; null if it is not written in it. */
export function inStyle(text: string, style: NumberStyle): string | null {
  const plain = normalizeTyped(text);
  if (!FORMS[style].test(plain)) return null;
  return style === 'point' ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.');
}

/** Whether a country's own reading leaves open what a text means, and a style would say it. */
export function isOpen(text: string, rule: NumberRule): boolean {
  if (normalizeTyped(text) === '' || 'value' in readNumber('', text, rule)) return false;
  return inStyle(text, 'point') !== null || inStyle(text, 'comma') !== null;
}

/** A number that is open, as a question: its text, and what it is in each style. */
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

/** A text of a style as it is read back for a country without a doubt; the text itself where it is not written in the style. */
export function rewritten(text: string, style: NumberStyle, { decimals = 0, country }: NumberRule): string {
  const plain = inStyle(text, style);
  if (plain === null) return text;
  const read = readNumber('', plain, { decimals, negative: true });
  return 'value' in read ? copiedNumber(read.value, decimals, country) : text;
}

/** A stored number as a country's spreadsheets read it, and as it is read back as itself. */
export function copiedNumber(value: number, decimals: number, country: Country | undefined): string {
  const text = writtenNumber(value, decimals, country);
  return writesComma(country) ? text.replace('.', ',') : text;
}
