import { CELL, numberText } from './columns.ts';
import { SHOWS } from './numberFormat.ts';
import type { TextPool } from './textPool.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Strings that programs write if the result of a calculation is not a number. */
const NO_NUMBER = /^[+-]?(?:nan|inf|infinity|1\.#(?:ind|inf|qnan))$/i;

/** The error that a spreadsheet shows for a value that is too large or not a number. */
export const NUMBER_ERROR = '#NUM!';

/**
 * Parses numeric strings that the fast path does not handle: with an exponent, with many digits, or without any digits.
 * An integer with more digits than a double can represent is kept as digits, so that a long id is never altered.
 *
 * @returns kind and value, as stored in columns; anything that is not a number becomes text
 */
export function readNumber(written: string, texts: TextPool): { kind: number; value: number } {
  const text = written.trim();
  if (text === '') return { kind: CELL.empty, value: 0 };
  const isNumber = NUMBER.test(text);
  const value = isNumber ? Number(text) : 0;
  if (!Number.isFinite(value) || NO_NUMBER.test(text))
    return { kind: CELL.error, value: texts.internText(NUMBER_ERROR) };
  if (!isNumber) return { kind: CELL.text, value: texts.internText(text) };
  if (/^-?\d{16,}$/.test(text)) {
    const digits = text.replace(/^(-?)0+(?=\d)/, '$1');
    if (digits.length > 400 || String(BigInt(value)) !== digits) {
      return { kind: CELL.longNumber, value: texts.internText(digits) };
    }
  }
  return { kind: CELL.number, value };
}

/** The number of significant digits that spreadsheets display and keep. */
const DIGITS_SHOWN = 15;

/**
 * Formats a number whose format displays it as a percentage: 0.02 is "2%". This way, the cell contains what people see,
 * and 2% is never read as 0.02.
 */
export function percentText(value: number): string {
  const text = numberText(Number(value.toPrecision(DIGITS_SHOWN)));
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${decimals.padEnd(2, '0')}`;
  const at = whole.length + 2;
  const part = digits.slice(at).replace(/0+$/, '');
  return `${sign}${digits.slice(0, at).replace(/^0+(?=\d)/, '')}${part === '' ? '' : `.${part}`}%`;
}

/**
 * The text that people see in a cell with a number, if it is not the plain number (`SHOWS`); null otherwise. A code that
 * is shown as 0012345 is read as such, because its number alone has lost the zeros.
 */
export function shownText(value: number, shown: number): string | null {
  if (shown === SHOWS.percent) return percentText(value);
  if (shown < SHOWS.zeros || !Number.isSafeInteger(value) || value < 0) return null;
  const digits = String(value);
  return digits.length < shown - SHOWS.zeros ? digits.padStart(shown - SHOWS.zeros, '0') : null;
}
