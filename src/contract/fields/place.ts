import type { LocationLevel } from '../../domain/serviceable.ts';
import { recordId } from '../common.ts';
import { asIs, byNumber, scattered, type FieldBase, type FieldKind } from './base.ts';

/** The id of a place in the country's location tree, at any level down to `deepest`. */
export interface PlaceField extends FieldBase {
  kind: 'place';
  deepest: LocationLevel;
  /** The label of the form control, if it differs from the field's label. */
  formLabel: string;
}

export const place = (
  label: string,
  options: Omit<PlaceField, 'kind' | 'label' | 'formLabel'> & { formLabel?: string },
): PlaceField => ({ kind: 'place', label, formLabel: label, ...options });

export const placeKind: FieldKind<PlaceField> = {
  shape: () => recordId,
  sql: 'int8',
  cached: () => 'number',
  words: (_field, value) => String(value),
  typed: null,
  canonical: asIs,
  sheet: () => ({ kind: 'id', of: 'location' }),
  cell: (_field, value) => Number(value),
  filters: ['equal'],
  initial: () => null,
  compare: byNumber,
  sample: (_field, n) => scattered(n),
};
