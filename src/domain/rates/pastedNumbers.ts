import { clockHours } from '../clockHours.ts';
import type { Country } from '../country.ts';
import {
  bareNumber,
  normalizeTyped,
  plainNumber,
  readNumber,
  writesComma,
  writtenNumber,
  writtenPlain,
  type NumberRule,
} from '../wholeNumber.ts';

/**
 * Numbers in a pasted block (issue 29, 1). The meaning of an ambiguous number is never guessed; the person chooses the
 * notation once for each block.
 */

/** The two notations of numbers: with a decimal point or with a decimal comma. */
export type Notation = 'point' | 'comma';
/** How the numbers of a file are written; hours may also be times of day, in which 11.30 is half past eleven. */
export type NumberStyle = Notation | 'time';

const FORMS: Readonly<Record<Notation, RegExp>> = {
  point: /^-?([1-9]\d{0,2}(,\d{3})+|\d+)(\.\d+)?$/,
  comma: /^-?([1-9]\d{0,2}(\.\d{3})+|\d+)(,\d+)?$/,
};

/**
 * Parses a string in the given notation into plain digits with a decimal point; null if it does not match the notation.
 */
export function inStyle(text: string, style: Notation): string | null {
  const plain = normalizeTyped(text);
  if (!FORMS[style].test(plain)) return null;
  return style === 'point' ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.');
}

/** An ambiguous number to ask the person about: the string, and its value in each notation, as the country writes it. */
export interface OpenNumber {
  readonly text: string;
  /** Null if the column does not accept the number that the string is in this notation. */
  readonly point: string | null;
  readonly comma: string | null;
  /** Only for an hour of the day. */
  readonly time?: string | null;
}

/**
 * The choice that a pasted string leaves; null if the string is unambiguous in the country's notation, or if neither
 * notation makes it a number that the column accepts.
 */
export function openNumber(text: string, rule: NumberRule): OpenNumber | null {
  // A percentage without its sign is also ambiguous, but choosing a notation does not resolve that.
  const { unit, ...plain } = rule;
  const bare = withoutNames(text, rule);
  const read = plainNumber(bare, plain);
  if (bare === '' || read === null || typeof read === 'string') return null;
  const value = (style: NumberStyle): string | null => {
    const written = style !== 'time' && inStyle(bare, style) === null ? '' : rewritten(bare, style, rule);
    return written !== '' && 'value' in readNumber('', unit === '%' ? `${written}%` : written, rule) ? written : null;
  };
  const open = {
    text: normalizeTyped(text),
    point: value('point'),
    comma: value('comma'),
    ...(rule.clock ? { time: value('time') } : {}),
  };
  return open.point === null && open.comma === null && !open.time ? null : open;
}

/** The string without its currency or unit. A percent sign is kept, because it tells 0.5% from 50%. */
const withoutNames = (text: string, { unit, ...rule }: NumberRule): string =>
  bareNumber(normalizeTyped(text), { ...rule, ...(unit === undefined || unit === '%' ? {} : { unit }) });

/**
 * Rewrites a string that matches a notation so that it is unambiguous in the country; returns any other string
 * unchanged.
 */
export function rewritten(text: string, style: NumberStyle, rule: NumberRule): string {
  const { decimals = 0, country, clock } = rule;
  if (style === 'time') {
    const time = clock ? clockHours(normalizeTyped(text), writesComma(country)) : null;
    return time !== null && typeof time === 'object' ? time.readings[0].written : text;
  }
  const plain = inStyle(withoutNames(text, rule), style);
  if (plain === null) return text;
  const read = readNumber('', plain, { decimals, negative: true });
  return 'value' in read ? copiedNumber(read.value, decimals, country, clock) : writtenPlain(plain, country);
}

/**
 * Formats a stored number so that the country's spreadsheets can read it and so that it parses back to the same value.
 */
export function copiedNumber(value: number, decimals: number, country: Country | undefined, clock = false): string {
  const text = writtenNumber(value, decimals, country, clock);
  return writesComma(country) ? text.replace('.', ',') : text;
}
