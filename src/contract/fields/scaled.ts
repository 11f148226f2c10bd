import * as z from 'zod/mini';
import type { Country } from '../../domain/country.ts';
import type { ColumnType } from '../../domain/import/declaration.ts';
import { timeOfHours } from '../../domain/clockHours.ts';
import {
  rangeText,
  readNumber,
  shortDecimalText,
  signedShare,
  writtenNumber,
  type NumberRule,
} from '../../domain/wholeNumber.ts';
import { byNumber, mayBeEmpty, scattered, type FieldBase, type FieldKind } from './base.ts';

/**
 * Numbers stored as integers scaled by 10^decimals: plain numbers, amounts, rates, weights and lengths. Each is a
 * separate kind with its own decimals and unit.
 */

/** The bounds of a number, and whether it may be left empty. */
export interface ScaledOptions {
  /**
   * Whether the number is a measured value: excess decimal places in a string or a cell are rounded away instead of
   * rejected.
   */
  rounded?: true;
  /** Bounds in displayed units; without `min`, negative numbers are allowed. */
  min?: number;
  max?: number;
  /** Whether the field may be left empty (null, which sorts before all numbers and differs from 0). */
  empty?: boolean;
  /**
   * Whether the number is an hour of the day (9.5 is half past nine), which may also be entered as a time
   * (domain/clockHours).
   */
  clock?: true;
}

/** How the numbers of a kind are stored and formatted. */
export interface Scale<F> {
  /** The number of decimal places that the stored integer represents. */
  decimals: (field: F) => number;
  /** The unit written after the number, in lower case. */
  unit?: string;
  /** Whether the number is an amount, displayed with the currency's symbol. */
  money?: true;
  /** Whether amounts of the field are paid, so they have no more decimal places than the currency. */
  payable?: (field: F) => boolean;
}

/** How people write a field's numbers (domain/wholeNumber). */
const ruleOf = <F extends ScaledOptions>(
  { decimals, unit, money, payable }: Scale<F>,
  field: F,
  country?: Country,
): NumberRule & { decimals: number } => ({
  decimals: decimals(field),
  negative: field.min === undefined || field.min < 0,
  ...(field.min === undefined ? {} : { min: field.min }),
  ...(field.max === undefined ? {} : { max: field.max }),
  ...(unit === undefined ? {} : { unit }),
  ...(money ? { money } : {}),
  ...(payable?.(field) ? { payable: true } : {}),
  ...(field.clock ? { clock: field.clock } : {}),
  ...(field.rounded ? { rounded: field.rounded } : {}),
  ...(country === undefined ? {} : { country }),
});

/** A sample number within the field's bounds, in record form. */
function sampleWithin(min: number, max: number, unit: number, n: number): number {
  return min * unit + (scattered(n) % Math.min(1000, (max - min) * unit + 1));
}

/** " (11:18)" for 11.3, if the number is an hour of the day but not a full hour. */
function clockWords({ clock }: ScaledOptions, value: unknown, decimals: number): string {
  const hours = Number(value) / 10 ** decimals;
  const time = clock && !Number.isInteger(hours) ? timeOfHours(hours) : null;
  return time === null ? '' : ` (${time})`;
}

/** The kind of field for numbers with a scale. */
export function scaledKind<F extends FieldBase & ScaledOptions>(scale: Scale<F>): FieldKind<F> {
  const places = (field: F): number => scale.decimals(field);
  const unit = scale.unit === undefined ? '' : ` ${scale.unit}`;
  const signed = (text: string): string => (scale.unit === '%' ? signedShare(text) : text);
  return {
    shape: (field, written) => {
      if (!written) return z.int();
      const { min = -Infinity, max = Infinity } = field;
      const bound = (value: number, most: number) =>
        Math.abs(value) === Infinity ? most : Math.round(value * 10 ** places(field));
      return z
        .int()
        .check(z.minimum(bound(min, Number.MIN_SAFE_INTEGER)), z.maximum(bound(max, Number.MAX_SAFE_INTEGER)));
    },
    sql: 'int8',
    cached: () => 'number',
    words: (field, value) =>
      `${shortDecimalText(Number(value), places(field))}${unit}${clockWords(field, value, places(field))}`,
    typed: {
      write: (field, value, country) => signed(writtenNumber(Number(value), places(field), country, field.clock)),
      read: (field, text, country) => readNumber(field.label, text, ruleOf(scale, field, country)),
    },
    canonical: (field, value) => {
      const rule = ruleOf(scale, field);
      const written = Number(value) / 10 ** rule.decimals;
      const { min = -Infinity, max = Infinity } = field;
      if (written < min || written > max) return { problem: `${field.label} ${rangeText(rule)}` };
      // Turns -0 into 0.
      return { value: Number(value) || 0 };
    },
    sheet: (field): ColumnType => {
      const { min, max } = field;
      const decimals = places(field);
      const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
      const none = mayBeEmpty(field) ? { none: true as const } : {};
      const { unit: after, money } = scale;
      const form = {
        ...(after === undefined ? {} : { unit: after }),
        ...(money ? { money } : {}),
        ...(scale.payable?.(field) ? { payable: true as const } : {}),
        ...(field.clock ? { clock: field.clock } : {}),
        ...(field.rounded ? { rounded: field.rounded } : {}),
      };
      return decimals === 0
        ? { kind: 'integer', ...bounds, ...none }
        : { kind: 'decimal', scale: decimals, whole: true, ...form, ...bounds, ...none };
    },
    cell: (field, value) => {
      const written = Number(value) / 10 ** places(field);
      const text = signed(String(written));
      return text === String(written) ? written : text;
    },
    rule: (field, country) => ruleOf(scale, field, country),
    filters: ['equal', 'from', 'until'],
    initial: () => 0,
    compare: byNumber,
    sample: (field, n) => sampleWithin(field.min ?? 0, field.max ?? Infinity, 10 ** places(field), n),
  };
}
