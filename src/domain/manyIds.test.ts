import { describe, expect, it } from 'vitest';
import { idsNotFound, idsText, readIds, readPastedIds, writeIds } from './manyIds.ts';

describe('ids pasted from a spreadsheet column', () => {
  it.each([
    ['80012\n80013\r\n80014', ['80012', '80013', '80014']],
    ['80012\t80013', ['80012', '80013']],
    ['80012, 80013;80014', ['80012', '80013', '80014']],
    ['８００１２ 80012', ['80012']],
    [' \n ', []],
    ['40115', ['40115']],
    ['JNE-REG\nJNE-YES\n', ['JNE-REG', 'JNE-YES']],
    // A copied cell with two lines, and digits that are stored as text.
    ['"1027732\n1027734"', ['1027732', '1027734']],
    ["'0401, ’0402", ['0401', '0402']],
  ])('the ids in the pasted text %j are extracted', (text, ids) => expect(readIds(text)).toEqual(ids));

  it.each([
    ['Location ID\n1026735\r\n1026736', ['1026735', '1026736']],
    ['Standort\n1026735', ['1026735']],
    // The filter's own label, above codes without a digit.
    ['location id\nJNE\nSAP', ['JNE', 'SAP']],
    ['JNE\nSAP', ['JNE', 'SAP']],
    ['JNE\nSAP1', ['SAP1']],
    ['Zone 1\n1026735', ['Zone', '1', '1026735']],
    ['Location ID', ['Location', 'ID']],
    ['1026735', ['1026735']],
  ])('the heading of a pasted column is skipped: %j', (text, ids) =>
    expect(readPastedIds(text, 'Location ID')).toEqual(ids),
  );

  it('formatted ids parse back unchanged', () => expect(readIds(writeIds([1, 2, 'A']))).toEqual(['1', '2', 'A']));

  it('idsText describes the number of ids', () =>
    expect([idsText(12), idsText(1000)]).toEqual(['12 IDs', '1,000 IDs']));

  it('idsNotFound returns the missing ids in their original order', () => {
    const same = (id: string | number) => String(id).toLowerCase();
    expect(idsNotFound(['a', 'B', 3], new Set(['b', '4']), same)).toEqual(['a', 3]);
  });
});
