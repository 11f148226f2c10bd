import { FEATURE, STATUS } from '../../domain/permission.ts';
import { APPLICABLE_TYPES } from '../../domain/serviceable.ts';
import { OWNERS, type IdScope } from '../owner.ts';
import { choice } from '../fields/choice.ts';
import { flag } from '../fields/flag.ts';
import type { Filter, Resource } from '../resource.ts';

/** Shared by all serviceable-area resources (channels spec 2.4, 3). */

export const applicableTypeField = choice('Applicable Type', APPLICABLE_TYPES, { initial: 0, width: 84 });

/** The shared status of a record (shell spec 3). */
export const statusField = (width: number) =>
  choice(
    'Status',
    [
      { value: STATUS.normal, label: 'Normal' },
      { value: STATUS.disabled, label: 'Disabled' },
    ],
    { initial: STATUS.normal, width, any: true, look: 'status' },
  );

/** The four yes/no fields of a location or postcode record. */
export const supportFields = {
  canDeliver: flag('Support Deliver', { initial: true, width: 70 }),
  canCOD: flag('Support COD Deliver', { width: 70 }),
  canPickup: flag('Support Pickup', { width: 70 }),
  canCODPickup: flag('Support COD Pickup', { width: 70 }),
} as const;

/** The filter that hides unsupported records (SAL-16, G59). */
export const displayUnsupported: Filter = {
  is: 'shown',
  label: 'Display unsupported locations',
  words: ['Show unsupported locations', 'Hide unsupported locations'],
};

export const EQUAL: Filter = { is: 'equal' };
export const NAMED: Filter = { is: 'named' };

/** The first name that is not empty, for use in titles. */
export const firstName = (row: Readonly<Record<string, unknown>>, ...fields: string[]): string =>
  fields.map(field => String(row[field] ?? '')).find(name => name !== '') ?? '';

/** The base path of the export calls (G21). */
export const FORWARD = '/v2/sls/forward/sls-ops/serviceable_area';

/**
 * The names used by one variant of a declaration: for channels, or for one of the lists of 3PLs (G84, G85). `list` is
 * the path of its list call if it differs from `base`.
 */
export interface Variant
  extends Pick<Resource, 'id' | 'collection' | 'feed' | 'label'>, Required<Pick<Resource, 'page'>> {
  scope: IdScope;
  base: string;
  list?: string;
}

/** The names of a variant, and the owner of its records. */
export const identityOf = <const V extends Variant>(variant: V) => ({
  id: variant.id as V['id'],
  collection: variant.collection as V['collection'],
  feed: variant.feed,
  label: variant.label,
  page: variant.page,
  feature: FEATURE.serviceableArea,
  scope: variant.scope as V['scope'],
});

/** The filter by owner, the owner's columns, and the owner's parameter in a deletion (G22, G85). */
export const ownerFilter = ({ scope }: Pick<Variant, 'scope'>): Record<string, Filter> => ({
  [OWNERS[scope].field]: { is: 'owner', label: `${OWNERS[scope].title} ID` },
});
export const ownerColumns = ({ scope }: Pick<Variant, 'scope'>): [id: string, name: string] => {
  const { field, nameField } = OWNERS[scope];
  return [field, nameField ?? field];
};
export const ownerParameter = ({ scope }: Pick<Variant, 'scope'>): Record<string, string> => ({
  [OWNERS[scope].parameter]: OWNERS[scope].field,
});

/** The call paths of a serviceable-area list; `list` is the path of its list call if it differs from `base`. */
export const callsFor = ({ base, list = base }: { base: string; list?: string }) => ({
  base,
  list,
  export: `${FORWARD}${base.replace(/^\/sls/, '')}`,
});

/** A variant's label as used within a sentence: "origin postcode". */
export const wordOf = ({ label }: Variant): string => label.one.toLowerCase();

/**
 * Properties of route and zone limits. Those of a 3PL cannot be deleted, and the log has no labels for them (G30;
 * SAR-4, SAZ-4).
 */
export const limitsOf = (variant: Variant): Pick<Resource, 'calls' | 'deletion' | 'log'> =>
  variant.scope === '3pl'
    ? { calls: { ...callsFor(variant), delete: false }, log: null }
    : {
        calls: callsFor(variant),
        deletion: { title: 'Confirm delete', text: 'Do you want to delete this record?' },
      };
