import { formatCount } from './format.ts';
import type { End } from './serviceability.ts';
import {
  AREA_TYPE,
  NO,
  RESTRICTION,
  SAME_ZONE_LEVELS,
  SCENARIOS,
  YES,
  type CheckLevel,
  type VerifyField,
  type YesNo,
} from './serviceableChoices.ts';
import { checksSide, type ServiceConfig } from './serviceableConfig.ts';

/** Explains in sentences what a configuration means in each of the four scenarios (SAC-9 to SAC-18). */

/** The number of places that a country has at a level, and the number of these for which the owner has no record. */
export interface LevelGap {
  places: number;
  missing: number;
}
/** Gaps by level; a level whose numbers are unknown is omitted. */
export type LevelGaps = Readonly<Partial<Record<CheckLevel, LevelGap>>>;

/** Gaps for an owner that has separate records for each end. */
export type EndGaps = Readonly<Record<End, LevelGaps>>;

export interface ScenarioText {
  name: string;
  lines: readonly string[];
}

export interface ConfigText {
  /** The sentences that apply to every scenario. */
  summary: string;
  scenarios: readonly ScenarioText[];
}

const ENDS: readonly End[] = ['buyer', 'seller'];

const LEVEL_WORDS: Readonly<Record<CheckLevel, readonly [one: string, many: string]>> = {
  1: ['state', 'states'],
  2: ['city', 'cities'],
  3: ['district', 'districts'],
  4: ['street', 'streets'],
};

const whenOf = (owner: string): Readonly<Record<VerifyField, string>> => ({
  pdpVerify: 'On the product page',
  checkoutVerify: "At checkout, and when an order's destination address is edited,",
  validateShopVerify: `When a shop turns the ${owner} on or changes its pickup address,`,
  arrangeShipment: 'When a pickup is arranged or its details are changed,',
});

const WHOSE = ['', "the buyer's address is", "the seller's address is", "the seller's and the buyer's addresses are"];

const supportText = (verb: string, supported: YesNo, cod: YesNo): string =>
  supported === NO ? `not ${verb}` : `${verb} ${cod === YES ? 'with and without COD' : 'without COD'}`;

/** The services at an address without a record, for the sides that are checked: "delivered without COD". */
function defaultText(config: ServiceConfig, field: VerifyField, ends: readonly End[] = ENDS): string {
  const deliver = supportText('delivered', config.defaultDeliverEnabled, config.defaultCodEnabled);
  const pickup = supportText('picked up', config.defaultPickupEnabled, config.defaultCodPickupEnabled);
  const parts = [
    ...(ends.includes('buyer') && checksSide(config[field], 'buyer') ? [deliver] : []),
    ...(ends.includes('seller') && checksSide(config[field], 'seller') ? [pickup] : []),
  ];
  return parts.join(', ');
}

/** Sentences about the places to which the default applies, with their number if it is known. */
function gapLines(
  config: ServiceConfig,
  field: VerifyField,
  level: CheckLevel,
  gap: LevelGap | undefined,
  owner: string,
  end?: End,
): string[] {
  const [one, many] = LEVEL_WORDS[level];
  const answer = defaultText(config, field, end && [end]);
  const record = end === undefined ? 'record' : end === 'seller' ? 'origin record' : 'destination record';
  if (!gap)
    return [
      `A ${one} without ${end === 'seller' ? 'an' : 'a'} ${record} of this ${owner} gets the default: ${answer}.`,
    ];
  if (gap.places === 0) return [`This country has no ${many}: every address gets the default, ${answer}.`];
  if (gap.missing === 0) return [`Every ${one} has ${end === 'seller' ? 'an' : 'a'} ${record} of this ${owner}.`];
  const alone = gap.missing === 1;
  return [
    `${formatCount(gap.missing)} of ${formatCount(gap.places)} ${many} ${alone ? 'has' : 'have'} no ${record} of this ${owner}: ` +
      `${alone ? 'it gets' : 'they get'} the default, ${answer}.`,
  ];
}

function checkLines(config: ServiceConfig, at: number, gaps: LevelGaps | EndGaps, owner: string): string[] {
  const { verify, level } = SCENARIOS[at] as (typeof SCENARIOS)[number];
  const when = whenOf(owner)[verify];
  const whose = WHOSE[config[verify]] as string;
  if (whose === '') return [`${when} no address is checked.`];
  if (config.serviceableType === AREA_TYPE.postcode) {
    // SAC-14: the product page provides no postcode.
    if (verify === 'pdpVerify')
      return [
        `${when} no postcode is given to the logistics service, so the default applies: ` +
          `PDP page postcode check ${config.defaultPdpPostcode === YES ? 'Yes' : 'No'}.`,
      ];
    return [
      `${when} ${whose} checked by postcode.`,
      `A postcode without a record of this ${owner} gets the default: ${defaultText(config, verify)}.`,
    ];
  }
  const chosen = config[level];
  if (chosen === null) return [`${when} ${whose} checked. The location level has not been chosen yet.`];
  return [
    `${when} ${whose} checked down to ${LEVEL_WORDS[chosen][0]}.`,
    ...('seller' in gaps
      ? ENDS.filter(end => checksSide(config[verify], end)).flatMap(end =>
          gapLines(config, verify, chosen, gaps[end][chosen], owner, end),
        )
      : gapLines(config, verify, chosen, gaps[chosen], owner)),
  ];
}

/** Sentences about the extra validation (SAC-15 to SAC-17). */
function extraLines(config: ServiceConfig, at: number): string[] {
  const { extraLimitType, zoneLevel } = config;
  if (extraLimitType === RESTRICTION.none) return [];
  const { verify } = SCENARIOS[at] as (typeof SCENARIOS)[number];
  if (verify === 'validateShopVerify') return ['The extra validation does not cover this.'];
  if (verify === 'pdpVerify' && config.pdpVerify !== 3) {
    return ["The extra validation does not cover this: it would need both the seller's and the buyer's address."];
  }
  const level = zoneLevel === 0 ? '' : `, by ${SAME_ZONE_LEVELS[zoneLevel].label.toLowerCase()}`;
  const rule =
    extraLimitType === RESTRICTION.sameZone
      ? `Seller and buyer must be in the same zone${level}`
      : "A route must lead from the seller's to the buyer's address";
  const always = verify !== 'pdpVerify' && config[verify] !== 3 ? '; this check uses both addresses' : '';
  return [`${rule}${always}.`];
}

/** Sentences about drop-off (SAC-18). */
const dropOffLines = (config: ServiceConfig, at: number): string[] =>
  SCENARIOS[at]?.verify === 'arrangeShipment' && checksSide(config.arrangeShipment, 'seller')
    ? ["When arranging drop-off, the seller's address is not validated."]
    : [];

/**
 * Explains a configuration.
 * @param owner the owner of the configuration, in words
 * @param gaps the known gaps by level; levels that are omitted are not mentioned
 */
export function explain(config: ServiceConfig, gaps: LevelGaps | EndGaps = {}, owner = 'channel'): ConfigText {
  if (config.isCheckServiceable === NO) {
    return {
      summary: 'The serviceable area check is off: no address is checked in any scenario.',
      scenarios: [],
    };
  }
  const by = config.serviceableType === AREA_TYPE.location ? 'location' : 'postcode';
  const shops =
    config.isSbsSameAsStandard === YES
      ? 'SBS shops are checked like any other shop.'
      : 'Shops that are whitelisted as SBS are checked against the records of type SBS.';
  return {
    summary: `Addresses are checked by ${by}. ${shops}`,
    scenarios: SCENARIOS.map(({ name }, at) => ({
      name,
      lines: [...checkLines(config, at, gaps, owner), ...extraLines(config, at), ...dropOffLines(config, at)],
    })),
  };
}
