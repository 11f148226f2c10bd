import type { FieldBase, FieldKind } from './base.ts';
import { scaledKind, type ScaledOptions } from './scaled.ts';

/** A length in millimeters, displayed and entered in centimeters: 125 is 12.5 cm. Bounds are in centimeters. */
export interface LengthField extends FieldBase, ScaledOptions {
  kind: 'length';
}

/** A length in centimeters; `empty: true` makes it optional. */
export const length = <const O extends Omit<LengthField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'length', label, ...options }) as { kind: 'length'; label: string } & O;

export const lengthKind: FieldKind<LengthField> = scaledKind<LengthField>({ decimals: () => 1, unit: 'cm' });
