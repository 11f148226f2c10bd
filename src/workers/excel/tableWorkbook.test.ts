import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { deflateRaw } from './platform.ts';
import { tableWorkbook } from './tableWorkbook.ts';

describe('a table as a workbook', () => {
  it('a table round-trips through a workbook, with numbers as numbers and no string as a formula', async () => {
    const rows = [
      ['No.', 'Record'],
      [1, '=1+1'],
      [2, 'Đà Nẵng, "quoted"'],
    ];
    const book = read(await (await tableWorkbook('Changes', rows, deflateRaw)).arrayBuffer());
    const sheet = book.Sheets['Changes'];
    if (!sheet) throw new Error('no sheet');
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual(rows);
    expect(sheet['B2']).toMatchObject({ t: 's' });
    expect(sheet['B2']).not.toHaveProperty('f');
  });
});
