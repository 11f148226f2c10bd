import type { Country } from './country.ts';
import { withFollowing, type Follow } from './follows.ts';
import { serviceMode, type ServiceMode } from './flags.ts';
import type { Problem } from './problem.ts';
import {
  AREA_TYPE,
  CHECKS,
  CONFIG_LABELS,
  levelLabel,
  NO,
  RESTRICTION,
  SCENARIOS,
  YES,
  type AreaType,
  type CheckLevel,
  type LevelField,
  type Restriction,
  type Verify,
  type VerifyField,
  type YesNo,
  type ZoneLevel,
} from './serviceableChoices.ts';

/**
 * Rules of a channel's serviceable-area configuration (channels spec 3, 4 "Channel service form"; SAC-19 to SAC-39),
 * shared by the form, the server and the demo. A 3PL has the same settings (TPL-7).
 */

export type DefaultField =
  | 'defaultDeliverEnabled'
  | 'defaultCodEnabled'
  | 'defaultPickupEnabled'
  | 'defaultCodPickupEnabled';

/** A record's settings (SAC-19, SAC-20), without the channel. */
export type ServiceConfig = {
  isCheckServiceable: YesNo;
  serviceableType: AreaType;
  extraLimitType: Restriction;
  zoneLevel: ZoneLevel;
  /** If this is 1, "Differentiate Serviceable Area for SBS Shops" is shown as No (G42). */
  isSbsSameAsStandard: YesNo;
  defaultPdpPostcode: YesNo;
} & Record<DefaultField, YesNo> &
  Record<VerifyField, Verify> &
  Record<LevelField, CheckLevel | null>;
export type ConfigField = keyof ServiceConfig;

const LEVELS_CLEARED: Readonly<Record<LevelField, null>> = {
  pdp_level: null,
  checkout_level: null,
  shop_level: null,
  arrangeshipment_level: null,
};

/** The initial values of a new configuration (SAC-32, SAC-33, G2, G43). */
export const newConfig = (): ServiceConfig => ({
  isCheckServiceable: YES,
  serviceableType: AREA_TYPE.location,
  extraLimitType: RESTRICTION.none,
  zoneLevel: 0,
  isSbsSameAsStandard: YES,
  pdpVerify: 3,
  checkoutVerify: 3,
  validateShopVerify: 3,
  arrangeShipment: 3,
  ...LEVELS_CLEARED,
  defaultDeliverEnabled: YES,
  defaultCodEnabled: NO,
  defaultPickupEnabled: NO,
  defaultCodPickupEnabled: NO,
  defaultPdpPostcode: YES,
});

const SHIPMENT_MODES: Readonly<Record<ServiceMode, string>> = {
  '10': 'Pickup',
  '01': 'Drop-off',
  '11': 'Pickup and drop-off',
  '00': 'Neither pickup nor drop-off',
};

/** The label of a channel's shipment mode, derived from its flag (SAC-24). */
export const shipmentModeText = (flag: bigint): string => SHIPMENT_MODES[serviceMode(flag)];

const PICKUP_ONLY = { pdpVerify: 3, checkoutVerify: 3, validateShopVerify: 2, arrangeShipment: 3 } as const;
const ALL = { pdpVerify: 3, checkoutVerify: 3, validateShopVerify: 3, arrangeShipment: 3 } as const;
const DROPOFF = { pdpVerify: 1, checkoutVerify: 1, validateShopVerify: 0, arrangeShipment: 1 } as const;
const NONE = { pdpVerify: 0, checkoutVerify: 0, validateShopVerify: 0, arrangeShipment: 0 } as const;

/**
 * The verify values that follow from a channel (SAC-25 to SAC-27). In the Philippines, nothing is verified, whatever
 * the mode (G3). If a channel has neither pickup nor drop-off, nothing follows, so a new configuration starts with all
 * checks on (G44), whatever channel was chosen before.
 */
function verifiesOfChannel(flag: bigint, country: Country): Readonly<Record<VerifyField, Verify>> {
  if (country === 'PH') return NONE;
  const mode = serviceMode(flag);
  if (mode === '00') return ALL;
  return mode === '10' ? PICKUP_ONLY : DROPOFF;
}

/** A new configuration after choosing its channel (SAC-25). */
export const withChannel = (config: ServiceConfig, flag: bigint, country: Country): ServiceConfig => ({
  ...config,
  ...verifiesOfChannel(flag, country),
});

const DEFAULTS_OFF = { defaultCodEnabled: NO, defaultPickupEnabled: NO, defaultCodPickupEnabled: NO } as const;

/** The values without the check (SAC-29): everything is reset except the PDP postcode default (G5). */
const WITHOUT_CHECK_VALUES = {
  serviceableType: AREA_TYPE.location,
  extraLimitType: RESTRICTION.none,
  zoneLevel: 0,
  isSbsSameAsStandard: YES,
  ...LEVELS_CLEARED,
  ...DEFAULTS_OFF,
  defaultDeliverEnabled: NO,
} as const;

/**
 * Fields that follow from others: turning the check off resets everything, turning it on makes delivery the only
 * default (SAC-30), and levels belong to their type and restriction (SAC-31).
 */
export const CONFIG_FOLLOWS: readonly Follow[] = [
  { field: 'isCheckServiceable', to: [NO], set: WITHOUT_CHECK_VALUES },
  { field: 'isCheckServiceable', to: [YES], set: { ...DEFAULTS_OFF, defaultDeliverEnabled: YES } },
  { field: 'serviceableType', set: LEVELS_CLEARED },
  { field: 'extraLimitType', to: [RESTRICTION.none, RESTRICTION.route], set: { zoneLevel: 0 } },
];

const isLevel = (field: ConfigField): field is LevelField => SCENARIOS.some(({ level }) => level === field);

/** Whether a field is currently read-only, given the configuration's values (SAC-14, SAC-35 to SAC-37, G46). */
export function isDisabled(config: ServiceConfig, field: ConfigField): boolean {
  if (field === 'defaultPdpPostcode') return true;
  if (field === 'isCheckServiceable') return false;
  if (config.isCheckServiceable === NO) return true;
  if (field === 'zoneLevel') return config.extraLimitType !== RESTRICTION.sameZone;
  return isLevel(field) && config.serviceableType !== AREA_TYPE.location;
}

/** Whether one side of a scenario is read-only; the seller's side of validateShopVerify always is (SAC-11). */
export const isSideDisabled = (config: ServiceConfig, field: VerifyField, side: keyof typeof CHECKS): boolean =>
  isDisabled(config, field) || (field === 'validateShopVerify' && side === 'seller');

/** Sets a field and all fields that depend on it (SAC-29 to SAC-31). A read-only field stays unchanged. */
export const withField = <F extends ConfigField>(
  config: ServiceConfig,
  field: F,
  value: ServiceConfig[F],
): ServiceConfig =>
  config[field] === value || isDisabled(config, field)
    ? config
    : { ...config, ...withFollowing(CONFIG_FOLLOWS, config, { [field]: value }) };

/** Whether a verify value includes the address of a side (SAC-22). */
export const checksSide = (verify: Verify, side: keyof typeof CHECKS): boolean => (verify & CHECKS[side]) !== 0;

/** Sets whether a side of a scenario is checked. A read-only side stays unchanged. */
export function withSide(
  config: ServiceConfig,
  field: VerifyField,
  side: keyof typeof CHECKS,
  on: YesNo,
): ServiceConfig {
  if (isSideDisabled(config, field, side)) return config;
  const bit = CHECKS[side];
  return { ...config, [field]: on === YES ? config[field] | bit : config[field] & ~bit };
}

/** What is wrong with a field, as a sentence. */
export interface ConfigProblem extends Problem {
  field: ConfigField;
}

const labelOf = (field: ConfigField): string => {
  const scenario = SCENARIOS.find(({ level }) => level === field);
  return scenario ? levelLabel(scenario) : CONFIG_LABELS[field as keyof typeof CONFIG_LABELS];
};

/** Whether a configuration requires a value for a field (G47). */
export function isRequiredField(config: ServiceConfig, field: ConfigField): boolean {
  if (field === 'isCheckServiceable') return true;
  if (isDisabled(config, field)) return false;
  if (field === 'serviceableType' || field === 'extraLimitType' || field === 'zoneLevel') return true;
  return SCENARIOS.some(({ verify, level }) => level === field && config[verify] !== 0);
}

/** The required fields that have no value in a configuration (G47). */
export const missingFields = (config: ServiceConfig): ConfigProblem[] =>
  (['zoneLevel', ...SCENARIOS.map(({ level }) => level)] as const)
    .filter(field => isRequiredField(config, field) && (config[field] === null || config[field] === 0))
    .map(field => ({ field, problem: `${labelOf(field)} is required` }));

const VALUES_WITHOUT_CHECK: readonly (readonly [ConfigField, YesNo | null])[] = [
  ['serviceableType', AREA_TYPE.location],
  ['extraLimitType', RESTRICTION.none],
  ['isSbsSameAsStandard', YES],
  ['defaultDeliverEnabled', NO],
  ['defaultCodEnabled', NO],
  ['defaultPickupEnabled', NO],
  ['defaultCodPickupEnabled', NO],
];

const WITHOUT_CHECK = 'cannot be set while Serviceable Area Check is No';

/** Finds values that contradict each other and that the form can never produce (SAC-29, SAC-31). */
export function forbiddenValues(config: ServiceConfig): ConfigProblem[] {
  const found: ConfigProblem[] = [];
  const forbid = (field: ConfigField, why: string): void => {
    found.push({ field, problem: `${labelOf(field)} ${why}` });
  };
  if (config.isCheckServiceable === NO) {
    for (const [field, reset] of VALUES_WITHOUT_CHECK) {
      if (config[field] !== reset) forbid(field, WITHOUT_CHECK);
    }
  }
  if (config.extraLimitType !== RESTRICTION.sameZone && config.zoneLevel !== 0) {
    forbid('zoneLevel', `can only be set if ${CONFIG_LABELS.extraLimitType} is Same zone`);
  }
  // Each message states the actual cause: without the check, the type is always Location, so the type is not the cause
  // (SA4).
  const why =
    config.isCheckServiceable === NO
      ? WITHOUT_CHECK
      : config.serviceableType === AREA_TYPE.location
        ? null
        : `can only be set if ${CONFIG_LABELS.serviceableType} is Location`;
  for (const { level } of why === null ? [] : SCENARIOS) if (config[level] !== null) forbid(level, why ?? '');
  return found;
}

/**
 * The closest configuration without forbidden values, for edits that are applied to a different state of the record.
 */
export function withoutForbidden(config: ServiceConfig): ServiceConfig {
  if (forbiddenValues(config).length === 0) return config;
  if (config.isCheckServiceable === NO) return { ...config, ...WITHOUT_CHECK_VALUES };
  return {
    ...config,
    ...(config.extraLimitType === RESTRICTION.sameZone ? {} : { zoneLevel: 0 as const }),
    ...(config.serviceableType === AREA_TYPE.location ? {} : LEVELS_CLEARED),
  };
}

/** Settings with which every value of the other fields is allowed. */
const ALL_ALLOWED = {
  isCheckServiceable: YES,
  serviceableType: AREA_TYPE.location,
  extraLimitType: RESTRICTION.sameZone,
} as const;

/**
 * The first problem with a configuration; null if there is none. If only part of a configuration is given, only
 * problems within that part are found.
 */
export const configProblem = (values: Readonly<Record<string, unknown>>): ConfigProblem | null => {
  const isGiven = (field: string) => values[field] !== undefined;
  const config = { ...ALL_ALLOWED, ...values } as unknown as ServiceConfig;
  const forbidden = forbiddenValues(config).find(({ field }) => isGiven(field));
  if (forbidden) return forbidden;
  return Object.keys(newConfig()).every(isGiven) ? (missingFields(config)[0] ?? null) : null;
};
