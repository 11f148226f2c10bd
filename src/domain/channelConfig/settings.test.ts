import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO, YES } from '../serviceableChoices.ts';
import {
  dimensionSides,
  EXTRA_SETTINGS,
  extraOfSettings,
  extraSettings,
  withExtraSettings,
  type ExtraSettings,
} from './settings.ts';

const OPEN: ExtraSettings = { ...Object.fromEntries(EXTRA_SETTINGS.map(name => [name, null])), kyc_control: NO };
const settings: fc.Arbitrary<ExtraSettings> = fc.record(
  Object.fromEntries(
    EXTRA_SETTINGS.map(name => [
      name,
      name === 'kyc_control'
        ? fc.constantFrom(NO, YES)
        : fc.option(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), { nil: null }),
    ]),
  ) as Record<string, fc.Arbitrary<number | null>>,
  { noNullPrototype: true },
);

describe('converting extra data to settings', () => {
  it.each([
    [{ max_size: 12.5 }, { max_size: 12_500 }],
    [{ max_size: 0 }, { max_size: 0 }],
    [{ max_size: '' as const }, {}],
    [{ cod_max_order_total: 1_999_000 }, { cod_max_order_total: 1_999_000 }],
    [{ kyc_control: true }, { kyc_control: YES }],
    [
      { dimension_criterion: { max_length: 1, max_width: 2, sum_height: 3.25 } },
      { dimension_max_length: 1000, dimension_max_width: 2000, dimension_sum_height: 3250 },
    ],
    [{ partner_code: 5 }, {}],
  ])('extra data %o is stored as the settings %o', (extra, own) => {
    expect(extraSettings(extra)).toEqual({ ...OPEN, ...own });
  });

  it('settings survive a round trip through extra data', () => {
    fc.assert(
      fc.property(settings, own => {
        expect(extraSettings(extraOfSettings(own))).toEqual(own);
      }),
    );
  });

  it('only fields whose settings differ are written, and unknown fields are preserved', () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const stored = { ...extraOfSettings(before), partner_code: 7 };
        const next = withExtraSettings(stored, before, after);
        expect(extraSettings(next)).toEqual(after);
        expect(next['partner_code']).toBe(7);
      }),
    );
  });

  it('an empty field keeps its exact representation if its setting is unchanged', () => {
    expect(withExtraSettings({ max_size: '' }, OPEN, { ...OPEN, min_size: 1000 })).toEqual({
      max_size: '',
      min_size: 1,
    });
  });

  it('KYC control is omitted from the extra data if a new channel lacks it or a channel loses it (CHC-32)', () => {
    expect(withExtraSettings({}, {}, OPEN)).toEqual({});
    expect(withExtraSettings({ kyc_control: true }, { ...OPEN, kyc_control: 1 }, { ...OPEN, kyc_control: 0 })).toEqual(
      {},
    );
  });

  it('dimensionSides reads the dimension criterion from a record’s settings', () => {
    expect(dimensionSides({ ...OPEN, dimension_max_width: 5 })).toEqual({
      max_length: null,
      max_width: 5,
      sum_height: null,
    });
  });
});
