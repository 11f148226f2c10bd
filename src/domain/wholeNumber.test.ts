import { describe, expect, it } from 'vitest';
import type { Country } from './country.ts';
import { numberError, readNumber, shortDecimalText, wholeNumber } from './wholeNumber.ts';

describe('parsing a typed integer', () => {
  it.each([
    ['1000004', 1000004],
    [' 1000004 ', 1000004],
    ['１０００００４', 1000004],
    ['0', 0],
    ['1000004 1000005', null],
    ['1000004\n1000005', null],
    ['1.000.004', null],
    ['1,000,004', null],
    ['1e6', null],
    ['-1000004', null],
    ['0x10', null],
    ['1'.repeat(400), null],
    ['', null],
  ])('the typed number %j is parsed as %j, and never as a different number', (text, value) => {
    expect(wholeNumber(text)).toBe(value);
  });
});

describe('validating a number field', () => {
  const whole = 'Location ID must be a single whole number, written only with digits';
  const money = 'Fee must be one number with at most 2 decimal places';
  it.each([
    ['Location ID', '1000004', {}, null],
    ['Location ID', '', {}, null],
    ['Location ID', '１２', {}, null],
    ['Location ID', '1.000.004', {}, whole],
    ['Location ID', '1e6', {}, whole],
    ['Location ID', '1 2', {}, whole],
    ['Location ID', '-5', {}, whole],
    ['Location ID', '9'.repeat(400), {}, 'Location ID has too many digits for this field'],
    ['Offset', '-5', { negative: true }, null],
    ['Fee', '1.99', { decimals: 2 }, null],
    ['Fee', '.5', { decimals: 2 }, null],
    ['Fee', '1.', { decimals: 2 }, money],
    ['Fee', '1.999', { decimals: 2 }, money],
    ['Fee', '1.2.3', { decimals: 2 }, money],
    ['Fee', '-1', { decimals: 2 }, money],
    ['Fee', '-1', { decimals: 2, min: 0 }, 'Fee must be at least 0'],
    ['Fee', '-1.999', { decimals: 2, min: 0 }, money],
    ['Priority', '-5', { min: 0, max: 9 }, 'Priority must be between 0 and 9'],
    ['Fee', '-1.5', { decimals: 2, negative: true }, null],
  ])('a number field validates its input: %s %j', (label, text, rule, problem) => {
    expect(numberError(label, text, rule)).toBe(problem);
  });
});

describe('the currency of an amount', () => {
  it.each<[string, Country, number]>([
    ['18000 ₫', 'VN', 18_000],
    ['18000đ', 'VN', 18_000],
    ['1.234.567 Đ', 'VN', 1_234_567],
    ['₫18000', 'VN', 18_000],
    ['-18000 ₫', 'VN', -18_000],
    ['18000 vnd', 'VN', 18_000],
    ['35.50 THB', 'TH', 35.5],
    ['1.234,56 BRL', 'BR', 1234.56],
    ['RM 1,234.50', 'MY', 1234.5],
  ])('may precede or follow the number: %j in %s', (text, country, value) => {
    expect(readNumber('Fee', text, { decimals: 2, negative: true, money: true, country })).toEqual({
      value: Math.round(value * 100),
    });
  });

  it.each<[string, Country]>([
    ['18000 đ', 'BR'],
    ['₫18000 ₫', 'VN'],
    ['18000 USD', 'VN'],
    ['₫', 'VN'],
    ['R$ -', 'BR'],
  ])('is refused if it is not that of the country, or if there is no number: %j in %s', (text, country) => {
    expect(readNumber('Fee', text, { decimals: 2, money: true, country })).toHaveProperty('problem');
  });
});

describe('formatting a stored number as people write it', () => {
  it.each([
    [41_000, 3, '41'],
    [41_500, 3, '41.5'],
    [-1, 3, '-0.001'],
    [0, 5, '0'],
    [5_000_000, 0, '5000000'],
    [100, 2, '1'],
    [1_000_000_000, 5, '10000'],
  ])('the stored number %j with %j decimals is formatted as %j', (value, decimals, text) => {
    expect(shortDecimalText(value, decimals)).toBe(text);
  });
});

it.each([
  ['-6.175392381230435', -6_175_392],
  ['-6.1753926', -6_175_393],
  ['107.6', 107_600_000],
  ['-0.0000001', 0],
])('a measured value is rounded when it is parsed: %j', (text, value) =>
  expect(readNumber('Latitude', text, { decimals: 6, rounded: true, negative: true })).toEqual({ value }),
);
