import { assert, constantFrom, integer, nat, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargedGrams,
  DEFAULT_WEIGHT_RULE,
  MOST_GRAMS,
  MOST_MILLIMETERS,
  roundedSides,
  weightRuleProblem,
  weightWords,
  type Sides,
  type WeightRule,
} from './weightRule.ts';

const rule = (change: Partial<WeightRule>): WeightRule => ({ ...DEFAULT_WEIGHT_RULE, ...change });

const TOLERANT = rule({ step: 1000, rounding: 'tolerance', tolerance: 300, minimum: 1000 });
const ABOVE_5 = rule({ cubic: 'above', threshold: 5000, step: 1000 });
const cm = (...sides: [number, number, number]): Sides => sides.map(side => Math.round(side * 10)) as unknown as Sides;

describe('computing the charged weight', () => {
  it.each<[string, number, Sides | null, WeightRule, number]>([
    ['0.2 kg with tolerance 0.3 is the minimum', 200, null, TOLERANT, 1000],
    ['1.300 kg is within the tolerance', 1300, null, TOLERANT, 1000],
    ['1.301 kg is above the tolerance', 1301, null, TOLERANT, 2000],
    ['2.3 kg is within the tolerance', 2300, null, TOLERANT, 2000],
    ['50 x 50 x 100 cm divided by 6000 is 41.667 kg, charged as 42 kg', 1000, cm(50, 50, 100), TOLERANT, 42_000],
    ['a cubic weight equal to the threshold is ignored', 2000, cm(40, 30, 25), ABOVE_5, 2000],
    ['a cubic weight above the threshold applies', 4000, cm(60, 30, 20), ABOVE_5, 6000],
    ['a cubic weight of 16.67 kg above the threshold is charged as 17 kg', 2000, cm(50, 50, 40), ABOVE_5, 17_000],
    [
      'sizes are rounded to the nearest cm',
      100,
      cm(31.2, 20.4, 15.6),
      rule({ divisor: 5000, step: 500, sizeRounding: 'nearest' }),
      2000,
    ],
    [
      'sizes are rounded up to the next cm',
      100,
      cm(31.2, 20.4, 15.6),
      rule({ divisor: 5000, step: 500, sizeRounding: 'up' }),
      2500,
    ],
    ['half of the excess is added', 2000, cm(60, 30, 20), rule({ cubic: 'half' }), 4000],
    ['nothing is added if the cubic weight is lower', 7000, cm(60, 30, 20), rule({ cubic: 'half' }), 7000],
    ['the cubic weight is ignored', 2000, cm(100, 100, 100), rule({ cubic: 'never' }), 2000],
    ['the actual weight applies if it is larger', 50_000, cm(50, 50, 100), rule({ step: 1000 }), 50_000],
    ['half a step is rounded up to the nearest', 1500, null, rule({ step: 1000, rounding: 'nearest' }), 2000],
    ['less than half a step is rounded down', 1499, null, rule({ step: 1000, rounding: 'nearest' }), 1000],
    ['a whole step stays unchanged', 3000, null, rule({ step: 1000 }), 3000],
    ['one gram more is rounded up to the next step', 3001, null, rule({ step: 1000 }), 4000],
  ])('the charged weight is computed correctly: %s', (_name, grams, sides, given, charged) =>
    expect(chargedGrams(grams, sides, given)).toBe(charged),
  );

  it('the cubic weight is not rounded early: 1000.0001 g exceeds 1000 g', () => {
    // 6000001 cubic millimeters divided by 6000 are 1000 grams and 1/6000 of a gram.
    expect(chargedGrams(1, [1, 1, 6_000_001], rule({ step: 1000 }))).toBe(2000);
    expect(chargedGrams(1, [1, 1, 6_000_000], rule({ step: 1000 }))).toBe(1000);
  });

  it('the charged weight is an exact integer even for the largest parcel and divisor', () => {
    const most: Sides = [MOST_MILLIMETERS, MOST_MILLIMETERS, MOST_MILLIMETERS];
    expect(chargedGrams(MOST_GRAMS, most, rule({ divisor: 100_000, cubic: 'half' }))).toBe(5_500_000_000);
    expect(chargedGrams(MOST_GRAMS, most, rule({ divisor: 1 }))).toBe(1e15);
  });

  it('the charged weight never falls as weight or size grows, and is a multiple of the step or the minimum', () => {
    const any = record({
      sizeRounding: constantFrom('none', 'nearest', 'up'),
      divisor: constantFrom(1, 5000, 6000, 7001),
      cubic: constantFrom('always', 'above', 'half', 'never'),
      threshold: nat(10_000),
      step: constantFrom(1, 100, 500, 1000),
      rounding: constantFrom('up', 'nearest', 'tolerance'),
      tolerance: nat(99),
      minimum: constantFrom(0, 500, 1000),
      bound: constantFrom('above', 'below'),
      tiers: constantFrom(false),
    } as const);
    const side = integer({ min: 1, max: 2000 });
    assert(
      property(any, nat(50_000), tuple(side, side, side), nat(5000), (given, grams, sides, more) => {
        const charged = chargedGrams(grams, sides, given as WeightRule);
        expect(charged % given.step === 0 || charged === given.minimum).toBe(true);
        expect(chargedGrams(grams + more, sides, given as WeightRule)).toBeGreaterThanOrEqual(charged);
        const longer: Sides = [sides[0] + more, sides[1], sides[2]];
        expect(chargedGrams(grams, longer, given as WeightRule)).toBeGreaterThanOrEqual(charged);
        const turned: Sides = [sides[2], sides[0], sides[1]];
        expect(chargedGrams(grams, turned, given as WeightRule)).toBe(charged);
      }),
    );
  });
});

describe('describing a charged weight', () => {
  it.each<[number, Sides | null, WeightRule, string]>([
    [
      1000,
      cm(50, 50, 100),
      TOLERANT,
      'weighed 1 kg; cubic 50 x 50 x 100 cm / 6000 = 41.6667 kg; the cubic weight counts; in steps of 1 kg, rounded with 0.3 kg tolerance; charged 42 kg',
    ],
    [
      2000,
      cm(40, 30, 25),
      ABOVE_5,
      'weighed 2 kg; cubic 40 x 30 x 25 cm / 6000 = 5 kg; the cubic weight is not above 5 kg and does not count; in steps of 1 kg, rounded up; charged 2 kg',
    ],
    [
      200,
      null,
      TOLERANT,
      'weighed 0.2 kg; in steps of 1 kg, rounded with 0.3 kg tolerance; minimum 1 kg; charged 1 kg',
    ],
    [
      2000,
      cm(60, 30, 20),
      rule({ cubic: 'half' }),
      'weighed 2 kg; cubic 60 x 30 x 20 cm / 6000 = 6 kg; half of the difference is added; charged 4 kg',
    ],
  ])('the calculation of the charged weight for %d g is described', (grams, sides, given, words) =>
    expect(weightWords(grams, sides, given)).toBe(words),
  );
});

describe('rounding sides and validating rules', () => {
  it('each side of a parcel is rounded separately', () => {
    expect(roundedSides([312, 204, 156], rule({ sizeRounding: 'nearest' }))).toEqual([310, 200, 160]);
    expect(roundedSides([312, 205, 160], rule({ sizeRounding: 'nearest' }))).toEqual([310, 210, 160]);
    expect(roundedSides([311, 204, 160], rule({ sizeRounding: 'up' }))).toEqual([320, 210, 160]);
    expect(roundedSides([311, 204, 160], rule({}))).toEqual([311, 204, 160]);
  });

  it.each<[string, Partial<WeightRule>, keyof WeightRule | null]>([
    ['the default rule', {}, null],
    ['a missing divisor', { divisor: 0 }, 'divisor'],
    ['a missing step', { step: 0 }, 'step'],
    ['a step of half a gram', { step: 0.5 }, 'step'],
    ['a negative minimum', { minimum: -1 }, 'minimum'],
    ['a tolerance as large as the step', { step: 1000, rounding: 'tolerance', tolerance: 1000 }, 'tolerance'],
    ['a tolerance that does not apply', { step: 1000, rounding: 'up', tolerance: 1000 }, null],
    ['an unknown option', { bound: 'start' as 'above' }, 'bound'],
  ])('a weight rule with %s is validated', (_name, change, field) =>
    expect(weightRuleProblem(rule(change))?.field ?? null).toBe(field),
  );
});
