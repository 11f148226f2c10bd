import type { FieldBase, FieldKind, Reference } from './base.ts';
import { scaledKind, type ScaledOptions } from './scaled.ts';

/**
 * A number. Records, calls and filters store it as an integer scaled by 10^decimals: with two decimals, 1.50 is stored
 * as 150, so that money is never a fraction. Sorted by value.
 */
export interface NumberField extends FieldBase, ScaledOptions {
  kind: 'number';
  /** The number of decimal places; defaults to 0 (an integer). */
  decimals?: number;
  /** Labels that replace specific values in dialogs, log and queue; other values are shown as numbers. */
  words?: readonly { value: number; label: string }[];
  /** The list to whose records this refers. */
  names?: Reference;
}

/** An integer, or a number with decimals; `empty: true` makes it optional. */
export const number = <const O extends Omit<NumberField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'number', label, ...options }) as { kind: 'number'; label: string } & O;

const scaled = scaledKind<NumberField>({ decimals: ({ decimals = 0 }) => decimals });

export const numberKind: FieldKind<NumberField> = {
  ...scaled,
  sheet: field => {
    const { min = -Infinity, max = Infinity } = field;
    const words = field.words?.filter(({ value }) => value >= min && value <= max);
    return { ...scaled.sheet(field), ...(words && { words }) };
  },
  words: (field, value) => field.words?.find(known => known.value === value)?.label ?? scaled.words(field, value),
};
