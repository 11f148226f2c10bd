import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES, type Country } from '../country.ts';
import { CDT_LEVELS, levelCells, levelLabel, NO_LEVEL } from './levels.ts';
import { CdtRangeRule, cdtProblem, type CdtValues } from './rowRules.ts';

/** 10 is a state, 11 a city, 12 a district, 13 a street. */
const levelOf = (id: number) => ({ 10: 0, 11: 1, 12: 2, 13: 3 })[id] ?? null;

const row = (change: Partial<CdtValues> = {}): CdtValues => ({
  originLevel: -1,
  origin: 'ID',
  destinationLevel: 1,
  destination: '11',
  minDays: 2,
  maxDays: 4,
  ...change,
});

const problem = (values: CdtValues, country: Country = 'ID') => cdtProblem(values, country, levelOf);

describe('the rules for Location CDT rows', () => {
  it.each<[string, Partial<CdtValues>, Country?]>([
    ['region to city', {}],
    ['state to street', { originLevel: 0, origin: '10', destinationLevel: 3, destination: '13' }],
    ['the same day', { minDays: 0, maxDays: 0 }],
    ['CEP range', { origin: 'BR', destinationLevel: 4, destination: '01310000-01319999' }, 'BR'],
  ])('a Location CDT row is accepted: %s', (_name, change, country) =>
    expect(problem(row(change), country)).toBeNull(),
  );

  it.each<[string, Partial<CdtValues>, Country, string, string | undefined]>([
    ['another country as the region', { origin: 'MY' }, 'ID', 'origin', 'ID'],
    ['a location as the region', { origin: '11' }, 'ID', 'origin', 'ID'],
    ['the region as a city', { destination: 'ID' }, 'ID', 'destination', undefined],
    ['an unknown location', { destination: '99' }, 'ID', 'destination', undefined],
    ['a district as a city', { destination: '12' }, 'ID', 'destinationLevel', '2 district'],
    ['a street as a state', { originLevel: 0, origin: '13' }, 'ID', 'originLevel', '3'],
    [
      'a CEP range elsewhere',
      { destinationLevel: 4, destination: '01310000-01319999' },
      'ID',
      'destinationLevel',
      undefined,
    ],
    [
      'a CEP with hyphens',
      { origin: 'BR', destinationLevel: 4, destination: '01310-000-01319-999' },
      'BR',
      'destination',
      '01310000-01319999',
    ],
    [
      'a range that ends before it begins',
      { origin: 'BR', destinationLevel: 4, destination: '01319999-01310000' },
      'BR',
      'destination',
      undefined,
    ],
    ['minimum days above maximum days', { minDays: 5 }, 'ID', 'maxDays', undefined],
  ])('a Location CDT row is refused: %s', (_name, change, country, field, suggestion) => {
    const found = problem(row(change), country);
    expect(found?.field).toBe(field);
    expect(found?.suggestion).toBe(suggestion);
    expect(found?.problem.length).toBeGreaterThan(10);
  });

  it('the level of a location is not checked if locations are not loaded', () => {
    expect(cdtProblem(row({ destination: '99' }), 'ID', () => undefined)).toBeNull();
  });

  it('overlapping CEP ranges at one end of a channel are refused', () => {
    const rule = new CdtRangeRule();
    const to = (destination: string) => row({ origin: 'BR', destinationLevel: 4, destination });
    expect(rule.add(1, to('01000000-05999999'))).toBeNull();
    expect(rule.add(1, { ...to('01000000-05999999'), originLevel: 0, origin: '10' })).toBeNull();
    expect(rule.add(2, to('05000000-06999999'))).toBeNull();
    expect(rule.add(1, { ...row({ destination: '11' }), originLevel: 4, origin: '05000000-06999999' })).toBeNull();
    expect(rule.add(1, to('05000000-06999999'))).toMatchObject({ field: 'destination' });
    expect(rule.add(1, to('06000000-06999999'))).toBeNull();
  });
});

describe('the reference table of level indexes', () => {
  it('the reference table has the documented columns', () => {
    expect(CDT_LEVELS.map(({ label }) => label)).toEqual([
      '-1 region',
      '0 state',
      '1 city',
      '2 district',
      '3',
      '4 cep_range',
    ]);
    expect(levelLabel(7)).toBe('7');
  });

  it('the reference table has one row per entity, and only Brazil has CEP ranges', () => {
    for (const country of COUNTRY_CODES) {
      const cells = levelCells(country);
      expect(cells).toHaveLength(CDT_LEVELS.length);
      expect(cells[5] === NO_LEVEL).toBe(country !== 'BR');
    }
  });
});
