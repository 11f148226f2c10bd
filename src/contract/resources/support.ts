import { APPLICABLE_TYPES } from '../../domain/serviceable.ts';
import { choice, flag, type Filter } from '../resource.ts';

/** What the serviceable-area resources have in common (channels spec 2.4, 3). */

export const applicableTypeField = choice('Applicable Type', APPLICABLE_TYPES, { initial: 0, width: 84 });

/** The four yes/no fields of a location or postcode record. */
export const supportFields = {
  canDeliver: flag('Support Deliver', { initial: true, width: 70 }),
  canCOD: flag('Support COD Deliver', { width: 70 }),
  canPickup: flag('Support Pickup', { width: 70 }),
  canCODPickup: flag('Support COD Pickup', { width: 70 }),
} as const;

/** SAL-16, G59. */
export const displayUnsupported: Filter = {
  is: 'shown',
  label: 'Display unsupported locations',
  words: ['Show unsupported locations', 'Hide unsupported locations'],
};

export const EQUAL: Filter = { is: 'equal' };
export const NAMED: Filter = { is: 'named' };
export const CHANNEL: Filter = { is: 'owner', label: 'Channel ID' };

/** The first of some names that is not empty, for titles. */
export const firstName = (row: Readonly<Record<string, unknown>>, ...fields: string[]): string =>
  fields.map(field => String(row[field] ?? '')).find(name => name !== '') ?? '';

/** Base of the export calls (G21). */
export const FORWARD = '/v2/sls/forward/sls-ops/serviceable_area';
