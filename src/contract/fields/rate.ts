import type { FieldBase, FieldKind } from './base.ts';
import { scaledKind, type ScaledOptions } from './scaled.ts';

/**
 * A share in parts per million, entered in percent with up to four decimal places: 11% is 110000. Bounds are in
 * percent. The percent sign is required below 1: 0.02 could mean 0.02%, or 2% as spreadsheets store it.
 */
export interface RateField extends FieldBase, ScaledOptions {
  kind: 'rate';
}

/** A share in percent; `empty: true` makes it optional. */
export const rate = <const O extends Omit<RateField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'rate', label, ...options }) as { kind: 'rate'; label: string } & O;

const scaled = scaledKind<RateField>({ decimals: () => 4, unit: '%' });

export const rateKind: FieldKind<RateField> = {
  ...scaled,
  words: (field, value, country) => scaled.words(field, value, country).replace(' %', '%'),
};
