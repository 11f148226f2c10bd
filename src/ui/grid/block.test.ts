import { describe, expect, it } from 'vitest';
import { readBlock } from '../../domain/clipboardBlock.ts';
import {
  clearEdits,
  filledRange,
  fillDown,
  fillRange,
  fillRight,
  findNext,
  pasteEdits,
  writeBlock,
  type Edit,
} from './block.ts';
import { done, redone, startHistory, undone } from './history.ts';
import { jumpFrom, rangeOf, rangeWords, selectAll, stepFrom } from './range.ts';

const GRID = [
  ['a', 'b', ''],
  ['c', 'd', ''],
  ['', '', 'x'],
];
const SIZE = { rows: 3, columns: 3 };
const textOf = (row: number, column: number) => GRID[row]?.[column] ?? '';
const range = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
const texts = (edits: readonly Edit[]) => edits.map(({ row, column, text }) => `${row}.${column}=${text}`);

describe('clipboard blocks', () => {
  it('cells copied from Excel are parsed with tabs, any line endings, and line breaks inside quotes', () => {
    expect(readBlock('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(readBlock('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']]);
    expect(readBlock('1\t\n\t2')).toEqual([
      ['1', ''],
      ['', '2'],
    ]);
    expect(readBlock('')).toEqual([]);
  });

  it('an unclosed quote does not swallow the cells that follow it', () => {
    expect(readBlock('A\t"5 up\t10\r\nB\t6\t20\r\n')).toEqual([
      ['A', '"5 up', '10'],
      ['B', '6', '20'],
    ]);
  });

  it('a block round-trips through the clipboard format', () => {
    const all = rangeOf(selectAll(SIZE));
    expect(readBlock(writeBlock(all, textOf))).toEqual(GRID);
    expect(readBlock(writeBlock(range(0, 0), () => 'a\t"b"\n'))).toEqual([['a\t"b"\n']]);
  });

  it('pasting one cell fills the selection, a block that fits is tiled, and any other block is pasted once', () => {
    expect(texts(pasteEdits([['7']], range(0, 0, 1, 1), SIZE).edits)).toEqual(['0.0=7', '0.1=7', '1.0=7', '1.1=7']);
    expect(texts(pasteEdits([['1', '2']], range(0, 0, 1, 1), SIZE).edits)).toEqual([
      '0.0=1',
      '0.1=2',
      '1.0=1',
      '1.1=2',
    ]);
    const outside = pasteEdits([['1', '2'], ['3']], range(2, 1), SIZE);
    expect(texts(outside.edits)).toEqual(['2.1=1', '2.2=2']);
    expect(outside.outside).toBe(1);
    expect(outside.range).toEqual(range(2, 1, 2, 2));
  });

  it('fill down and fill right copy the first row or column, or the adjacent cell if only one row or column is selected', () => {
    expect(texts(fillDown(range(0, 0, 2, 1), textOf))).toEqual(['1.0=a', '1.1=b', '2.0=a', '2.1=b']);
    expect(texts(fillDown(range(1, 1), textOf))).toEqual(['1.1=b']);
    expect(fillDown(range(0, 0), textOf)).toEqual([]);
    expect(texts(fillRight(range(0, 0, 1, 2), textOf))).toEqual(['0.1=a', '0.2=a', '1.1=c', '1.2=c']);
    expect(texts(fillRight(range(2, 1), textOf))).toEqual(['2.1=']);
  });

  it('the fill handle repeats the selection in the direction of the longer drag distance', () => {
    const from = range(0, 0, 1, 0);
    expect(filledRange(from, { row: 1, column: 0 })).toBeNull();
    expect(filledRange(from, { row: 4, column: 2 })).toEqual(range(2, 0, 4, 0));
    expect(filledRange(range(3, 2), { row: 1, column: 2 })).toEqual(range(1, 2, 2, 2));
    expect(filledRange(range(0, 2), { row: 0, column: 0 })).toEqual(range(0, 0, 0, 1));
    expect(filledRange(from, { row: 1, column: 2 })).toEqual(range(0, 1, 1, 2));
    expect(texts(fillRange(from, range(2, 0, 4, 0), textOf))).toEqual(['2.0=a', '3.0=c', '4.0=a']);
    expect(texts(fillRange(range(1, 0, 2, 0), range(0, 0, 0, 0), textOf))).toEqual(['0.0=']);
    expect(texts(fillRange(range(0, 0, 0, 1), range(0, 2, 0, 3), textOf))).toEqual(['0.2=a', '0.3=b']);
  });

  it('cells can be cleared, and the search goes forward or backward and wraps around', () => {
    expect(texts(clearEdits(range(0, 0, 0, 1)))).toEqual(['0.0=', '0.1=']);
    expect(findNext('D', { row: 0, column: 0 }, SIZE, textOf)).toEqual({ row: 1, column: 1 });
    expect(findNext('a', { row: 1, column: 1 }, SIZE, textOf)).toEqual({ row: 0, column: 0 });
    expect(findNext('x', { row: 0, column: 0 }, SIZE, textOf, true)).toEqual({ row: 2, column: 2 });
    expect(findNext('nothing', { row: 0, column: 0 }, SIZE, textOf)).toBeNull();
  });
});

describe('grid selection', () => {
  const isEmpty = ({ row, column }: { row: number; column: number }) => textOf(row, column) === '';
  it('arrow keys move the selection by one cell, and with Ctrl to the edge of the data, as in a spreadsheet', () => {
    expect(stepFrom({ row: 0, column: 0 }, 'ArrowUp', SIZE)).toEqual({ row: 0, column: 0 });
    expect(jumpFrom({ row: 0, column: 0 }, 'ArrowDown', SIZE, isEmpty)).toEqual({ row: 1, column: 0 });
    expect(jumpFrom({ row: 1, column: 0 }, 'ArrowDown', SIZE, isEmpty)).toEqual({ row: 2, column: 0 });
    expect(jumpFrom({ row: 0, column: 2 }, 'ArrowDown', SIZE, isEmpty)).toEqual({ row: 2, column: 2 });
    expect(rangeWords(range(0, 0, 0, 2))).toBe('1 row and 3 columns selected');
  });
});

it('edits can be undone and redone, and a new edit clears the redo history', () => {
  const two = done(done(startHistory(0), 1), 2);
  expect(undone(two).now).toBe(1);
  expect(redone(undone(two)).now).toBe(2);
  expect(redone(done(undone(two), 5)).now).toBe(5);
  expect(undone(startHistory(0)).now).toBe(0);
  expect(done(two, 2)).toBe(two);
});
