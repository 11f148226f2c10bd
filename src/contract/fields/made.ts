import { madeId } from '../common.ts';
import { asIs, byNumber, scattered, type FieldBase, type FieldKind } from './base.ts';

/** A number derived from other fields (domain/recordNumber), so that every device computes the same one. */
export interface MadeField extends FieldBase {
  kind: 'made';
  from: readonly string[];
}

export const made = (...from: string[]): MadeField => ({ kind: 'made', label: 'ID', from });

export const madeKind: FieldKind<MadeField> = {
  shape: () => madeId,
  sql: 'int8',
  cached: () => 'number',
  words: (_field, value) => String(value),
  typed: null,
  canonical: asIs,
  sheet: () => ({ kind: 'info' }),
  cell: (_field, value) => Number(value),
  filters: ['equal'],
  initial: () => null,
  compare: byNumber,
  sample: (_field, n) => scattered(n),
};
