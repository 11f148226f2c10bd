import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  channelTypeText,
  fromCountries,
  hasWmsLocation,
  LIVE_CONFIRMATION,
  MAINTENANCE_CONFIRMATION,
  nameProblem,
  nonIntegratedFrom,
  warehouseDelta,
  warehouseIds,
  warehouseText,
  withWarehouses,
} from './channel.ts';
import { CHANNEL_TAGS } from './choices.ts';

describe('the rules of the channel dialog', () => {
  it.each([
    [0, 'Non-Integrate'],
    [10008, 'Integrate'],
    [7, '7'],
  ])('channel type %i is labeled %s (CHC-3, G18)', (type, text) => {
    expect(channelTypeText(type)).toBe(text);
  });

  it('the WMS location is shown only for the two WMS channel tags (CHC-16)', () => {
    expect(CHANNEL_TAGS.filter(({ value }) => hasWmsLocation(value)).map(({ label }) => label)).toEqual([
      'Local WMS Channel',
      'Cross Border Channel&Local WMS Channel',
    ]);
  });

  it.each([
    ['channelName', '', 'Buyer Side Channel Name is mandatory'],
    ['channelName', '   ', 'Buyer Side Channel Name is mandatory'],
    ['channelName', ' \u200b\u3000\u2060', 'Buyer Side Channel Name is mandatory'],
    ['display_name', '', 'Seller Side Channel Name is mandatory'],
    ['channelName', 'x'.repeat(255), null],
    ['display_name', 'x'.repeat(256), 'Seller Side Channel Name allows at most 255 characters'],
  ] as const)('for the name %s %j, the error message is %s (CHC-13, CHC-14)', (field, name, problem) => {
    expect(nameProblem(field, name)).toBe(problem);
  });

  it('the confirmations of the channel dialog use the prescribed wording (CHC-18, CHC-19)', () => {
    expect(LIVE_CONFIRMATION).toBe(
      'Please Confirm: You are about to update the configuration in the live environment. Are you sure you want to continue?',
    );
    expect(MAINTENANCE_CONFIRMATION).toBe(
      'Click Confirm and your action will take effect immediately. Please confirm whether to continue!',
    );
  });
});

describe('warehouse lists (CHC-40, G56)', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[A-Z0-9-]{1,6}$/)).map(list => warehouseIds(warehouseText(list)));

  it('applying the delta between two warehouse lists to the first yields the second', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        expect(warehouseText(withWarehouses(before, warehouseDelta(before, after)))).toBe(warehouseText(after));
      }),
    );
  });

  it('warehouse lists are sorted and contain each warehouse once', () => {
    expect(warehouseText(['B', 'A', 'B'])).toBe('A,B');
    expect(warehouseIds('')).toEqual([]);
  });
});

describe('countries of origin of non-integrated channels (CHC-42)', () => {
  const channels = [
    { channel_type: 0, from_country: 'SG' },
    { channel_type: 10008, from_country: 'TW' },
    { channel_type: 0, from_country: 'SG' },
  ];
  it('non-integrated channels can ship from the entity’s country and from the countries of existing ones', () => {
    expect(nonIntegratedFrom('MY', channels)).toEqual(['MY', 'SG']);
    expect(nonIntegratedFrom('ID', [])).toEqual(['ID']);
  });
  it('fromCountries lists the given countries first and contains each country once', () => {
    expect(fromCountries(['SG', 'MY'])).toEqual(['SG', 'MY', 'ID', 'PH', 'TW', 'TH', 'VN', 'BR']);
  });
});
