/** Rules of the serviceable-area records (channels spec 2.4, 3). */

/** Applicable types (decision G37). */
export const APPLICABLE_TYPES = [
  { value: 0, label: 'Standard' },
  { value: 1, label: 'SBS' },
] as const;
export type ApplicableType = (typeof APPLICABLE_TYPES)[number]['value'];

/** The label of an applicable type; for an unknown type, its number. */
export const applicableTypeLabel = (type: number): string =>
  APPLICABLE_TYPES.find(known => known.value === type)?.label ?? String(type);

/** The four yes/no columns of a location or postcode record. */
export interface SupportFlags {
  canDeliver: boolean;
  canCOD: boolean;
  canPickup: boolean;
  canCODPickup: boolean;
}

export const SUPPORT_KEYS = [
  'canDeliver',
  'canCOD',
  'canPickup',
  'canCODPickup',
] as const satisfies (keyof SupportFlags)[];

/** Packs the four flags into one number for storage in a column, in the order of SUPPORT_KEYS from bit 0. */
export const packFlags = (flags: SupportFlags): number =>
  SUPPORT_KEYS.reduce((bits, key, at) => bits | (flags[key] ? 1 << at : 0), 0);

export const unpackFlags = (bits: number): SupportFlags => ({
  canDeliver: (bits & 1) !== 0,
  canCOD: (bits & 2) !== 0,
  canPickup: (bits & 4) !== 0,
  canCODPickup: (bits & 8) !== 0,
});

/** A record is unsupported if all four flags are No (G59). */
export const isUnsupported = (row: SupportFlags): boolean => SUPPORT_KEYS.every(key => !row[key]);

/**
 * Whether a record that had any service has none left, given its packed flags before and after a change; a record that
 * does not exist has no flags. A record that keeps some services does not lose its coverage.
 */
export const losesCoverage = (before: number, after: number): boolean => before !== 0 && after === 0;

/** Location levels, which are their indexes in the CDT reference table (shell spec 2; G60, G65). */
export const LOCATION_LEVEL = { region: -1, state: 0, city: 1, district: 2, street: 3 } as const;
export type LocationLevel = 0 | 1 | 2 | 3;
export const LEVEL_NAMES = ['State', 'City', 'District', 'Street'] as const;

/**
 * Says that a place is below the deepest level allowed, and what to choose instead: "is a street; choose its state,
 * city or district".
 */
export function tooDeepText(level: number, deepest: LocationLevel): string {
  const names = LEVEL_NAMES.slice(0, deepest + 1).map(name => name.toLowerCase());
  const wanted = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return `is a ${(LEVEL_NAMES[level] ?? 'place').toLowerCase()}; choose its ${wanted}`;
}

/** Levels of the same-zone check (RouteZoneLevelV2, G40). */
export const ZONE_LEVELS = ['', 'State', 'City', 'District'] as const;

/** The channel data that the channel hint shows (channels spec 2.4, "Channel hint"). */
export interface ChannelSummary {
  channelId: number;
  name: string;
  /** 0 means no check, 1 Location, 2 Postcode (G4, G38). */
  serviceable_area_type: number;
  /** 0 means N/A, 1 Zone, 2 Route (G39). */
  extra_limit_type: number;
  zone_level: number;
}

/**
 * The two values shown in the hint. On the zone screen, Zone includes the name of its level, and N/A is shown as OFF
 * (SAL-8 to SAL-10).
 */
export function channelHint(channel: ChannelSummary, screen: 'zone' | 'other'): { check: string; restriction: string } {
  const level = ZONE_LEVELS[channel.zone_level] ?? '';
  const zone = screen === 'zone' && level ? `Zone (${level})` : 'Zone';
  const none = screen === 'zone' ? 'OFF' : 'N/A';
  const restriction = channel.extra_limit_type === 1 ? zone : channel.extra_limit_type === 2 ? 'Route' : none;
  return { check: channel.serviceable_area_type > 0 ? 'ON' : 'OFF', restriction };
}
