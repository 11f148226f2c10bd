import { array, assert, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalFormula, formulaProblems } from './formula.ts';
import {
  columnsLeftOut,
  isBlock,
  mergeTyped,
  openCells,
  pasteTyped,
  sortTyped,
  splitTyped,
  typedRows,
  typedText,
  type TypedRow,
} from './typedRanges.ts';

const rows = (...triples: [string, string, string][]): TypedRow[] => triples.map(([a, b, x]) => ({ a, b, x }));

describe('weight ranges as typed', () => {
  it('typed ranges are displayed in the country’s notation and parse back to the stored ones', () => {
    const stored = '{"weight_range":[[0,0.5,18000],[0.5,12.345,26000.25]]}';
    expect(typedRows(stored, 'ID')).toEqual(rows(['0', '0.5', '18000'], ['0.5', '12.3450', '26000.25']));
    expect(canonicalFormula(typedText(typedRows(stored, 'ID')), 'ID')).toBe(stored);
  });

  it.each([
    ['ID', '2,5', '18.000,50', '{"weight_range":[[0,2.5,18000.5]]}'],
    ['SG', '2.5 kg', '18,000.50', '{"weight_range":[[0,2.5,18000.5]]}'],
    ['BR', '2,5', 'R$ 7,25', '{"weight_range":[[0,2.5,7.25]]}'],
  ] as const)('in %s, a typed range with the end %s and the value %s is parsed', (country, end, value, stored) =>
    expect(canonicalFormula(typedText(rows(['0', end, value])), country)).toBe(stored),
  );

  it('an ambiguous weight or value is reported and kept as it was typed', () => {
    const text = typedText(rows(['0', '5', '18.000']));
    expect(formulaProblems('ESF formula', text, 'ID')).toMatchObject([{ row: 0, field: 'x' }]);
    expect(formulaProblems('ESF formula', text, 'ID')[0]?.message).toContain('can mean two numbers');
    expect(typedRows(text, 'ID')).toEqual(rows(['0', '5', '18.000']));
  });

  it('a word is refused in a form as it is in a call (G31)', () => {
    const text = typedText(rows(['1', 'x', '2']));
    expect(formulaProblems('ESF formula', text, 'ID')).toEqual([
      { row: 0, field: 'b', message: 'End weight is required: "x" is not a number' },
    ]);
    expect(typedRows(text, 'ID')).toEqual(rows(['1', 'x', '2']));
    expect(formulaProblems('ESF formula', typedText(rows(['1', '５', '2'])), 'ID')).toEqual([]);
  });

  it('weight ranges may have string cells only in a form; a call requires numbers', () =>
    expect(formulaProblems('ESF formula', typedText(rows(['0', '5', '1']))).map(({ message }) => message)).toEqual([
      'Start weight is required: "0" is a text, not a number',
    ]));

  it('only empty rows at the end are dropped from typed ranges', () => {
    expect(typedText(rows(['', '', ''], ['', '', '']))).toBe('');
    expect(typedRows(typedText(rows(['0', '', ''], ['', '', ''], ['5', '', ''], ['', '', ''])), 'ID')).toHaveLength(3);
    expect([typedRows('', 'ID'), typedRows('{', 'ID'), typedRows('{"x":1}', 'ID')]).toEqual([[], [], []]);
  });
});

describe('editing typed ranges', () => {
  const two = rows(['0', '2,5', '10'], ['2,5', '5', '10']);

  it('typed ranges are sorted numerically, with rows that cannot be parsed last', () =>
    expect(sortTyped(rows(['10', '', ''], ['x', '', ''], ['9,5', '', '']), 'ID').map(({ a }) => a)).toEqual([
      '9,5',
      '10',
      'x',
    ]));

  it('a row can be split only at a weight inside its range', () => {
    expect(splitTyped(two, 0, '1,25', 'ID')).toEqual(
      rows(['0', '1,25', '10'], ['1,25', '2,5', '10'], ['2,5', '5', '10']),
    );
    expect(['2,5', '0', '9', 'x', ''].map(at => splitTyped(two, 0, at, 'ID'))).toEqual([null, null, null, null, null]);
  });

  it('a row can be merged with the next one, unless it is the last or a bound cannot be parsed', () => {
    expect(mergeTyped(two, 0, 'ID')).toEqual(rows(['0', '5', '10']));
    expect(mergeTyped(rows(['0', '1', '10'], ['1', '2', '11']), 0, 'ID')).toEqual(rows(['0', '2', '']));
    expect(mergeTyped(two, 1, 'ID')).toBeNull();
    expect(mergeTyped(rows(['0', 'x', '1'], ['1', '2', '1']), 0, 'ID')).toBeNull();
  });

  it('a pasted block is inserted at the given cell, without its headings', () => {
    const block = 'Start\tEnd\tFee\r\n0\t1\t10\r\n1\t2\t20\r\n';
    expect(pasteTyped([], 0, 'a', block)).toEqual(rows(['0', '1', '10'], ['1', '2', '20']));
    expect(pasteTyped(two, 1, 'b', '7\t70\tmore\n8\t80')).toEqual(
      rows(['0', '2,5', '10'], ['2,5', '7', '70'], ['', '8', '80']),
    );
    expect([isBlock('5'), isBlock('5\n'), isBlock('5\t6'), isBlock('5\n6')]).toEqual([false, false, true, true]);
  });

  it('a heading with a line break, and numbers in another notation, are pasted as one block', () => {
    const block = '"Start\nweight"\tEnd\tFee\r\n0\t1\t10.000\r\n1\t2,5\tRp 18.500\r\n';
    expect(openCells('a', block, 'ID').map(({ text }) => text)).toEqual(['10.000', 'Rp 18.500']);
    expect(pasteTyped([], 0, 'a', block, { notation: 'comma', country: 'ID' })).toEqual(
      rows(['0', '1', '10000'], ['1', '2,5', '18500']),
    );
    expect(pasteTyped([], 0, 'a', block)).toEqual(rows(['0', '1', '10.000'], ['1', '2,5', 'Rp 18.500']));
  });

  it('columnsLeftOut counts the pasted columns that do not fit', () => {
    expect([columnsLeftOut('b', '7\t70\tmore\n8\t80'), columnsLeftOut('x', '7\t70\tmore')]).toEqual([1, 2]);
    expect([columnsLeftOut('a', '0\t1\t10\t\r\n1\t2\t20'), columnsLeftOut('b', '1\n2\n')]).toEqual([0, 0]);
  });

  it('rows copied from a spreadsheet can be pasted unchanged', () => {
    const row = record({ a: nat().map(String), b: nat().map(String), x: nat().map(String) });
    assert(
      property(array(row, { minLength: 1 }), all => {
        const copied = all.map(({ a, b, x }) => `${a}\t${b}\t${x}`).join('\n');
        expect(pasteTyped([], 0, 'a', copied)).toEqual(all);
      }),
    );
  });
});
