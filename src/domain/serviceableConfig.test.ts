import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from './country.ts';
import { CHANNEL_BIT, withBit } from './flags.ts';
import { SCENARIOS } from './serviceableChoices.ts';
import {
  configProblem,
  forbiddenValues,
  isDisabled,
  isSideDisabled,
  missingFields,
  newConfig,
  shipmentModeText,
  withChannel,
  withField,
  withoutForbidden,
  withSide,
  type ConfigField,
  type ServiceConfig,
} from './serviceableConfig.ts';

/**
 * A flag with the given bits 22 and 23, and with other bits that must not matter; bit 62 exceeds the precision of a
 * number.
 */
const flagOf = (pickup: boolean, dropoff: boolean): bigint =>
  withBit(withBit(withBit(1n << 62n, 4, true), CHANNEL_BIT.pickup, pickup), CHANNEL_BIT.dropoff, dropoff);
const verifies = ({ pdpVerify, checkoutVerify, validateShopVerify, arrangeShipment }: ServiceConfig) => [
  pdpVerify,
  checkoutVerify,
  validateShopVerify,
  arrangeShipment,
];
const levels = (config: ServiceConfig) => SCENARIOS.map(({ level }) => config[level]);
const all = (config: ServiceConfig) =>
  ({
    ...config,
    pdp_level: 3,
    checkout_level: 3,
    shop_level: 2,
    arrangeshipment_level: 4,
  }) as const;
const zoned: ServiceConfig = { ...all(newConfig()), extraLimitType: 1, zoneLevel: 2, isSbsSameAsStandard: 0 };

describe('defaults of a new configuration (SAC-32, SAC-33, G2, G43)', () => {
  it('a new configuration only turns on the check, deliver and PDP postcode, with all scenarios set to 3', () => {
    expect(newConfig()).toEqual({
      isCheckServiceable: 1,
      serviceableType: 1,
      extraLimitType: 0,
      zoneLevel: 0,
      isSbsSameAsStandard: 1,
      pdpVerify: 3,
      checkoutVerify: 3,
      validateShopVerify: 3,
      arrangeShipment: 3,
      pdp_level: null,
      checkout_level: null,
      shop_level: null,
      arrangeshipment_level: null,
      defaultDeliverEnabled: 1,
      defaultCodEnabled: 0,
      defaultPickupEnabled: 0,
      defaultCodPickupEnabled: 0,
      defaultPdpPostcode: 1,
    });
  });
});

describe('choosing a channel (SAC-24 to SAC-28, G3, G44)', () => {
  it.each([
    ['pickup only', true, false, 'ID', [3, 3, 2, 3], 'Pickup'],
    ['drop-off only', false, true, 'ID', [1, 1, 0, 1], 'Drop-off'],
    ['both', true, true, 'VN', [1, 1, 0, 1], 'Pickup and drop-off'],
    ['neither, which turns on all checks', false, false, 'ID', [3, 3, 3, 3], 'Neither pickup nor drop-off'],
    ['the Philippines, pickup only', true, false, 'PH', [0, 0, 0, 0], 'Pickup'],
    ['the Philippines, neither', false, false, 'PH', [0, 0, 0, 0], 'Neither pickup nor drop-off'],
  ] as const)(
    'choosing a channel with %s sets the verify values and the shipment mode',
    (_, pickup, dropoff, country, expected, mode) => {
      const flag = flagOf(pickup, dropoff);
      expect(verifies(withChannel(newConfig(), flag, country))).toEqual(expected);
      expect(shipmentModeText(flag)).toBe(mode);
    },
  );

  it('choosing a channel changes only the four verify values', () => {
    const { pdpVerify, checkoutVerify, validateShopVerify, arrangeShipment, ...rest } = zoned;
    expect(withChannel(zoned, flagOf(true, false), 'ID')).toMatchObject(rest);
    expect([pdpVerify, checkoutVerify, validateShopVerify, arrangeShipment]).toEqual([3, 3, 3, 3]);
  });

  it('choosing another channel discards the effects of the previous channel', () => {
    const one = withChannel(newConfig(), flagOf(true, false), 'ID');
    expect(verifies(withChannel(one, flagOf(false, true), 'ID'))).toEqual([1, 1, 0, 1]);
    expect(verifies(withChannel(one, flagOf(false, false), 'ID'))).toEqual([3, 3, 3, 3]);
  });
});

describe('fields that depend on another field', () => {
  it('setting the check to No resets everything except the verify values and the PDP postcode (SAC-29, G5)', () => {
    const on: ServiceConfig = { ...zoned, serviceableType: 1, defaultPickupEnabled: 1, defaultCodEnabled: 1 };
    expect(withField(on, 'isCheckServiceable', 0)).toEqual({
      ...newConfig(),
      isCheckServiceable: 0,
      defaultDeliverEnabled: 0,
    });
  });

  it('setting the check to Yes sets deliver to Yes and the other three defaults to No (SAC-30)', () => {
    const off = withField(zoned, 'isCheckServiceable', 0);
    const odd: ServiceConfig = { ...off, defaultCodEnabled: 1, defaultPickupEnabled: 1, defaultCodPickupEnabled: 1 };
    expect(withField(odd, 'isCheckServiceable', 1)).toMatchObject({
      isCheckServiceable: 1,
      defaultDeliverEnabled: 1,
      defaultCodEnabled: 0,
      defaultPickupEnabled: 0,
      defaultCodPickupEnabled: 0,
    });
  });

  it('changing the type clears the four levels; setting the same type does not (SAC-31)', () => {
    expect(levels(withField(zoned, 'serviceableType', 2))).toEqual([null, null, null, null]);
    expect(levels(withField(zoned, 'serviceableType', 1))).toEqual([3, 3, 2, 4]);
    const back = withField(withField(zoned, 'serviceableType', 2), 'serviceableType', 1);
    expect(levels(back)).toEqual([null, null, null, null]);
  });

  it.each([
    [0, 0],
    [2, 0],
    [1, 2],
  ] as const)('if the extra validation is set to %i, the zone level becomes %i (SAC-31)', (extra, level) => {
    expect(withField(zoned, 'extraLimitType', extra).zoneLevel).toBe(level);
  });

  it.each([
    ['buyer', 1, 2, 3],
    ['buyer', 0, 3, 2],
    ['seller', 1, 1, 3],
    ['seller', 0, 3, 1],
    ['seller', 0, 1, 1],
  ] as const)(
    'setting the %s of a scenario to %i changes its value from %i to %i (SAC-22, G1)',
    (side, on, before, after) => {
      expect(withSide({ ...zoned, checkoutVerify: before }, 'checkoutVerify', side, on).checkoutVerify).toBe(after);
    },
  );
});

describe('fields that are read-only', () => {
  const FIELDS = Object.keys(newConfig()) as ConfigField[];

  it('while the check is set to No, all other fields are read-only (SAC-35, G46)', () => {
    const off = withField(zoned, 'isCheckServiceable', 0);
    expect(FIELDS.filter(field => !isDisabled(off, field))).toEqual(['isCheckServiceable']);
  });

  it.each([
    [0, true],
    [1, false],
    [2, true],
  ] as const)(
    'if the extra validation is %i, the zone level is read-only: %s (SAC-36, G39)',
    (extraLimitType, disabled) => {
      expect(isDisabled({ ...newConfig(), extraLimitType }, 'zoneLevel')).toBe(disabled);
    },
  );

  it.each([
    [1, false],
    [2, true],
  ] as const)('if the type is %i, the location levels are read-only: %s (SAC-37)', (serviceableType, disabled) => {
    const config = { ...newConfig(), serviceableType };
    expect(SCENARIOS.map(({ level }) => isDisabled(config, level))).toEqual([disabled, disabled, disabled, disabled]);
  });

  it('the PDP postcode and the seller’s side of the shop scenario are always read-only (SAC-11, SAC-14)', () => {
    expect(isDisabled(newConfig(), 'defaultPdpPostcode')).toBe(true);
    expect(SCENARIOS.map(({ verify }) => isSideDisabled(newConfig(), verify, 'seller'))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(isSideDisabled(newConfig(), 'validateShopVerify', 'buyer')).toBe(false);
    expect(withSide(newConfig(), 'validateShopVerify', 'seller', 0)).toEqual(newConfig());
    expect(withField(newConfig(), 'defaultPdpPostcode', 0)).toEqual(newConfig());
  });
});

describe('fields that are required (G47)', () => {
  const problems = (config: ServiceConfig) => missingFields(config).map(({ problem }) => problem);

  it.each<[string, Partial<ServiceConfig>, string[]]>([
    [
      'a new configuration',
      {},
      [
        'Location level of Product Detail Page is required',
        'Location level of Order Verification is required',
        'Location level of Shop Level Verification is required',
        'Location level of Shipment Level Verification is required',
      ],
    ],
    ['a complete configuration', { ...zoned }, []],
    ['same zone without a level', { ...zoned, zoneLevel: 0 }, ['Same Zone Check Level is required']],
    ['a scenario that checks no address', { ...zoned, shop_level: null, validateShopVerify: 0 }, []],
    ['postcodes', { serviceableType: 2 }, []],
    ['the check turned off', { isCheckServiceable: 0 }, []],
  ])('the missing required fields are listed for %s', (_, changes, expected) =>
    expect(problems({ ...newConfig(), ...changes })).toEqual(expected),
  );
});

describe('combinations of values that are not allowed', () => {
  const off = withField(newConfig(), 'isCheckServiceable', 0);
  it.each<[string, ServiceConfig, string]>([
    [
      'a type while the check is off',
      { ...off, serviceableType: 2 },
      'Serviceable Area Type cannot be set while Serviceable Area Check is No',
    ],
    [
      'a default while the check is off',
      { ...off, defaultCodEnabled: 1 },
      'Support COD Deliver cannot be set while Serviceable Area Check is No',
    ],
    [
      'a level while the check is off',
      { ...off, shop_level: 1 },
      'Location level of Shop Level Verification cannot be set while Serviceable Area Check is No',
    ],
    [
      'a location level with type Postcode',
      { ...newConfig(), serviceableType: 2, pdp_level: 1 },
      'Location level of Product Detail Page can only be set if Serviceable Area Type is Location',
    ],
    [
      'a zone level with route validation',
      { ...all(newConfig()), extraLimitType: 2, zoneLevel: 1 },
      'Same Zone Check Level can only be set if Extra Validation is Same zone',
    ],
  ])('a configuration is refused with %s', (_, config, problem) =>
    expect(configProblem(config)?.problem).toBe(problem),
  );

  const yesNo = fc.constantFrom(0 as const, 1 as const);
  const field = <F extends ConfigField>(name: F, values: readonly ServiceConfig[F][]) =>
    fc.constantFrom(...values).map(value => (config: ServiceConfig) => withField(config, name, value));
  const click: fc.Arbitrary<(config: ServiceConfig) => ServiceConfig> = fc.oneof(
    field('isCheckServiceable', [0, 1]),
    field('serviceableType', [1, 2]),
    field('extraLimitType', [0, 1, 2]),
    field('zoneLevel', [0, 1, 2, 3]),
    field('isSbsSameAsStandard', [0, 1]),
    field('defaultDeliverEnabled', [0, 1]),
    field('defaultCodEnabled', [0, 1]),
    field('defaultPickupEnabled', [0, 1]),
    field('defaultCodPickupEnabled', [0, 1]),
    field('defaultPdpPostcode', [0, 1]),
    ...SCENARIOS.map(({ level }) => field(level, [1, 2, 3, 4])),
    fc.tuple(fc.constantFrom(...SCENARIOS), fc.constantFrom('buyer' as const, 'seller' as const), yesNo).map(
      ([{ verify }, side, on]) =>
        (config: ServiceConfig) =>
          withSide(config, verify, side, on),
    ),
    fc.tuple(fc.boolean(), fc.boolean(), fc.constantFrom(...COUNTRY_CODES)).map(
      ([pickup, dropoff, country]) =>
        (config: ServiceConfig) =>
          withChannel(config, flagOf(pickup, dropoff), country),
    ),
  );

  it('a forbidden configuration is replaced with the closest allowed one', () => {
    const value = (values: readonly (number | null)[]) => fc.constantFrom(...values);
    const any = fc.record({
      isCheckServiceable: value([0, 1]),
      serviceableType: value([1, 2]),
      extraLimitType: value([0, 1, 2]),
      zoneLevel: value([0, 1, 2, 3]),
      isSbsSameAsStandard: value([0, 1]),
      defaultCodEnabled: value([0, 1]),
      shop_level: value([null, 1, 4]),
    });
    fc.assert(
      fc.property(any, values => {
        const config = { ...newConfig(), ...values } as ServiceConfig;
        const mended = withoutForbidden(config);
        expect(forbiddenValues(mended)).toEqual([]);
        expect(mended.isCheckServiceable).toBe(config.isCheckServiceable);
        expect(mended === config).toBe(forbiddenValues(config).length === 0);
      }),
    );
  });

  it('no sequence of changes in the form results in a forbidden configuration', () => {
    fc.assert(
      fc.property(fc.array(click, { maxLength: 40 }), clicks => {
        const config = clicks.reduce((state, change) => change(state), newConfig());
        expect(forbiddenValues(config)).toEqual([]);
        // A field reported as missing is always one that the person can fill in.
        for (const { field: name } of missingFields(config)) expect(isDisabled(config, name)).toBe(false);
        expect(config.defaultPdpPostcode).toBe(1);
      }),
      { numRuns: 500 },
    );
  });
});
