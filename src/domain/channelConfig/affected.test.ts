import { describe, expect, it } from 'vitest';
import { countServices, samplePositions, withinSettings, type Services } from './affected.ts';

const ALL: Services = { deliver: 'yes', cod: 'yes', pickup: 'yes', codPickup: 'yes' };
const NONE = 'no no no no';
const ON = { status: 0, maintenance: 0, cod: 1, pickup: 1, dropoff: 1 };
const text = ({ deliver, cod, pickup, codPickup }: Services) => `${deliver} ${cod} ${pickup} ${codPickup}`;

describe('how settings affect the services at an address', () => {
  it.each<[string, object, Services, string]>([
    ['all services', {}, ALL, 'yes yes yes yes'],
    ['none for a disabled channel', { status: 1 }, ALL, NONE],
    ['none during maintenance', { maintenance: 1 }, ALL, NONE],
    ['no cash without COD', { cod: 0 }, ALL, 'yes no yes no'],
    ['no pickup where sellers bring', { pickup: 0 }, ALL, 'yes yes no no'],
    ['pickup where no mode is set (G44)', { pickup: 0, dropoff: 0 }, ALL, 'yes yes yes yes'],
    ['no more than there was', {}, { ...ALL, deliver: 'no', cod: 'no', pickup: 'open' }, 'no no open yes'],
  ])('the channel’s settings determine the services at an address: %s', (_what, settings, services, expected) => {
    expect(text(withinSettings(services, { ...ON, ...settings }))).toBe(expected);
  });
});

it('addresses with each service are counted before and after a change, with an example that changes', () => {
  const addresses = [{ ...ALL, cod: 'no' as const }, ALL, ALL];
  expect(countServices(['deliver', 'cod'], addresses, ON, { ...ON, cod: 0 })).toEqual([
    { key: 'deliver', before: 3, after: 3, example: null },
    { key: 'cod', before: 2, after: 0, example: 1 },
  ]);
  expect(countServices(['deliver'], [], ON, ON)).toEqual([{ key: 'deliver', before: 0, after: 0, example: null }]);
});

it.each([
  [0, 5, []],
  [3, 5, [0, 1, 2]],
  [10, 5, [0, 2, 4, 6, 8]],
  [7, 3, [0, 2, 4]],
])('a sample of %i records has at most %i, evenly spaced', (total, most, expected) =>
  expect(samplePositions(total, most)).toEqual(expected),
);
