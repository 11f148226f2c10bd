import { describe, expect, it } from 'vitest';
import { TextPool } from '../sheet/textPool.ts';
import { cellParser } from './parseCell.ts';
import { ruleName } from './rules.ts';

/** Amounts: integers in units of 1/100000. Form, grid and call parse them in the same way. */
const amounts = cellParser(
  { kind: 'decimal', scale: 5, whole: true, money: true, min: 0 },
  {
    country: 'PH',
    texts: new TextPool(),
  },
);
const told = ({ value, rule }: { value: number; rule: number }) => (rule === 0 ? value : ruleName(rule));

describe('large amounts in a file', () => {
  it.each<[string, number | string]>([
    ['9999999999', 999_999_999_900_000],
    ['10000000000', 1_000_000_000_000_000],
    ['12,345,678,901', 1_234_567_890_100_000],
    ['12345678901.12345', 1_234_567_890_112_345],
    ['90071992547.40991', Number.MAX_SAFE_INTEGER],
    ['90071992547.40992', 'range'],
    ['900000000000', 'range'],
  ])('the amount %s is parsed digit by digit', (text, expected) => expect(told(amounts.text(text))).toBe(expected));

  it.each<[number, number | string]>([
    [10_000_000_000, 1_000_000_000_000_000],
    [89_999_999_999, 8_999_999_999_900_000],
    [12_345_678_901.5, 1_234_567_890_150_000],
    [1.00001, 100_001],
    [900_000_000_000, 'range'],
    // More than the fifteen digits that a spreadsheet stores.
    [12_345_678_901.12345, 'digitsLost'],
  ])('the number %d is accepted unless a spreadsheet dropped its last digits', (value, expected) =>
    expect(told(amounts.number(value))).toBe(expected),
  );
});

describe('coordinates in a file', () => {
  const degrees = { kind: 'decimal', scale: 6, whole: true, min: -90, max: 90 } as const;
  const context = { country: 'ID', texts: new TextPool() } as const;
  const exact = cellParser(degrees, context);
  const rounded = cellParser({ ...degrees, rounded: true }, context);

  it('floating-point noise is removed from coordinates, but excess digits typed by a person are refused', () => {
    expect(told(exact.number(-6.930000000000001))).toBe(-6_930_000);
    expect(told(exact.text('-6.930000000000001'))).toBe(-6_930_000);
    expect(told(exact.number(-6.1753924))).toBe('scale');
  });

  it('measured coordinates are rounded to the field’s decimal places', () => {
    expect(told(rounded.number(-6.175392381230435))).toBe(-6_175_392);
    expect(told(rounded.text('-6.1753926'))).toBe(-6_175_393);
    expect(told(rounded.number(90.000001))).toBe('range');
  });
});
