import {
  AREA_TYPES,
  AREA_TYPE,
  CHECK_LEVELS,
  CONFIG_LABELS,
  levelLabel,
  NO,
  NO_YES,
  RESTRICTION,
  RESTRICTIONS,
  SAME_ZONE_LEVELS,
  SCENARIOS,
  VERIFIES,
  YES,
  type Scenario,
  type YesNo,
} from '../../domain/serviceableChoices.ts';
import { CONFIG_FOLLOWS, configProblem } from '../../domain/serviceableConfig.ts';
import { OWNERS, type IdScope } from '../owner.ts';
import type { Field } from '../fields/all.ts';
import { channel, threePl } from '../fields/channel.ts';
import { choice, emptyChoice } from '../fields/choice.ts';
import { text } from '../fields/text.ts';
import { defineResource, type Resource, type RowOf } from '../resource.ts';
import { callsFor, EQUAL, identityOf, type Variant } from './support.ts';

const yesNo = (label: string, initial: YesNo, width = 84) => choice(label, NO_YES, { initial, width, any: true });

const [PDP, CHECKOUT, SHOP, SHIPMENT] = SCENARIOS;
const verify = (scenario: Scenario, width: number) => {
  const { name, when } = scenario;
  return choice(when === '' ? name : `${name} (${when})`, VERIFIES, { initial: 3, width });
};
const level = (scenario: Scenario) => emptyChoice(levelLabel(scenario), CHECK_LEVELS);

/**
 * The fields of a serviceable-area configuration (SAC-2, SAC-19, SAC-20) of a channel or a 3PL (TPL-7). The numeric
 * values are those of the documents (G38 to G42); domain/serviceableConfig defines the rules between the fields.
 */
export const configurationFields = {
  isCheckServiceable: yesNo(CONFIG_LABELS.isCheckServiceable, YES, 96),
  serviceableType: choice(CONFIG_LABELS.serviceableType, AREA_TYPES, {
    initial: AREA_TYPE.location,
    width: 96,
    any: true,
  }),
  extraLimitType: choice(CONFIG_LABELS.extraLimitType, RESTRICTIONS, {
    initial: RESTRICTION.none,
    width: 96,
    any: true,
  }),
  zoneLevel: choice(CONFIG_LABELS.zoneLevel, SAME_ZONE_LEVELS, { initial: 0, width: 100 }),
  pdpVerify: verify(PDP, 150),
  pdp_level: level(PDP),
  checkoutVerify: verify(CHECKOUT, 190),
  checkout_level: level(CHECKOUT),
  validateShopVerify: verify(SHOP, 190),
  shop_level: level(SHOP),
  arrangeShipment: verify(SHIPMENT, 190),
  arrangeshipment_level: level(SHIPMENT),
  // The stored value is the inverse of what the label says (G42).
  isSbsSameAsStandard: choice(
    CONFIG_LABELS.isSbsSameAsStandard,
    [
      { value: YES, label: 'No' },
      { value: NO, label: 'Yes' },
    ],
    { initial: YES, width: 132 },
  ),
  defaultPickupEnabled: yesNo(CONFIG_LABELS.defaultPickupEnabled, NO),
  defaultDeliverEnabled: yesNo(CONFIG_LABELS.defaultDeliverEnabled, YES),
  // G6: the label in the table is shorter than the one in the form.
  defaultCodEnabled: yesNo('Support COD', NO),
  defaultCodPickupEnabled: yesNo(CONFIG_LABELS.defaultCodPickupEnabled, NO),
  defaultPdpPostcode: yesNo(CONFIG_LABELS.defaultPdpPostcode, YES, 100),
} as const;

/** Fields that an edit changes: all except the key. */
export const CONFIGURATION_EDIT = Object.keys(configurationFields) as readonly (keyof typeof configurationFields)[];

/** Columns in the order of SAC-2; each location level is shown next to its scenario. */
export const CONFIGURATION_COLUMNS = [
  'isCheckServiceable',
  'serviceableType',
  'extraLimitType',
  'zoneLevel',
  'pdpVerify',
  'checkoutVerify',
  'validateShopVerify',
  'arrangeShipment',
  'isSbsSameAsStandard',
  'defaultPickupEnabled',
  'defaultDeliverEnabled',
  'defaultCodEnabled',
  'defaultCodPickupEnabled',
  'defaultPdpPostcode',
] as const satisfies readonly (keyof typeof configurationFields)[];

/**
 * How the serviceable-area check of a channel or a 3PL works (channels spec 2.5, 3, 7.2; SAC-1 to SAC-40, TPL-7), with
 * one record for each. All records of a country are cached together, because the hint shown by every list is based on
 * them. Records cannot be deleted or imported (G81).
 *
 * @param owner the fields with the id and the name of the channel or 3PL
 */
const configurationOf = <const V extends Variant, const O extends Readonly<Record<string, Field>>>(
  variant: V,
  owner: O,
) => {
  const { field, word } = OWNERS[variant.scope];
  return {
    ...identityOf(variant),
    scope: 'entity',
    fields: { ...owner, ...configurationFields },
    key: [field],
    order: [field],
    edit: CONFIGURATION_EDIT,
    filters: {
      [field]: EQUAL,
      isCheckServiceable: EQUAL,
      serviceableType: EQUAL,
      extraLimitType: EQUAL,
    },
    columns: [...Object.keys(owner), 'country', ...CONFIGURATION_COLUMNS],
    problem: configProblem,
    follows: CONFIG_FOLLOWS,
    title: row => `configuration of ${word} ${String(row[field])}`,
    calls: { ...callsFor({ base: variant.base, list: `${variant.base}/` }), delete: false, import: false },
  } as const satisfies Resource;
};

const NAME = { max: 255, folded: true, width: 120 } as const;

export const channelServiceConf = defineResource(
  configurationOf(
    {
      id: 'channelServiceConf',
      collection: 'channelServiceConfs',
      feed: 27,
      label: { one: 'Channel Configuration', many: 'Channel configurations' },
      page: { path: '/carrier/serviceable/channel-configuration', title: 'Channel Configuration' },
      scope: 'channel',
      base: '/channelServiceConf',
    },
    {
      channelId: channel('Channel ID', { width: 76, always: true }),
      name: text('Channel Name', { ...NAME, of: 'channelId' }),
    },
  ),
);
export type ChannelServiceConfRow = RowOf<typeof channelServiceConf>;

export const threePlServiceConf = defineResource(
  configurationOf(
    {
      id: 'threePlServiceConf',
      collection: 'threePlServiceConfs',
      feed: 28,
      label: { one: '3PL Configuration', many: '3PL configurations' },
      page: { path: '/carrier/serviceable3pl/3pl-configuration', title: '3PL Configuration' },
      scope: '3pl',
      base: '/threePLServiceConf',
    },
    {
      threePlId: threePl('3PL ID', { width: 76, always: true }),
      name: text('3PL Name', { ...NAME, of: 'threePlId' }),
    },
  ),
);

/** The configuration resource for each kind of owner. */
export const CONFIGURATIONS: Readonly<Record<IdScope, Resource>> = {
  channel: channelServiceConf,
  '3pl': threePlServiceConf,
};
