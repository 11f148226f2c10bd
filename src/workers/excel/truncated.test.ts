import { utils, write } from 'xlsx';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../tests/support/readBoth.ts';
import { SheetFileError } from '../../domain/sheet/problem.ts';

/**
 * Truncated files. XML 2003 and .xls files declare how many rows they have, but programs are careless about that; a
 * file that lost rows is recognized by unclosed elements or records.
 */

const ROWS = 12;

const xml2003 = (declared: number): string => {
  const rows = Array.from(
    { length: ROWS },
    (_, at) =>
      `<Row><Cell><Data ss:Type="Number">${at + 1}</Data></Cell><Cell><Data ss:Type="String">r</Data></Cell></Row>`,
  );
  return (
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
    `<Worksheet ss:Name="S"><Table ss:ExpandedColumnCount="2" ss:ExpandedRowCount="${declared}">\n${rows.join('\n')}\n</Table></Worksheet></Workbook>`
  );
};

function biff8(): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(Array.from({ length: ROWS }, (_, at) => [at + 1, 'r'])), 'S');
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
}

/** The file's number of rows, or the kind of its problem if it is rejected. */
async function outcomeOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<number | string> {
  try {
    return (await (await openFile(bytes, name)).readSheet(0)).rows;
  } catch (error) {
    if (error instanceof SheetFileError) return error.kind;
    throw error;
  }
}

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

describe('a truncated file is either rejected or has all its rows', () => {
  it('XML 2003 truncated after any element is either rejected or complete', async () => {
    const whole = xml2003(ROWS);
    for (let at = whole.indexOf('<Worksheet'); at < whole.length; at++) {
      if (whole[at] !== '>') continue;
      const outcome = await outcomeOf(encoded(whole.slice(0, at + 1)), 'a.xml');
      expect([at, typeof outcome === 'string' || outcome === ROWS]).toEqual([at, true]);
    }
  });

  it('.xls truncated at any point is either rejected or complete', async () => {
    const whole = biff8();
    expect(await outcomeOf(whole, 'a.xls')).toBe(ROWS);
    for (let at = 512; at < whole.length; at += 64) {
      const outcome = await outcomeOf(whole.slice(0, at), 'a.xls');
      expect([at, typeof outcome === 'string' || outcome === ROWS]).toEqual([at, true]);
    }
  });
});

it('declared but missing rows do not count as truncation, because programs declare extra rows', async () => {
  for (const declared of [1, ROWS, 65_536]) expect(await outcomeOf(encoded(xml2003(declared)), 'a.xml')).toBe(ROWS);
});
