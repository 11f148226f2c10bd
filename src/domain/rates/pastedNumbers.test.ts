import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES, type Country } from '../country.ts';
import { readNumber } from '../wholeNumber.ts';
import { copiedNumber, inStyle, openNumber, rewritten } from './pastedNumbers.ts';

describe('numbers in a pasted block', () => {
  const rule = { decimals: 5, min: 0, country: 'ID', money: true } as const;
  it.each([
    ['18.000', '18', '18000'],
    ['18,000', '18000', '18'],
    ['12,345', '12345', '12,3450'],
    ['1,234.5', '1234,5', null],
    ['Rp 18.000', '18', '18000'],
  ])('in Indonesia, "%s" is shown as %s for a decimal point and as %s for a decimal comma', (text, point, comma) => {
    expect(openNumber(text, rule)).toEqual({ text, point, comma });
  });

  it.each<[string, Country, string, string]>([
    ['18.000 ₫', 'VN', '18', '18000'],
    ['18.000đ', 'VN', '18', '18000'],
    ['18.000 VND', 'VN', '18', '18000'],
    ['12.500 R$', 'BR', '12,5', '12500'],
  ])('a currency after the number is no part of it: "%s" in %s', (text, country, point, comma) => {
    expect(openNumber(text, { ...rule, country })).toEqual({ text, point, comma });
    expect(rewritten(text, 'comma', { ...rule, country })).toBe(comma);
  });

  it.each<[string, Country, Record<'point' | 'comma' | 'time', string | null> | null]>([
    ['11.30', 'ID', { point: '11,3', comma: null, time: '11:30' }],
    ['15.45', 'ID', { point: '15,4500', comma: null, time: '15:45' }],
    ['9,25', 'BR', { point: null, comma: '9,2500', time: '09:25' }],
    ['11.30', 'SG', { point: '11.3', comma: null, time: '11:30' }],
    ['23.59', 'TW', { point: '23.590', comma: null, time: '23:59' }],
    // Neither half past twelve at night nor 24.3 is an hour of the day.
    ['24.30', 'PH', null],
    ['9.75', 'SG', null],
    ['9:30', 'VN', null],
  ])('an hour written as "%s" in %s may be a time of day or a number of hours: %j', (text, country, readings) => {
    const hour = { decimals: 3, min: 0, max: 24, clock: true, country } as const;
    const open = openNumber(text, hour);
    expect(open).toEqual(readings && { text, ...readings });
    for (const style of ['point', 'comma', 'time'] as const) {
      const reading = open?.[style] ?? null;
      if (reading === null) continue;
      expect(rewritten(text, style, hour)).toBe(reading);
      expect(readNumber('Hour', reading, hour)).toHaveProperty('value');
    }
  });

  it('a foreign number is shown in the country’s own notation', () => {
    expect(openNumber('1.234,5', { ...rule, country: 'PH' })).toEqual({
      text: '1.234,5',
      point: null,
      comma: '1234.5',
    });
  });

  it('a person must not choose a notation for numbers that are unambiguous, out of bounds or not numbers', () => {
    const clear = ['18000', '1.234,50', '', 'free', '-', '-5', '-1.5', '99999999999', '1.1234567', '1,2,3'];
    expect(clear.filter(text => openNumber(text, rule) !== null)).toEqual([]);
    expect(openNumber('1.234', { min: 0, country: 'ID' })).toEqual({ text: '1.234', point: null, comma: '1234' });
  });

  it('a reading with too many decimal places is written so that it is not read as thousands', () => {
    const sides = { decimals: 1, min: 0.1, country: 'PH' } as const;
    expect(rewritten('12,345', 'comma', sides)).toBe('12.3450');
    expect(readNumber('', '12.3450', sides)).toHaveProperty('problem');
  });

  it('pasted numbers that match the chosen notation are rewritten, and other strings stay unchanged', () => {
    expect(rewritten('18.000', 'comma', rule)).toBe('18000');
    expect(rewritten('18.000', 'point', rule)).toBe('18');
    expect(rewritten('1,234.5', 'comma', rule)).toBe('1,234.5');
    expect(inStyle('1,23,4', 'point')).toBeNull();
    expect([inStyle('0,500', 'point'), inStyle('0.500', 'comma'), inStyle('0.500', 'point')]).toEqual([
      null,
      null,
      '0.500',
    ]);
  });

  it('a copied number is parsed back to the same value in every country', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRY_CODES), fc.nat(10 ** 12), (country, value) => {
        const text = copiedNumber(value, 5, country);
        expect(readNumber('', text, { decimals: 5, min: 0, country })).toEqual({ value });
      }),
    );
  });
});
