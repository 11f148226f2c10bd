import { recordId } from '../common.ts';
import type { IdScope } from '../owner.ts';
import { asIs, byNumber, scattered, type FieldBase, type FieldKind } from './base.ts';

/** A field with the id of a channel or, depending on `scope`, of a 3PL. */
export interface ChannelField extends FieldBase {
  kind: 'channel';
  /** Whether the id belongs to a channel (the default) or a 3PL. */
  scope?: IdScope;
}

export const channel = (label: string, options: Partial<FieldBase> = {}): ChannelField => ({
  kind: 'channel',
  label,
  ...options,
});

/** The id of a 3PL. */
export const threePl = (label: string, options: Partial<FieldBase> = {}): ChannelField => ({
  kind: 'channel',
  scope: '3pl',
  label,
  ...options,
});

/** Whether a field contains the id of a channel or of a 3PL. */
export const scopeOfField = ({ scope = 'channel' }: ChannelField): IdScope => scope;

/**
 * A provisional number used until the server assigns one. It is negative, so that it is never mistaken for an assigned
 * number, exists on one device only, and is never sent.
 * @param id a UUID
 */
export const provisionalNumber = (id: string): number => {
  const hex = id.replaceAll(/[^0-9a-f]/g, '').slice(0, 12);
  return -1 - Number.parseInt(hex || '0', 16);
};

/** Whether a key field's value is provisional. */
export const isProvisionalNumber = (value: unknown): value is number => typeof value === 'number' && value < 0;

/** Formats a key field's value; provisional numbers are never shown to people. */
export const numberText = (value: unknown): string =>
  isProvisionalNumber(value) ? 'New' : String(value as string | number);

export const channelKind: FieldKind<ChannelField> = {
  shape: () => recordId,
  sql: 'int8',
  cached: () => 'number',
  words: (_field, value) => numberText(value),
  typed: null,
  canonical: asIs,
  sheet: field => ({ kind: 'id', of: scopeOfField(field) }),
  // A provisional number is meaningless elsewhere, so the cell is left empty.
  cell: (_field, value) => (isProvisionalNumber(value) ? '' : Number(value)),
  filters: ['equal'],
  initial: () => null,
  compare: byNumber,
  sample: (_field, n) => scattered(n),
};
