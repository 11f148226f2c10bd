import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stint } from '../../../tests/support/kinds.ts';
import { canonicalValues } from '../../contract/canonical.ts';
import { KINDS, kindOf, type Field, type Kind } from '../../contract/fields/all.ts';
import { flag } from '../../contract/fields/flag.ts';
import { number } from '../../contract/fields/number.ts';
import { text } from '../../contract/fields/text.ts';
import type { Resource } from '../../contract/resource.ts';
import { COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { cellParser } from '../../domain/import/parseCell.ts';
import { TextPool } from '../../domain/sheet/textPool.ts';
import { recordValues } from './fields.tsx';

/**
 * A value has a single stored form, however it is entered: typed into a form or a cell, pasted, parsed from a file as
 * text or as a native cell, sent by a call, or set for many records.
 */

const FIELDS: Readonly<Partial<Record<Kind | 'hour', Field>>> = {
  text: text('Name', { max: 200, folded: true }),
  number: stint.fields.weight,
  hour: number('Hour', { decimals: 3, min: 0, max: 24, empty: true, clock: true }),
  money: stint.fields.pay,
  rate: stint.fields.share,
  weight: stint.fields.load,
  length: stint.fields.girth,
  day: stint.fields.begin,
  timeOfDay: stint.fields.from,
  instant: stint.fields.checked,
  email: stint.fields.contact,
  json: stint.fields.extra,
  formula: stint.fields.tariff,
};

/** A price may have more decimal places than its currency. */
const PRICE: Field = { ...stint.fields.pay, fractions: true };

const resourceOf = (field: Field): Resource => ({ ...stint, fields: { own: field } }) as unknown as Resource;

type Cell = string | number | { date: number };

/** The stored value of a cell in a file; undefined if it is rejected. */
function fromFile(field: Field, cell: Cell, country: Country): unknown {
  const texts = new TextPool();
  const type = kindOf(field).sheet(field);
  const parser = cellParser(type, { country, texts });
  const { value, rule } =
    typeof cell === 'string'
      ? parser.text(cell)
      : typeof cell === 'number'
        ? parser.number(cell)
        : parser.date(cell.date);
  if (rule !== 0) return undefined;
  return kindOf(field).sql === 'text' ? texts.text(value) : value;
}

/** The stored value of text typed into a form or a cell; undefined if it is rejected. */
function fromForm(field: Field, typed: string, country: Country): unknown {
  const read = kindOf(field).typed?.read(field, typed, country);
  if (read === undefined || 'problem' in read) return undefined;
  const { own } = recordValues(resourceOf(field), country, { own: typed });
  expect(own).toEqual(read.value);
  return own;
}

/** The value that the server stores when it receives the given one in a call; undefined if it is rejected. */
function fromCall(field: Field, value: unknown, country: Country): unknown {
  const shaped = kindOf(field).shape(field, true).safeParse(value);
  if (!shaped.success) return undefined;
  const read = canonicalValues(resourceOf(field), country, { own: shaped.data });
  return 'values' in read ? read.values['own'] : undefined;
}

const each = (field: Field, written: string, country: Country) => ({
  form: fromForm(field, written, country),
  file: fromFile(field, written, country),
});

describe('equivalence of forms, files and calls for field values', () => {
  it.each(Object.entries(FIELDS))('a %s value round-trips through forms, files, exports and calls', (_kind, field) => {
    for (const country of COUNTRY_CODES) {
      for (let n = 0; n < 40; n++) {
        const kind = kindOf(field);
        const value = kind.sample(field, n);
        const typed = kind.typed?.write(field, value, country) ?? '';
        expect([country, typed, fromForm(field, typed, country)]).toEqual([country, typed, value]);
        expect([country, typed, fromFile(field, typed, country)]).toEqual([country, typed, value]);
        expect(fromFile(field, kind.cell(field, value, country) as Cell, country)).toEqual(value);
        expect(fromCall(field, value, country)).toEqual(value);
      }
    }
  });

  it.each(Object.entries(FIELDS))('a %s containing a replacement character is never stored', (_kind, field) => {
    for (const text of ['S\ufffdo Paulo', '\ufffd@example.com', '{"name":"\ufffd"}', 'A\ufffd1']) {
      const stored = [fromForm(field, text, 'BR'), fromFile(field, text, 'BR'), fromCall(field, text, 'BR')];
      expect(stored.map(String).join('')).not.toContain('\ufffd');
    }
  });

  it('a number with any number of decimal places round-trips in every country’s format', () => {
    const field = PRICE;
    fc.assert(
      fc.property(
        fc.integer({ min: -1e15 + 1, max: 1e15 - 1 }),
        fc.constantFrom(...COUNTRY_CODES),
        (value, country) => {
          const typed = kindOf(field).typed?.write(field, value, country) ?? '';
          expect(fromForm(field, typed, country)).toBe(value);
          expect(fromFile(field, typed, country)).toBe(value);
        },
      ),
    );
  });

  it.each<[Country, string, number | undefined]>([
    ['ID', '150.000', undefined],
    ['VN', '150.000', undefined],
    ['BR', '-1.500', undefined],
    ['ID', '1,500', undefined],
    ['ID', '1.234,56', 123_456_000],
    ['BR', '2.500.000', 250_000_000_000],
    ['VN', '150000', 15_000_000_000],
    ['BR', 'R$ 1.234,56', 123_456_000],
    ['ID', 'Rp150000', 15_000_000_000],
    ['ID', '12,5', 1_250_000],
    ['ID', '12.5', 1_250_000],
    ['ID', '0.125', 12_500],
    ['ID', '1,234.56', undefined],
    ['MY', '1,234.56', 123_456_000],
    ['TH', '150,000', 15_000_000_000],
    ['TH', '๑๕๐', 15_000_000],
    ['SG', '150.000', 15_000_000],
    ['PH', '1,5', undefined],
    ['MY', '1.234,56', undefined],
    ['TW', '2.500.000', undefined],
    ['SG', '1 500', 150_000_000],
    ['SG', '15 00', undefined],
  ])('a number in %s written as %s is parsed as %s in forms and files', (country, written, value) => {
    expect(each(PRICE, written, country)).toEqual({ form: value, file: value });
  });

  it.each<[Country, string, number, number | undefined]>([
    ['ID', '12.500,5', 12_500.5, undefined],
    ['VN', '0,5', 0.5, undefined],
    ['TW', '60.01', 60.01, undefined],
    ['MY', '12.505', 12.505, undefined],
    ['BR', '-0,001', -0.001, undefined],
    ['ID', '12.500,00', 12_500, 1_250_000_000],
    ['MY', '12.50', 12.5, 1_250_000],
    ['BR', '0,01', 0.01, 1000],
  ])(
    'in %s, the amount %s is accepted by form, file and call only if it can be paid',
    (country, written, cell, value) => {
      const field = stint.fields.pay;
      const ways = { ...each(field, written, country), cell: fromFile(field, cell, country) };
      expect({ ...ways, call: fromCall(field, Math.round(cell * 100_000), country) }).toEqual({
        form: value,
        file: value,
        cell: value,
        call: value,
      });
    },
  );

  it('an amount that cannot be paid is refused with the decimal places of its currency', () => {
    const field = stint.fields.pay;
    const read = (country: Country, text: string) => kindOf(field).typed?.read(field, text, country);
    const problem = `${field.label} must be one amount in IDR, which has no decimal places`;
    expect([read('ID', '12.500,5'), read('ID', 'x')]).toEqual([{ problem }, { problem }]);
    expect(kindOf(field).canonical(field, 1_250_050_000, 'ID')).toEqual({ problem });
    expect(read('MY', '0.005')).toEqual({
      problem: `${field.label} must be one amount in MYR, which has 2 decimal places`,
    });
    // Only one of the two meanings of the text can be paid.
    expect(read('ID', '12.500')).toEqual({
      problem: `${field.label} is "12.500", which can mean two numbers; only 12500 is possible here`,
      offer: '12500',
    });
  });

  it.each<[string, keyof typeof FIELDS, string, unknown]>([
    ['composed', 'text', 'Đa\u0300 Nẵng', 'Đà Nẵng'],
    ['without a line break', 'text', 'two\r\nlines', 'two lines'],
    ['without signs that turn a text', 'text', 'a\u202eb\u2066c\u2069', 'abc'],
    ['without control characters', 'text', 'be\u0007ll', 'bell'],
    ['with plain spaces', 'text', ' a\u00a0\u3000b ', 'a b'],
    ['with both digits of the hour', 'timeOfDay', '8:30', '08:30'],
    ['by the clock of 24 hours', 'timeOfDay', '2:30 pm', '14:30'],
    ['never of 25 hours', 'timeOfDay', '25:00', undefined],
    ['as a percentage', 'rate', '11%', 110_000],
    ['in grams', 'weight', '1.5 kg', 1500],
    ['in millimeters', 'length', '12.5', 125],
    ['tidied', 'email', ' a@b.co\u200b', 'a@b.co'],
    ['refused without a host', 'email', 'a@b', undefined],
    ['with its keys in order', 'json', '{ "b": 1, "a": [2] }', '{"a":[2],"b":1}'],
    ['refused with a part left out', 'json', '{"a":', undefined],
    [
      'sorted by start weight',
      'formula',
      '{ "weight_range": [[5, 9, 2.50], [0, 5, 1e2]] }',
      '{"weight_range":[[0,5,100],[5,9,2.5]]}',
    ],
    ['refused as no JSON', 'formula', '[0,5', undefined],
    ['year first', 'day', '2026/1/5', '2026-01-05'],
    ['never of another era', 'day', '2569-04-13', undefined],
  ])('a value is stored %s: %s %j', (_why, kind, written, value) => {
    const field = FIELDS[kind] as Field;
    expect(each(field, written, 'SG')).toEqual({ form: value, file: value });
    // Calls normalize free text; kinds with their own format are sent in their stored form.
    const called = ['text', 'email', 'json', 'formula'].includes(kind) ? fromCall(field, written, 'SG') : value;
    expect(called).toBe(value);
  });

  it.each<[Country, string, number | undefined]>([
    ['SG', '2', 20_000],
    ['SG', '2%', 20_000],
    ['SG', '0.02%', 200],
    ['ID', '0,02 %', 200],
    ['SG', '-0.5%', undefined],
    ['SG', '0', 0],
    ['SG', '0.0', 0],
    ['SG', '1.5', 15_000],
    ['SG', '0.02', undefined],
    ['ID', '0,02', undefined],
    ['SG', '.5', undefined],
    ['SG', '00.5', undefined],
  ])(
    'a percentage in %s written as %s is parsed as %s in forms and files, and never scaled',
    (country, written, value) => {
      expect(each(stint.fields.share, written, country)).toEqual({ form: value, file: value });
    },
  );

  it('a percentage below 1 is exported with its sign, and rejected as ambiguous without the sign', () => {
    const { share } = stint.fields;
    expect(fromFile(share, 0.02, 'SG')).toBeUndefined();
    expect(fromFile(share, 2, 'SG')).toBe(20_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.constantFrom(...COUNTRY_CODES), (value, country) => {
        const typed = kindOf(share).typed?.write(share, value, country) ?? '';
        expect(fromForm(share, typed, country)).toBe(value);
        expect(fromFile(share, kindOf(share).cell(share, value, country) as Cell, country)).toBe(value);
        expect(fromCall(share, value, country)).toBe(value);
      }),
    );
    expect(kindOf(share).typed?.read(share, '0,125', 'ID')).toEqual({
      problem: `${share.label} is "0,125", which can mean two percentages; write 0,125% or 12,5%`,
    });
  });

  it('a spreadsheet’s time cell is parsed as a time of day, and its date cell as a date', () => {
    expect(fromFile(stint.fields.from, { date: 0.6041666666666666 }, 'ID')).toBe('14:30');
    expect(fromFile(stint.fields.from, { date: 45_000.5 }, 'ID')).toBeUndefined();
    expect(fromFile(stint.fields.begin, { date: 46_027 }, 'ID')).toBe('2026-01-05');
    expect(fromFile(stint.fields.checked, { date: 46_027.5 }, 'SG')).toBe(Date.UTC(2026, 0, 5, 4) / 1000);
  });

  it.each(['Có', 'Ya', 'Sim', 'ใช่', '是', 'Oo', 'On', 'TRUE', 'VERDADEIRO', 'có', 'Co\u0301'])(
    '"%s" is parsed as Yes',
    word => expect(fromFile(flag('Flag'), word, 'VN')).toBe(1),
  );
  it.each(['Không', 'Tidak', 'Não', 'ไม่ใช่', '否', 'Hindi', 'Off', 'FALSE', 'Falso'])('"%s" is parsed as No', word =>
    expect(fromFile(flag('Flag'), word, 'TH')).toBe(0),
  );
  it.each(['T', 'Maybe', 'Yo', '2'])('"%s" is rejected as a boolean', word =>
    expect(fromFile(flag('Flag'), word, 'ID')).toBeUndefined(),
  );

  it('these tests cover every kind of field', () => {
    const others: readonly Kind[] = ['choice', 'flag', 'channel', 'place', 'placeName', 'made'];
    const kinds = Object.values(FIELDS).map(({ kind }) => kind);
    expect([...new Set([...kinds, ...others])].sort()).toEqual(Object.keys(KINDS).sort());
  });
});
