import { COUNTRY_CODES, type Country } from '../country.ts';
import { CHANNEL_TAG, CHANNEL_TYPE, CHANNEL_TYPES, NAME_LABELS, NAME_MOST } from './choices.ts';

/** Rules of the channel dialog (channels spec 2.2, 2.3, 3, 5, 9). */

/** "Integrate", "Non-Integrate", or the number itself for any other type. */
export const channelTypeText = (type: number): string =>
  CHANNEL_TYPES.find(({ value }) => value === type)?.label ?? String(type);

/**
 * Countries that an entity's non-integrated channels ship from: its own, and those of the existing channels (CHC-42,
 * G86).
 */
export const nonIntegratedFrom = (
  entity: Country,
  channels: readonly Readonly<Record<string, unknown>>[],
): Country[] => {
  const found = channels
    .filter(row => row['channel_type'] === CHANNEL_TYPE.nonIntegrate)
    .map(row => row['from_country']);
  return COUNTRY_CODES.filter(code => code === entity || found.includes(code));
};

/** All countries that a channel may ship from, with the given ones first. */
export const fromCountries = (first: readonly Country[]): Country[] => [
  ...first,
  ...COUNTRY_CODES.filter(code => !first.includes(code)),
];

/** WMS Location is shown only for WMS channel tags (CHC-16). */
export const hasWmsLocation = (tag: number): boolean =>
  tag === CHANNEL_TAG.localWms || tag === CHANNEL_TAG.crossBorderAndWms;

/** Matches a visible character: a letter, digit or symbol, but neither white space nor a control character. */
const VISIBLE = /[^\s\p{C}\p{Z}]/u;

/**
 * '{label} is mandatory' for an empty name, a message about the length for a name that is too long, null for a valid
 * name (CHC-13, CHC-14).
 */
export function nameProblem(field: keyof typeof NAME_LABELS, name: string): string | null {
  if (!VISIBLE.test(name)) return `${NAME_LABELS[field]} is mandatory`;
  return name.trim().length > NAME_MOST ? `${NAME_LABELS[field]} allows at most ${NAME_MOST} characters` : null;
}

/** Confirmation shown in the live environment before every update except the maintenance switch (CHC-18, G34). */
export const LIVE_CONFIRMATION =
  'Please Confirm: You are about to update the configuration in the live environment. Are you sure you want to continue?';
/** Confirmation shown before the maintenance switch (CHC-19). */
export const MAINTENANCE_CONFIRMATION =
  'Click Confirm and your action will take effect immediately. Please confirm whether to continue!';

/** A channel's warehouse ids as stored in its record: sorted, unique and comma-separated. */
export const warehouseText = (ids: readonly string[]): string =>
  [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1)).join(',');

/** Parses a warehouse list in its stored form. */
export const warehouseIds = (text: string): string[] => (text === '' ? [] : text.split(','));

/**
 * The ids that are only in `after` and those that are only in `before`: modify_ and remove_ of a warehouse list
 * (CHC-40, G56).
 */
export const warehouseDelta = (before: readonly string[], after: readonly string[]) => ({
  modify: after.filter(id => !before.includes(id)),
  remove: before.filter(id => !after.includes(id)),
});

/** Applies a delta from `warehouseDelta` to a warehouse list. */
export const withWarehouses = (
  before: readonly string[],
  { modify = [], remove = [] }: { modify?: readonly string[]; remove?: readonly string[] },
): string[] => [...before.filter(id => !remove.includes(id)), ...modify.filter(id => !before.includes(id))];
