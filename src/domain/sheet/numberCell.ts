import { CELL } from './columns.ts';
import type { TextPool } from './textPool.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Reads a number's text that the quick way does not: with an exponent, with many digits, or none at all. An integer with
 * more digits than a double keeps stays as its digits, so that a long id is never another one.
 *
 * @returns kind and value as columns hold them; what is no number is a text
 */
export function readNumber(written: string, texts: TextPool): { kind: number; value: number } {
  const text = written.trim();
  if (text === '') return { kind: CELL.empty, value: 0 };
  if (!NUMBER.test(text)) return { kind: CELL.text, value: texts.internText(text) };
  const value = Number(text);
  if (!Number.isFinite(value)) return { kind: CELL.text, value: texts.internText(text) };
  if (/^-?\d{16,}$/.test(text)) {
    const digits = text.replace(/^(-?)0+(?=\d)/, '$1');
    if (digits.length > 400 || String(BigInt(value)) !== digits) {
      return { kind: CELL.longNumber, value: texts.internText(digits) };
    }
  }
  return { kind: CELL.number, value };
}
