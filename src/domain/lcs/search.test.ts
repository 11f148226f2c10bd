import { assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distanceText,
  findBranches,
  metersBetween,
  readPoint,
  type BranchFacts,
  type BranchQuestion,
} from './search.ts';

const branch = (code: string, change: Partial<BranchFacts> = {}): BranchFacts => ({
  code,
  name: code,
  locationId: 11,
  state: 'Jawa Barat',
  city: 'Bandung',
  district: '',
  latitude: -6_900_000,
  longitude: 107_600_000,
  openingHours: 'Mon-Fri 08:00-17:00; Sat 09:00-12:00',
  dropOff: true,
  collects: true,
  returns: false,
  cod: false,
  status: 0,
  ...change,
});
const STATE = { locationId: 1, name: 'Jawa Barat' };
const BANDUNG = { locationId: 11, name: 'Bandung' };
const COBLONG = { locationId: 111, name: 'Coblong' };
const asked = (change: Partial<BranchQuestion> = {}): BranchQuestion => ({
  place: [],
  weekday: null,
  time: null,
  services: [],
  from: null,
  ...change,
});
const codes = (branches: BranchFacts[], change: Partial<BranchQuestion>) =>
  findBranches(branches, asked(change)).found.map(found => found.branch.code);

describe('finding branches that serve a place', () => {
  const all = [
    branch('CITY'),
    branch('DISTRICT', { locationId: 111, district: 'Coblong' }),
    branch('OTHER', { locationId: 112, district: 'Cicendo' }),
    branch('STATE', { locationId: 1, city: '' }),
    branch('FAR', { locationId: 21, state: 'Bali', city: 'Badung' }),
    // A city with the same name in another state.
    branch('NAMESAKE', { locationId: 31, state: 'Bali', city: 'Bandung' }),
  ];
  it.each<[string, BranchQuestion['place'], string[]]>([
    ['the whole country', [], ['CITY', 'DISTRICT', 'FAR', 'NAMESAKE', 'OTHER', 'STATE']],
    ['a state', [STATE], ['CITY', 'DISTRICT', 'OTHER', 'STATE']],
    ['a city: branches within it and those that contain it', [STATE, BANDUNG], ['CITY', 'DISTRICT', 'OTHER', 'STATE']],
    ['a district: no branches of its neighbors', [STATE, BANDUNG, COBLONG], ['CITY', 'DISTRICT', 'STATE']],
    ['a street', [STATE, BANDUNG, COBLONG, { locationId: 1111, name: 'Dago' }], ['CITY', 'DISTRICT', 'STATE']],
    [
      'another city',
      [
        { locationId: 2, name: 'Bali' },
        { locationId: 22, name: 'Gianyar' },
      ],
      [],
    ],
  ])('searching for a place finds the branches that serve %s', (_name, place, expected) =>
    expect(codes(all, { place }).toSorted()).toEqual(expected),
  );
});

describe('finding branches that are open at a given time', () => {
  const all = [branch('WEEK'), branch('NIGHT', { openingHours: 'Mon-Sun 00:00-24:00' })];
  it.each<[number | null, string | null, string[]]>([
    [null, null, ['NIGHT', 'WEEK']],
    [5, null, ['NIGHT', 'WEEK']],
    [6, null, ['NIGHT']],
    [5, '09:00', ['NIGHT', 'WEEK']],
    [5, '11:59', ['NIGHT', 'WEEK']],
    [5, '12:00', ['NIGHT']],
    [null, '18:00', ['NIGHT']],
    [6, '23:59', ['NIGHT']],
  ])('searching for branches on day %s at %s finds those that are open', (weekday, time, expected) =>
    expect(codes(all, { weekday, time })).toEqual(expected),
  );

  it('the branches found have the opening hours of the requested day', () =>
    expect(findBranches(all, asked({ weekday: 5 })).found.map(({ hours }) => hours?.to)).toEqual(['24:00', '12:00']));
});

it('the search finds only enabled branches with all requested services, and counts the excluded ones', () => {
  const all = [
    branch('A'),
    branch('B', { cod: true, returns: true }),
    branch('C', { cod: true }),
    branch('D', { cod: true, returns: true, status: 1 }),
    branch('E', { openingHours: 'Sun 08:00-12:00' }),
  ];
  const answer = findBranches(all, asked({ services: ['cod', 'returns'], weekday: 0 }));
  expect(answer.found.map(found => found.branch.code)).toEqual(['B']);
  expect(answer).toMatchObject({ serving: 5, leftOut: { disabled: 1, closed: 1, services: 2 } });
});

describe('distances to branches', () => {
  it('the branches found are sorted by distance, with ties sorted by code', () => {
    const all = [
      branch('C', { latitude: -6_800_000 }),
      branch('B'),
      branch('A'),
      branch('D', { latitude: -6_890_000 }),
    ];
    const answer = findBranches(all, asked({ from: { latitude: -6_900_000, longitude: 107_600_000 } }));
    expect(answer.found.map(({ branch: { code }, meters }) => [code, meters])).toEqual([
      ['A', 0],
      ['B', 0],
      ['D', 1112],
      ['C', 11_120],
    ]);
  });

  it('distances are measured from the center of the place’s branches if no point is given', () => {
    const all = [branch('A'), branch('B', { longitude: 107_700_000 }), branch('C', { longitude: 107_630_000 })];
    const answer = findBranches(all, asked({ place: [STATE] }));
    expect(answer.from).toEqual({ latitude: -6_900_000, longitude: 107_643_333 });
    expect(answer.found.map(found => found.branch.code)).toEqual(['C', 'A', 'B']);
    expect(findBranches(all, asked()).found[0]?.meters).toBeNull();
    // Branches of the city that contains a district also serve the district, but do not affect its center.
    const own = branch('Z', { locationId: 111, district: 'Coblong', longitude: 107_900_000 });
    const district = findBranches([...all, own], asked({ place: [STATE, BANDUNG, COBLONG] }));
    expect([district.from?.longitude, district.found[0]?.branch.code]).toEqual([107_900_000, 'Z']);
  });

  it.each([
    // From Jakarta to Bandung, and from Kuala Lumpur to Singapore.
    [[-6.2, 106.816_666], [-6.9175, 107.6191], 119],
    [[3.139, 101.6869], [1.3521, 103.8198], 309],
  ])('the distance from %j to %j is %s km', (a, b, km) => {
    const point = ([latitude = 0, longitude = 0]: number[]) => ({
      latitude: latitude * 1e6,
      longitude: longitude * 1e6,
    });
    expect(Math.round(metersBetween(point(a as number[]), point(b as number[])) / 1000)).toBe(km);
  });

  it('distances are symmetric and satisfy the triangle inequality', () => {
    const point = record({
      latitude: integer({ min: -90e6, max: 90e6 }),
      longitude: integer({ min: -180e6, max: 180e6 }),
    });
    assert(
      property(point, point, point, (a, b, c) => {
        expect(metersBetween(a, b)).toBe(metersBetween(b, a));
        expect(metersBetween(a, b)).toBeLessThanOrEqual(metersBetween(a, c) + metersBetween(c, b) + 2);
      }),
    );
  });

  it.each([
    [0, '0 m'],
    [994, '990 m'],
    [995, '1.0 km'],
    [3249, '3.2 km'],
    [99_949, '99.9 km'],
    [99_950, '100 km'],
    [15_954_321, '15,954 km'],
  ])('a distance of %s meters is formatted as %s', (meters, text) => expect(distanceText(meters)).toBe(text));
});

it.each([
  ['-6.885, 107.613611', { latitude: -6_885_000, longitude: 107_613_611 }],
  ['1.35 103.82', { latitude: 1_350_000, longitude: 103_820_000 }],
  ['-23.55;-46.63', { latitude: -23_550_000, longitude: -46_630_000 }],
  ['91, 0', null],
  ['0, 181', null],
  ['107', null],
  ['Bandung', null],
  ['', null],
])('coordinates written as %j are parsed', (text, point) => expect(readPoint(text)).toEqual(point));
