import { NO, YES } from '../serviceableChoices.ts';
import { AMOUNT_FIELDS, DIMENSION_SIDES, EXTRA_FIELDS, type DimensionCriterion, type ExtraData } from './extraData.ts';

/**
 * The value of a setting, as a channel's record stores its extra data: an integer, multiplied by 1000 for limits (three
 * decimal places) and by 100000 for amounts, as in the documented extra data (CHC-34). null means that the setting is
 * unset.
 */
export type SettingValue = number | null;
export type ExtraSettings = Readonly<Record<string, SettingValue>>;

/** The settings that store the three dimensions of the dimension criterion. */
const SIDE_SETTINGS = {
  max_length: 'dimension_max_length',
  max_width: 'dimension_max_width',
  sum_height: 'dimension_sum_height',
} as const;

const LIMIT_UNIT = 1000;
const AMOUNTS: ReadonlySet<string> = new Set(AMOUNT_FIELDS);
const isAmount = (field: string): boolean => AMOUNTS.has(field);

/** Extra data fields whose settings differ between two records. */
const SETTINGS_OF = new Map<string, readonly string[]>(
  EXTRA_FIELDS.map(field => [field, field === 'dimension_criterion' ? Object.values(SIDE_SETTINGS) : [field]]),
);

/** The settings that an extra data field corresponds to; empty for an unknown field. */
export const settingsOfExtra = (field: string): readonly string[] => SETTINGS_OF.get(field) ?? [];

/** All settings that extra data can contain. */
export const EXTRA_SETTINGS: readonly string[] = [...SETTINGS_OF.values()].flat();

const setting = (field: string, value: unknown): SettingValue => {
  if (typeof value !== 'number') return null;
  return isAmount(field) ? value : Math.round(value * LIMIT_UNIT);
};

/** Extracts the settings from extra data, ignoring unknown fields. An empty string is an unset setting. */
export function extraSettings(extra: ExtraData): ExtraSettings {
  const settings: Record<string, SettingValue> = {};
  for (const field of EXTRA_FIELDS) {
    const value = extra[field];
    if (field === 'kyc_control') settings[field] = value === true ? YES : NO;
    else if (field === 'dimension_criterion') {
      const sides = (typeof value === 'object' ? value : {}) satisfies DimensionCriterion;
      for (const side of DIMENSION_SIDES) settings[SIDE_SETTINGS[side]] = setting(side, sides[side]);
    } else settings[field] = setting(field, value);
  }
  return settings;
}

const number = (field: string, value: SettingValue | undefined): number | undefined => {
  if (value === null || value === undefined) return undefined;
  return isAmount(field) ? value : value / LIMIT_UNIT;
};

/** Converts settings to extra data; unset settings are omitted, and KYC control is included only if it is on. */
export function extraOfSettings(settings: Readonly<Record<string, unknown>>): ExtraData {
  const values = settings as ExtraSettings;
  const extra: Record<string, ExtraData[string]> = {};
  for (const field of EXTRA_FIELDS) {
    if (field === 'kyc_control') {
      if (values[field] === YES) extra[field] = true;
    } else if (field === 'dimension_criterion') {
      let sides: DimensionCriterion | undefined;
      for (const side of DIMENSION_SIDES) {
        const value = number(side, values[SIDE_SETTINGS[side]]);
        if (value !== undefined) (sides ??= {})[side] = value;
      }
      if (sides) extra[field] = sides;
    } else {
      const value = number(field, values[field]);
      if (value !== undefined) extra[field] = value;
    }
  }
  return extra;
}

/** The dimensions of the dimension criterion, taken from a record's settings. */
export const dimensionSides = (settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(DIMENSION_SIDES.map(side => [side, settings[SIDE_SETTINGS[side]]]));

/** The setting that stores a dimension. */
export const sideSetting = (side: string): string => SIDE_SETTINGS[side as keyof typeof SIDE_SETTINGS];

/**
 * The stored extra data after a change to a record's settings. Only fields whose settings differ are written, so that
 * unknown fields and the exact representation of empty fields are preserved (G49).
 */
export function withExtraSettings(
  stored: ExtraData,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ExtraData {
  const wanted = extraOfSettings(after);
  const next: Record<string, ExtraData[string]> = { ...stored };
  for (const [field, own] of SETTINGS_OF) {
    if (own.every(name => before[name] === after[name])) continue;
    if (wanted[field] === undefined) delete next[field];
    else next[field] = wanted[field];
  }
  return next;
}
