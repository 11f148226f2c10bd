import * as z from 'zod/mini';
import { asIs, byNumber, type FieldBase, type FieldKind } from './base.ts';

/** Yes or No. All flags of a record are stored in one byte, in declaration order, bit 0 first. */
export interface FlagField extends FieldBase {
  kind: 'flag';
  initial: boolean;
}

export const flag = (label: string, options: Partial<Omit<FlagField, 'kind' | 'label'>> = {}): FlagField => ({
  kind: 'flag',
  label,
  initial: false,
  ...options,
});

const word = (_field: FlagField, value: unknown): string => (value === true ? 'Yes' : 'No');

export const flagKind: FieldKind<FlagField> = {
  shape: () => z.boolean(),
  sql: 'boolean',
  cached: () => 'bit',
  words: word,
  typed: null,
  canonical: asIs,
  sheet: () => ({ kind: 'yesNo' }),
  cell: word,
  filters: [],
  initial: ({ initial }) => initial,
  compare: byNumber,
  sample: (_field, n) => n % 2 === 1,
};
