import { describe, expect, it } from 'vitest';
import { IMPORT_HEADERS } from '../../../tests/support/importFile.ts';
import { importById } from '../../contract/imports/registry.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { sheetOf, workbookOf } from '../../../tests/support/workbookFile.ts';
import { columnLetter } from '../../domain/sheet/columns.ts';
import { NotImportable, openImportFile } from './openFile.ts';

describe('opening the files of an import on the server', () => {
  const declaration = importById('channelLocation') as ImportDeclaration;
  const csv = (rows: number) =>
    Buffer.from(`${IMPORT_HEADERS.join()}\n${'10021,Standard,7,Yes,Yes,Yes,Yes,1\n'.repeat(rows)}`);

  it('files that have too many rows in total are refused, even if the console accepted them', async () => {
    const half = csv(760_000);
    const first = await openImportFile(declaration, 'first.csv', half);
    const second = openImportFile(declaration, 'second.csv', half, [first]);
    await expect(second).rejects.toBeInstanceOf(NotImportable);
    await expect(second).rejects.toThrow(/"second\.csv".* 1,500,000 rows/);
    const small = await openImportFile(declaration, 'third.csv', csv(10), [first]);
    expect(small.sheet.rows).toBe(11);
  });

  it('a file whose encoding would have to be guessed is refused, wherever its first such character is', async () => {
    for (const rows of [0, 200_000]) {
      const lines = `${IMPORT_HEADERS.join()}\n${'10021,Standard,7,Yes,Yes,Yes,Yes,1\n'.repeat(rows)}10021,São,7,Yes,Yes,Yes,Yes,1\n`;
      const refused = openImportFile(declaration, 'west.csv', Buffer.from(lines, 'latin1'));
      await expect(refused).rejects.toBeInstanceOf(NotImportable);
      await expect(refused).rejects.toThrow(/"west\.csv".*Windows-1252, for example "São".*"CSV UTF-8"/);
      const clear = await openImportFile(declaration, 'clear.csv', Buffer.from(lines));
      expect(clear.sheet.rows).toBe(rows + 2);
    }
  });

  it('an import without action codes refuses codes that request deletions and ignores all others', async () => {
    const lines = (...codes: string[]) =>
      Buffer.from(
        `Action Code,Channel ID,Origin Level,Origin,Destination Level,Destination,Min CDT,Max CDT\n${codes
          .map(code => `${code},10021,-1 region,ID,-1 region,ID,1,2\n`)
          .join('')}`,
      );
    const cdt = importById('locationCdt') as ImportDeclaration;
    const refused = openImportFile(cdt, 'cdt.csv', lines('1', '', '-1'));
    await expect(refused).rejects.toBeInstanceOf(NotImportable);
    await expect(refused).rejects.toThrow(
      '"cdt.csv" has a row that is to be deleted (row 4, Action Code (column A)), but this import has no action codes and would keep the row.',
    );
    await expect(openImportFile(cdt, 'cdt.csv', lines('delete'))).rejects.toThrow(
      'row 2, Action Code (column A): "delete"',
    );
    expect((await openImportFile(cdt, 'cdt.csv', lines('1', '', '1'))).sheet.rows).toBe(4);
    const locations = Buffer.from(`${IMPORT_HEADERS.join()}\n10021,Standard,7,Yes,Yes,Yes,Yes,-1\n`);
    expect((await openImportFile(declaration, 'locations.csv', locations)).sheet.rows).toBe(2);
  });

  it('a file with two visible sheets that match is refused, and accepted if one of them is hidden', async () => {
    const xml = (...rows: (readonly string[])[]) =>
      rows
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((text, at) => `<c r="${columnLetter(at)}${row + 1}" t="str"><v>${text}</v></c>`).join('')}</row>`,
        )
        .join('');
    const rows = xml(IMPORT_HEADERS, ['10021', 'Standard', '7', 'Yes', 'Yes', 'Yes', 'Yes', '1']);
    const march = { name: 'March', xml: rows };
    const refused = openImportFile(
      declaration,
      'two.xlsx',
      workbookOf({ sheets: [march, { name: 'April', xml: rows }] }),
    );
    await expect(refused).rejects.toBeInstanceOf(NotImportable);
    await expect(refused).rejects.toThrow(
      '"two.xlsx" has the columns of the template in the sheets "March" and "April". Only a person can decide which of them to import',
    );
    for (const other of [
      { name: 'April', xml: rows, state: 'hidden' as const },
      { name: 'April', xml: xml(IMPORT_HEADERS) },
    ]) {
      const { sheet } = await openImportFile(declaration, 'one.xlsx', workbookOf({ sheets: [march, other] }));
      expect(sheet).toMatchObject({ name: 'March', rows: 2 });
    }
  });

  it('a duplicate heading is refused, and the message names both columns and says which is hidden', async () => {
    const headings = IMPORT_HEADERS;
    const last = headings.length;
    for (const [at, heading] of headings.entries()) {
      const twin = Buffer.from(
        `${[...headings, `${heading.toUpperCase()} *`].join()}\n10021,Standard,7,Yes,Yes,Yes,Yes,1,8\n`,
      );
      const refused = openImportFile(declaration, 'twin.csv', twin);
      await expect(refused).rejects.toBeInstanceOf(NotImportable);
      await expect(refused).rejects.toThrow(
        `"twin.csv" has the heading "${heading}" in columns ${columnLetter(at)} and ${columnLetter(last)}.`,
      );
    }
    const cells = [...headings, headings[2] as string].map(
      (text, at) => `<c r="${columnLetter(at)}1" t="str"><v>${text}</v></c>`,
    );
    const hidden = sheetOf(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="3" max="3" width="9" hidden="1"/></cols><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`,
    );
    await expect(openImportFile(declaration, 'hidden.xlsx', hidden)).rejects.toThrow(
      `the heading "${headings[2]}" in columns C and ${columnLetter(last)} (C is hidden)`,
    );
  });
});
