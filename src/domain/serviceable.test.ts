import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicableTypeLabel, channelHint, isUnsupported, SUPPORT_KEYS, type ChannelSummary } from './serviceable.ts';

const channel = (serviceable_area_type: number, extra_limit_type = 0, zone_level = 0): ChannelSummary => ({
  channelId: 1,
  name: 'J&T Express',
  serviceable_area_type,
  extra_limit_type,
  zone_level,
});

describe('the channel hint', () => {
  it.each([
    [0, 'OFF'],
    [1, 'ON'],
    [2, 'ON'],
  ])('SAL-8: for serviceable_area_type %s, the check is shown as %s', (type, check) => {
    expect(channelHint(channel(type), 'other').check).toBe(check);
    expect(channelHint(channel(type), 'zone').check).toBe(check);
  });

  it.each([
    // Limit type, level, value on other screens (SAL-9), value on the zone screen (SAL-10, G40).
    [0, 0, 'N/A', 'OFF'],
    [0, 2, 'N/A', 'OFF'],
    [1, 0, 'Zone', 'Zone'],
    [1, 1, 'Zone', 'Zone (State)'],
    [1, 2, 'Zone', 'Zone (City)'],
    [1, 3, 'Zone', 'Zone (District)'],
    [1, 9, 'Zone', 'Zone'],
    [2, 0, 'Route', 'Route'],
    [2, 3, 'Route', 'Route'],
    [7, 1, 'N/A', 'OFF'],
  ])(
    'for limit type %s and level %s, the hint shows %s, and on the zone screen, it shows %s',
    (limit, level, other, zone) => {
      expect(channelHint(channel(1, limit, level), 'other').restriction).toBe(other);
      expect(channelHint(channel(1, limit, level), 'zone').restriction).toBe(zone);
    },
  );
});

it('a known applicable type is shown by name, an unknown one by number (G37)', () => {
  expect([0, 1, 7].map(applicableTypeLabel)).toEqual(['Standard', 'SBS', '7']);
});

it('a record is unsupported if and only if all four flags are No (G59)', () => {
  const flags = fc.record({
    canDeliver: fc.boolean(),
    canCOD: fc.boolean(),
    canPickup: fc.boolean(),
    canCODPickup: fc.boolean(),
  });
  fc.assert(
    fc.property(flags, row => {
      expect(isUnsupported(row)).toBe(!SUPPORT_KEYS.some(key => row[key]));
    }),
  );
});
