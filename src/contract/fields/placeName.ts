import * as z from 'zod/mini';
import type { LocationLevel } from '../../domain/serviceable.ts';
import { asIs, byText, type FieldBase, type FieldKind } from './base.ts';

/**
 * The name of a place or of its ancestor at a given level; empty for levels below the place's own. Derived from the
 * current tree rather than stored.
 */
export interface PlaceNameField extends FieldBase {
  kind: 'placeName';
  of: string;
  level: LocationLevel;
}

export const placeName = (
  label: string,
  of: string,
  level: LocationLevel,
  options: Partial<FieldBase> = {},
): PlaceNameField => ({ kind: 'placeName', label, of, level, ...options });

export const placeNameKind: FieldKind<PlaceNameField> = {
  shape: () => z.string(),
  sql: null,
  cached: () => null,
  words: (_field, value) => String(value),
  typed: null,
  canonical: asIs,
  sheet: () => ({ kind: 'info' }),
  cell: (_field, value) => String(value),
  filters: ['named'],
  initial: () => '',
  compare: byText,
  sample: () => '',
};
