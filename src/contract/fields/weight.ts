import type { FieldBase, FieldKind } from './base.ts';
import { scaledKind, type ScaledOptions } from './scaled.ts';

/** A weight in grams, displayed and entered in kilograms: 1500 is 1.5 kg. Bounds are in kilograms. */
export interface WeightField extends FieldBase, ScaledOptions {
  kind: 'weight';
}

/** A weight in kilograms; `empty: true` makes it optional. */
export const weight = <const O extends Omit<WeightField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'weight', label, ...options }) as { kind: 'weight'; label: string } & O;

export const weightKind: FieldKind<WeightField> = scaledKind<WeightField>({ decimals: () => 3, unit: 'kg' });
