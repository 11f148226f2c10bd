import { describe, expect, it } from 'vitest';
import { CHANNEL_TAG } from './choices.ts';
import { copiedSettings, pickSettings } from './copy.ts';
import { settingsProblem } from './problem.ts';

/** Tests for copying a group of settings from one channel to another (CHC-16, CHC-20 to CHC-25, CHC-35, G52). */

const COD = ['cod', 'cod_toggle', 'shop_cod_whitelist', 'shop_cod_blacklist', 'sod'];
const OFF = { cod: 0, cod_toggle: 0, shop_cod_whitelist: 0, shop_cod_blacklist: 0, sod: 0 };
const PLACE = { from_country: 'ID', channel_tag: CHANNEL_TAG.local, seller_location: '', warehouse_location: '' };
const NO_SIDES = { dimension_max_length: null, dimension_max_width: null, dimension_sum_height: null };

type Values = Record<string, unknown>;
const outcome = (names: string[], source: Values, target: Values, country: 'ID' | 'TW' = 'ID') =>
  Object.fromEntries(
    copiedSettings(names, source, target, country).map(({ name, is, why }) => [name, why ? `${is}: ${why}` : is]),
  );

describe('copying settings from one channel to another', () => {
  it.each<[string, string[], Values, Values, Record<string, string>]>([
    [
      'changes those that differ',
      ['priority', 'status'],
      { priority: 3, status: 0 },
      { priority: 4, status: 0 },
      { priority: 'changed', status: 'equal' },
    ],
    ['treats missing and null as equal', ['max_size'], {}, { max_size: null }, { max_size: 'equal' }],
    [
      'clears a setting that is null in the source',
      ['max_size'],
      { max_size: null },
      { max_size: 0 },
      { max_size: 'changed' },
    ],
    ['distinguishes zero from unset', ['max_size'], { max_size: 0 }, { max_size: null }, { max_size: 'changed' }],
    [
      'copies a whole group consistently',
      COD,
      { ...OFF, cod: 1, shop_cod_whitelist: 1 },
      { ...OFF, cod: 1, shop_cod_blacklist: 1 },
      { cod: 'equal', cod_toggle: 'equal', shop_cod_whitelist: 'changed', shop_cod_blacklist: 'changed', sod: 'equal' },
    ],
    [
      'requires COD to be on',
      ['cod_toggle'],
      { ...OFF, cod: 1, cod_toggle: 1 },
      OFF,
      { cod_toggle: 'forbidden: COD is off for this channel. Copy COD as well, or turn it on first' },
    ],
    [
      'turns off the blacklist if the whitelist is copied (CHC-25)',
      ['shop_cod_whitelist'],
      { ...OFF, cod: 1, shop_cod_whitelist: 1 },
      { ...OFF, cod: 1, shop_cod_blacklist: 1 },
      { shop_cod_whitelist: 'changed', shop_cod_blacklist: 'changed' },
    ],
    [
      'refuses an incomplete dimension criterion',
      ['dimension_max_width'],
      { ...NO_SIDES, dimension_max_width: 5 },
      NO_SIDES,
      { dimension_max_width: 'forbidden: All values in dimension_criterion should be filled toghether' },
    ],
    [
      'completes the dimension criterion',
      ['dimension_max_width'],
      { dimension_max_width: 5 },
      { dimension_max_length: 1, dimension_max_width: null, dimension_sum_height: 2 },
      { dimension_max_width: 'changed' },
    ],
    [
      'refuses warehouses of another country',
      ['seller_location'],
      { ...PLACE, seller_location: 'ID-1' },
      { ...PLACE, from_country: 'SG' },
      { seller_location: 'forbidden: The warehouses are in ID, and this channel ships from SG' },
    ],
    [
      'can clear warehouses of another country',
      ['seller_location'],
      PLACE,
      { ...PLACE, from_country: 'SG', seller_location: 'SG-1' },
      { seller_location: 'changed' },
    ],
    [
      'requires the WMS warehouse tag',
      ['warehouse_location'],
      { ...PLACE, channel_tag: CHANNEL_TAG.localWms, warehouse_location: 'W-1' },
      PLACE,
      {
        warehouse_location: 'forbidden: The channel tag of this channel has no WMS location. Copy Channel Tag as well',
      },
    ],
    [
      'copies the WMS warehouse tag along with the warehouses',
      ['channel_tag', 'warehouse_location'],
      { ...PLACE, channel_tag: CHANNEL_TAG.localWms, warehouse_location: 'W-1' },
      PLACE,
      { channel_tag: 'changed', warehouse_location: 'changed' },
    ],
    [
      'removes WMS warehouses that the copied tag does not have (CHC-16)',
      ['channel_tag'],
      PLACE,
      { ...PLACE, channel_tag: CHANNEL_TAG.crossBorderAndWms, warehouse_location: 'W-1,W-2' },
      { channel_tag: 'changed', warehouse_location: 'changed' },
    ],
    [
      'refuses KYC control where it does not exist',
      ['kyc_control'],
      { kyc_control: 1 },
      { kyc_control: 0 },
      { kyc_control: 'forbidden: KYC control is available only in Taiwan' },
    ],
    [
      'does not validate equal settings',
      ['kyc_control'],
      { kyc_control: 1 },
      { kyc_control: 1 },
      { kyc_control: 'equal' },
    ],
  ])('copying settings to another channel %s', (_what, names, source, target, expected) => {
    expect(outcome(names, source, target)).toEqual(expected);
  });

  it('SOD can be copied only in the country that has it, and only if COD is on', () => {
    const source = { ...OFF, cod: 1, sod: 1 };
    expect(outcome(COD, source, OFF, 'TW')).toMatchObject({ cod: 'changed', sod: 'changed' });
    expect(outcome(['sod'], source, OFF, 'TW')).toEqual({
      sod: 'forbidden: COD is off for this channel. Copy COD as well, or turn it on first',
    });
    expect(outcome(COD, source, OFF, 'ID')).toMatchObject({ sod: 'forbidden: SOD is available only in Taiwan' });
    // Turning COD off also turns off SOD if SOD is not copied (CHC-23).
    expect(outcome(['cod'], OFF, source, 'TW')).toEqual({ cod: 'changed', sod: 'changed' });
  });
});

const brokenRule = (set: Record<string, unknown>, row: Record<string, unknown>) =>
  settingsProblem({ ...row, ...set }, 'ID', Object.keys(set));

describe('applying a record’s rules after a change', () => {
  it('a rule between a record’s fields is checked only if a change touches one of its settings', () => {
    const broken = { ...OFF, shop_cod_whitelist: 1, shop_cod_blacklist: 1, ...NO_SIDES };
    expect(brokenRule({ priority: 1 }, broken)).toBeNull();
    expect(brokenRule({ dimension_max_length: 1 }, broken)?.field).toBe('dimension_max_width');
    expect(brokenRule({ cod: 1 }, broken)?.field).toBe('shop_cod_blacklist');
    expect(brokenRule({ cod: 1, shop_cod_blacklist: 0 }, broken)).toBeNull();
    expect(brokenRule({ channelName: ' ' }, {})?.field).toBe('channelName');
  });
});

it('a missing setting counts as unset', () => {
  expect(pickSettings(['a', 'b'], { a: 0 })).toEqual({ a: 0, b: null });
});
