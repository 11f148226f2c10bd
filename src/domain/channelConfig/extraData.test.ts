import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AMOUNT_FIELDS,
  applyExtraDelta,
  DIMENSION_WARNING,
  emptySides,
  EXTRA_FIELDS,
  extraDelta,
  extraValueProblem,
  readDelta,
  shownNumber,
  storedAmount,
  typedNumber,
  type ExtraData,
  type ExtraValue,
} from './extraData.ts';

const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(value => (value === 0 ? 0 : value));
const valueOf = (field: string): fc.Arbitrary<ExtraValue | undefined> => {
  if (field === 'kyc_control') return fc.constantFrom(true, false, undefined);
  if (field === 'dimension_criterion')
    return fc.option(
      fc.record({ max_length: number, max_width: number, sum_height: number }, { noNullPrototype: true }),
      { nil: undefined },
    );
  return fc.oneof(number, fc.constantFrom<ExtraValue | undefined>('', 0, undefined));
};
/** Undefined values are left out, as in JSON. */
const settings: fc.Arbitrary<ExtraData> = fc
  .record(Object.fromEntries(EXTRA_FIELDS.map(field => [field, valueOf(field)])), { noNullPrototype: true })
  .map(values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));

describe('the delta of extra data (CHC-37, CHC-38, G57)', () => {
  it.each<{ title: string; before: ExtraData; after: ExtraData; modify: object; remove: object }>([
    { title: 'contains a new value', before: {}, after: { max_size: 5 }, modify: { max_size: 5 }, remove: {} },
    {
      title: 'removes a value with null if it becomes undefined',
      before: { max_size: 5 },
      after: {},
      modify: {},
      remove: { max_size: null },
    },
    {
      title: 'removes a value with 0 if it becomes zero',
      before: { max_size: 5 },
      after: { max_size: 0 },
      modify: {},
      remove: { max_size: 0 },
    },
    {
      title: 'removes a value with an empty string if it becomes empty',
      before: { max_size: 5 },
      after: { max_size: '' },
      modify: {},
      remove: { max_size: '' },
    },
    { title: 'changes zero to undefined', before: { max_size: 0 }, after: {}, modify: {}, remove: { max_size: null } },
    {
      title: 'changes empty to zero',
      before: { max_size: '' },
      after: { max_size: 0 },
      modify: {},
      remove: { max_size: 0 },
    },
    {
      title: 'treats false as a value',
      before: { kyc_control: true },
      after: { kyc_control: false },
      modify: { kyc_control: false },
      remove: {},
    },
    {
      title: 'treats the dimension criterion as a single value',
      before: { dimension_criterion: { max_length: 1, max_width: 2, sum_height: 3 } },
      after: { dimension_criterion: { max_length: 1, max_width: 2, sum_height: 4 } },
      modify: { dimension_criterion: { max_length: 1, max_width: 2, sum_height: 4 } },
      remove: {},
    },
    {
      title: 'is empty if nothing changes',
      before: { max_size: 5, min_size: 0 },
      after: { max_size: 5, min_size: 0 },
      modify: {},
      remove: {},
    },
  ])('the delta of extra data $title', ({ before, after, modify, remove }) => {
    const delta = extraDelta(before, after);
    expect(JSON.parse(delta.modify)).toEqual(modify);
    expect(JSON.parse(delta.remove)).toEqual(remove);
  });

  it('applying a delta restores the newer extra data, and keeps empty, zero and undefined distinct', () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        expect(applyExtraDelta(extraDelta(before, after), before)).toStrictEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('applying a delta leaves all fields outside the delta unchanged', () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const present = { ...before, partner_code: 7 };
        expect(applyExtraDelta(extraDelta(before, after), present)['partner_code']).toBe(7);
      }),
    );
  });

  it('an empty string parses as an empty delta, and JSON that is not an object is refused', () => {
    expect(readDelta('')).toEqual({});
    expect(readDelta('[1]')).toBeNull();
    expect(readDelta('{')).toBeNull();
    expect(() => applyExtraDelta({ modify: '3', remove: '' }, {})).toThrow('JSON objects');
  });
});

describe('parsing typed numbers (CHC-34, CHC-36)', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['0', 0],
    ['-0', 0],
    ['12.5', 12.5],
    ['-3', -3],
    ['１２', 12],
  ])('the typed number %j is parsed as %s', (text, value) => {
    expect(typedNumber(text, { label: 'Max size' })).toEqual({ value });
  });

  it.each(['abc', '1,000', '1e5', '.', '-', '1 2', 'Infinity', '0x10'])(
    'the typed text %j is rejected because it is not a number',
    text => {
      expect(typedNumber(text, { label: 'Max size' })).toEqual({ problem: 'Max size must be one number' });
    },
  );

  it('a negative distance is refused', () => {
    const rule = { label: 'Max distance', atLeast: 0 };
    expect(typedNumber('-1', rule)).toEqual({ problem: 'Max distance must be 0 or more' });
    expect(typedNumber('0', rule)).toEqual({ value: 0 });
  });

  it.each([
    ['1', 100_000],
    ['0.29', 29_000],
    ['19.99', 1_999_000],
    ['1234567.12345', 123_456_712_345],
    ['0.00001', 1],
    ['5000.', 500_000_000],
    ['.5', 50_000],
    ['1.1000000', 110_000],
  ])('the amount %s is stored as %i', (displayed, stored) => {
    expect(storedAmount(displayed)).toBe(stored);
  });

  it('a stored amount is displayed in a form that parses back to the same integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), stored => {
        expect(storedAmount(shownNumber(stored, true))).toBe(stored === 0 ? 0 : stored);
      }),
    );
  });

  it('an amount is refused if it has more than five decimal places or is too large to be exact', () => {
    expect(typedNumber('0.000001', { label: 'Max total', amount: true })).toEqual({
      problem: 'Max total must have at most 5 decimal places',
    });
    expect(typedNumber('99999999999999', { label: 'Max total', amount: true })).toEqual({
      problem: 'Max total has too many digits for this field',
    });
  });

  it('stored numbers that are not amounts are displayed unchanged', () => {
    expect(shownNumber(undefined)).toBe('');
    expect(shownNumber(0)).toBe('0');
    expect(shownNumber(12.5)).toBe('12.5');
  });
});

describe('the dimension criterion (CHC-35)', () => {
  it.each([
    [{}, []],
    [{ max_length: 1, max_width: 2, sum_height: 3 }, []],
    [{ max_length: 1 }, ['max_width', 'sum_height']],
    [{ max_length: '', max_width: 0, sum_height: '' }, ['max_length', 'sum_height']],
    [{ max_length: null, max_width: null, sum_height: 5 }, ['max_length', 'max_width']],
  ])('the empty sides of the dimensions %o are %o', (sides, empty) => {
    expect(emptySides(sides)).toEqual(empty);
  });
  it('the warning about the dimension criterion uses the prescribed wording', () => {
    expect(DIMENSION_WARNING).toBe('All values in dimension_criterion should be filled toghether');
    expect(extraValueProblem('dimension_criterion', { max_length: 1 })).toBe(DIMENSION_WARNING);
  });
});

describe('validating the extra data in a call', () => {
  it.each<[string, unknown, boolean]>([
    ['max_size', 5, true],
    ['max_size', '5', false],
    ['max_size', '', true],
    ['max_distance', -1, false],
    ['kyc_control', true, true],
    ['kyc_control', 1, false],
    ['cod_max_order_total', 1.5, false],
    ['cod_max_order_total', 150_000, true],
    ['dimension_criterion', { max_length: 1, max_width: 1, sum_height: 1 }, true],
    ['dimension_criterion', { max_length: 1, max_width: 1, sum_height: 1, depth: 1 }, false],
    ['partner_code', 1, false],
    ['max_size', 7.256, true],
    ['max_size', 7.2564, false],
    ['max_size', 1e300, false],
    ['volumetric_factor', 9_007_199_254_740, true],
    ['volumetric_factor', 9_007_199_254_741, false],
    ['dimension_criterion', { max_length: 1.0001, max_width: 1, sum_height: 1 }, false],
  ])('whether the extra data field %s can be set to %o: %s', (field, value, right) => {
    expect(extraValueProblem(field, value) === null).toBe(right);
  });
  it('the amount fields are the three documented totals', () => {
    expect(AMOUNT_FIELDS).toEqual(['cod_max_order_total', 'cod_min_order_total', 'max_total_price']);
  });
});
