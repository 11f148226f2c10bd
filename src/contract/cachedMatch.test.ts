import { describe, expect, it } from 'vitest';
import { DECLARED } from './cached.ts';
import { cachedMatches } from './cachedMatch.ts';

const route = {
  channelId: 1,
  applicableType: 0,
  fromState: 'Jawa Barat',
  fromCity: 'Bandung',
  fromDistrict: '',
  toState: 'Đà Nẵng',
  toCity: '',
  toDistrict: '',
};
const postcode = { channelId: 1, type: 0, zipcode: 'SW1-2', canDeliver: false, canCOD: false, canPickup: false };

describe('matching cached records against filters', () => {
  it.each([
    [{ channelId: 1, applicableType: 0 }, true],
    [{ channelId: 2 }, false],
    [{ applicableType: 1 }, false],
    [{ from: 'bandung' }, true],
    [{ from: 'jawa' }, true],
    [{ from: 'da nang' }, false],
    [{ to: 'da nang', from: '' }, true],
    [{ quick: 'jawa nang' }, true],
    [{ quick: 'jawa bali' }, false],
  ])('for a route, the filters %j match: %s', (filters, belongs) => {
    expect(cachedMatches(DECLARED.channelRoutes, route, filters)).toBe(belongs);
  });

  it.each([
    [{ postcode: 'sw1' }, true],
    [{ postcode: '1-2' }, false],
    [{ postcode: ['x', 'sw1-2'] }, true],
    [{ postcode: ['sw1', '1-2'] }, false],
    [{ displayUnsupported: true }, true],
    [{ displayUnsupported: false }, false],
  ])('for a postcode, the filters %j match: %s', (filters, belongs) => {
    expect(cachedMatches(DECLARED.channelPostcodes, postcode, filters)).toBe(belongs);
  });

  it('the zone filter matches any substring of a zone’s code', () => {
    const zone = { channelId: 1, zone: 'Zóne A-1', locationId: 5, state: 'Banten', city: '', district: '' };
    expect(cachedMatches(DECLARED.channelZones, zone, { zone: 'one a' })).toBe(true);
    expect(cachedMatches(DECLARED.channelZones, zone, { zone: 'one b' })).toBe(false);
    expect(cachedMatches(DECLARED.channelZones, zone, { locationId: 5, city: 'x' })).toBe(false);
    expect([[4, 5], [4], [51]].map(locationId => cachedMatches(DECLARED.channelZones, zone, { locationId }))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
