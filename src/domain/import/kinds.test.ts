import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFileOf, TEST_LOOKUP, type TestCell } from '../../../tests/support/importFile.ts';
import { channelLocationImport } from '../../contract/imports/channelLocation.ts';
import { TextPool } from '../sheet/textPool.ts';
import { checkImport } from './check.ts';
import { editDistance } from '../editDistance.ts';
import { closest } from './closest.ts';
import { ACTION_COLUMN, type ColumnType, type ImportColumn, type ImportDeclaration } from './declaration.ts';
import { describeError } from './describe.ts';
import { normalise } from './normalise.ts';
import { postcodeProblem, readPostcode, restoreZero } from './postcodes.ts';
import { templateOf, typeText } from './template.ts';

/** Sample declarations for further kinds of imports; the real ones take only a few lines each. */

const column = (key: string, type: ColumnType, required: ImportColumn['required'] = 'always'): ImportColumn => ({
  key,
  header: key,
  type,
  required,
  note: `About ${key}.`,
  example: 1,
  width: 12,
});
const channel = column('channelId', { kind: 'id', of: 'channel' });
const declare = (
  id: string,
  columns: ImportColumn[],
  key: string[],
  more: Partial<ImportDeclaration> = {},
): ImportDeclaration => ({
  id,
  title: id,
  templateFile: `${id}.xlsx`,
  permission: '',
  callId: `${id}.import`,
  columns,
  key,
  mode: 'merge',
  ...more,
});

const postcode = declare(
  'postcode',
  [channel, column('zipcode', { kind: 'postcode' }), column('canDeliver', { kind: 'yesNo' }), ACTION_COLUMN],
  ['channelId', 'zipcode'],
  { action: 'actionCode' },
);
const level = (key: string) => column(key, { kind: 'info' }, 'no');
const route = declare(
  'route',
  [channel, level('fromState'), level('fromCity'), level('toState'), level('toCity')],
  ['channelId'],
  {
    places: [
      { id: null, names: ['fromState', 'fromCity'] },
      { id: null, names: ['toState', 'toCity'] },
    ],
  },
);
const holidays = declare(
  'holidays',
  [channel, column('day', { kind: 'date' }), column('name', { kind: 'text', maxLength: 20 }, 'no')],
  ['channelId', 'day'],
  { mode: 'replace' },
);
const rates = declare(
  'rates',
  [channel, column('fee', { kind: 'decimal', min: 0, scale: 2 }), column('days', { kind: 'integer', min: 1, max: 30 })],
  ['channelId', 'fee'],
);
const users = declare(
  'users',
  [column('email', { kind: 'text', maxLength: 50, pattern: 'email', fold: 'code' })],
  ['email'],
);

function rulesOf(declaration: ImportDeclaration, rows: TestCell[][]): string[] {
  const file = importFileOf(declaration, [declaration.columns.map(({ header }) => header), ...rows]);
  const checked = checkImport(declaration, [file], TEST_LOOKUP);
  return [...checked.errors.inOrder()].map(at => {
    const { row, key, rule, suggestion } = describeError(checked, TEST_LOOKUP, at);
    return `${row} ${key} ${rule}${suggestion === null ? '' : ` ${suggestion}`}`;
  });
}

describe('parsing columns of every kind', () => {
  it('postcodes keep their leading zeros, and a number that is too short is reported', () => {
    const rows: TestCell[][] = [
      [10_021, '00123', 'Yes', 1],
      [10_021, 40_111, 'Yes', 1],
      [10_021, 4013, 'Yes', 1],
      [10_021, '4011', 'No', 1],
      [10_021, '40111 ', 'Yes', -1],
      [10_021, '４０ 112', 'Yes', 1],
    ];
    expect(rulesOf(postcode, rows)).toEqual(['4 zipcode postcode', '5 zipcode postcode', '6 actionCode contradiction']);
    expect(readPostcode(' ４０\u200b 112 ', 'ID')).toBe('40112');
    expect(readPostcode('๑๐๑๑๐', 'TH')).toBe('10110');
    expect(readPostcode('01310–100', 'BR')).toBe('01310100');
    expect(readPostcode('40-112', 'ID')).toBeNull();
    for (const hyphen of ['\u2010', '\u2011', '\u2012', '\u2014', '\u2212', '\ufe63', '\uff0d']) {
      expect(readPostcode(`01310${hyphen}100`, 'BR')).toBe('01310100');
      expect(normalise(`ABC${hyphen}1`, 'code')).toBe('ABC-1');
      expect(normalise(`Jalan A${hyphen}B`, 'line')).toBe(`Jalan A${hyphen}B`);
    }
  });

  it.each([
    ['ID', '4013', null],
    ['TH', '4013', null],
    ['TW', '40', null],
    ['TW', '1004', null],
    ['TW', '10041', null],
    ['MY', '1000', '01000'],
    ['MY', '100', null],
    ['MY', '0100', null],
    ['PH', '400', '0400'],
    ['PH', '40', null],
    ['SG', '18956', '018956'],
    ['SG', '8956', null],
    ['VN', '4013', '04013'],
    ['BR', '1001000', '01001000'],
    ['BR', '1310', null],
  ] as const)('a leading zero is offered only where a postcode can have lost one: %s %s', (country, text, offer) => {
    expect(restoreZero(text, country)).toBe(offer);
    expect(postcodeProblem('Postcode', text, country).offer ?? null).toBe(offer);
    const checked = checkImport(
      postcode,
      [importFileOf(postcode, [postcode.columns.map(({ header }) => header), [10_021, Number(text), 'Yes', 1]])],
      { ...TEST_LOOKUP, country },
    );
    const found = [...checked.errors.inOrder()].map(at => describeError(checked, { ...TEST_LOOKUP, country }, at));
    const isValid = readPostcode(String(Number(text)), country) !== null;
    const wanted = restoreZero(String(Number(text)), country);
    expect(found.map(({ key, rule, suggestion }) => [key, rule, suggestion ?? null])).toEqual(
      isValid ? [] : [['zipcode', wanted === null ? 'postcode' : 'leadingZeros', wanted]],
    );
  });

  it('a number with leading zeros, as a cell may display it, is read by columns of numbers too', () => {
    const shown: TestCell[][] = [
      [10_021, '05', '07'],
      ['010021', '0012.5', '30'],
    ];
    expect(rulesOf(rates, shown)).toEqual([]);
  });

  it('date columns accept a date in a cell of any type', () => {
    const rows: TestCell[][] = [
      [10_021, { serial: 45_000 }, 'x'],
      [10_021, '2023-03-15', 'x'],
      [10_021, '2023-02-30', null],
      [10_021, '3/4/2023', null],
      [10_021, 45_000, null],
      [10_021, { serial: 60 }, 'a text of far too many characters'],
    ];
    expect(rulesOf(holidays, rows)).toEqual([
      '3 channelId duplicate',
      '4 day date',
      '5 day date',
      '6 day date',
      '7 day date',
      '7 name tooLong',
    ]);
  });

  it('a day whose order is unclear is refused with both days that it may be, and a clear one is suggested', () => {
    const cells: [text: string, message: string, suggestion: string | null][] = [
      ['3/4/2023', 'day may be two different days; write 2023-04-03 or 2023-03-04', null],
      ['10.11.2027', 'day may be two different days; write 2027-11-10 or 2027-10-11', null],
      ['25/12/2026', 'day must be a valid day, such as 2025-01-31', '2026-12-25'],
      ['31 Feb 2026', 'day must be a valid day, such as 2025-01-31', null],
    ];
    const file = importFileOf(holidays, [
      ['channelId', 'day', 'name'],
      ...cells.map(([text], at) => [at + 1, text, 'x']),
    ]);
    const checked = checkImport(holidays, [file], TEST_LOOKUP);
    const errors = [...checked.errors.inOrder()]
      .map(at => describeError(checked, TEST_LOOKUP, at))
      .filter(({ key }) => key === 'day');
    expect(errors.map(({ message, suggestion }) => [message, suggestion])).toEqual(
      cells.map(([, message, suggestion]) => [message, suggestion]),
    );
  });

  it('numbers in Indonesian notation are checked for bounds and decimals, and ambiguous ones are refused', () => {
    const rows: TestCell[][] = [
      [10_021, '1234.50', 3],
      [10_022, 0.125, 31],
      [10_022, '1,x', 2.5],
      [10_022, -1, 0],
      [10_022, '1,5', '2'],
      [10_022, '2.500.000,75', '3'],
      [10_022, '150.000', '4'],
      [10_022, '1,234.56', '5.000'],
    ];
    expect(rulesOf(rates, rows)).toEqual([
      '3 fee scale',
      '3 days range',
      '4 fee notNumber',
      '4 days notInteger',
      '5 fee range',
      '5 days range',
      '8 fee twoNumbers',
      '9 fee twoNumbers 1234,56',
      '9 days twoNumbers',
    ]);
  });

  it('days are stored as strings according to the file’s date system, and decimals are stored as integers', () => {
    const amounts = declare(
      'amounts',
      [channel, column('day', { kind: 'date' }), column('fee', { kind: 'decimal', scale: 3, whole: true })],
      ['channelId'],
    );
    const rows: TestCell[][] = [
      ['channelId', 'day', 'fee'],
      [10_021, { serial: 45_000.75 }, 1.005],
      [10_022, '2023/3/5', '-0.5'],
    ];
    const valuesOf = (date1904: boolean) => {
      const file = importFileOf(amounts, rows);
      const checked = checkImport(amounts, [{ ...file, sheet: { ...file.sheet, date1904 } }], TEST_LOOKUP);
      const [, days, fees] = checked.files[0]?.values ?? [];
      return [1, 2].map(row => [checked.texts.text(days?.[row] as number), fees?.[row]]);
    };
    expect(valuesOf(false)).toEqual([
      ['2023-03-15', 1005],
      ['2023-03-05', -500],
    ]);
    expect(valuesOf(true)[0]).toEqual(['2027-03-16', 1005]);
  });

  it('e-mail addresses, place names without an ID and several place groups per row are parsed', () => {
    expect(rulesOf(users, [['a@b.example'], ['nobody'], ['Ａ@b.example ']])).toEqual(['3 email email']);
    expect(rulesOf(route, [[10_021, 'Banten', 'Bandung', 'Jawa Barat', 'Bandng']])).toEqual([
      '2 toCity unknownPlace Bandung',
    ]);
  });

  it('finding many rows with equal keys takes less than quadratic time', () => {
    const rows = Array.from({ length: 20_000 }, (_, at): TestCell[] => [
      10_021,
      String(10_000 + (at % 10_000)),
      'Yes',
      1,
    ]);
    expect(rulesOf(postcode, rows)).toHaveLength(10_000);
  });

  it('every declaration yields a template that explains each of its columns', () => {
    for (const declaration of [postcode, route, holidays, rates, users, channelLocationImport]) {
      const [data, notes] = templateOf(declaration);
      expect(data?.columns.map(({ heading }) => heading)).toEqual(declaration.columns.map(({ header }) => header));
      expect(notes?.rows).toHaveLength(declaration.columns.length);
      expect(notes?.rows.flat().every(cell => cell !== '')).toBe(true);
    }
    expect(typeText({ kind: 'integer', min: 1, max: 30 })).toBe('A whole number from 1 to 30');
    const words = [{ value: 0, label: 'default' }];
    expect(typeText({ kind: 'integer', min: 0, words })).toBe('A whole number from 0, or default');
    expect(templateOf(postcode)[0]?.columns[1]?.text).toBe(true);
  });
});

describe('finding the closest word', () => {
  it('editDistance counts a swap of two adjacent characters as one edit', () => {
    expect(editDistance('bandung', 'bandng', 3)).toBe(1);
    expect(editDistance('bandung', 'badnung', 3)).toBe(1);
    expect(editDistance('kitten', 'sitting', 3)).toBe(3);
    expect(editDistance('a', 'abcdef', 2)).toBe(3);
  });

  it('the closest word is suggested unless two words are equally close or none is close', () => {
    expect(closest('Bandng', ['Bandung', 'Banten', 'Bali'])).toBe('Bandung');
    expect(closest('sao paolo', ['São Paulo', 'Santos'])).toBe('São Paulo');
    expect(closest('Bal', ['Bali', 'Balu'])).toBeNull();
    expect(closest('Xyz', ['Bandung'])).toBeNull();
  });

  it('each normalization rule changes only the kinds of characters that it covers', () => {
    expect(normalise('\u3000Jawa\u00a0\u200bBarat ', 'line')).toBe('Jawa Barat');
    expect(normalise('ＡＢ－１２ ３', 'code')).toBe('AB-123');
    expect(normalise('ＡＢ', 'line')).toBe('ＡＢ');
    expect(normalise("'0123", 'code')).toBe('0123');
    expect(normalise("'sGravenhage", 'line')).toBe("'sGravenhage");
    expect(normalise('Jawa \u0007 Barat\u0000', 'line')).toBe('Jawa Barat');
    expect(normalise('Caf\u200be\u0301', 'line')).toBe('Caf\u00e9');
    expect(normalise('\uff25\u0301 1', 'code')).toBe('\u00c91');
    expect(new TextPool().internText('')).toBe(0);
  });

  it('normalizing a normalized string does not change it', () => {
    const parts = [
      'a',
      'E',
      '\uff25',
      '\u0301',
      '\u0323',
      ' ',
      '\u00a0',
      '\t',
      '\n',
      '\u0007',
      '\u0085',
      '\u200b',
      '\ufeff',
    ];
    const strings = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'grapheme', maxLength: 1 })));
    fc.assert(
      fc.property(strings, fc.constantFrom('line' as const, 'code' as const), (chosen, kind) => {
        const once = normalise(chosen.join(''), kind);
        expect(normalise(once, kind)).toBe(once);
      }),
    );
  });
});
