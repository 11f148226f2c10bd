import { read, utils } from 'xlsx';
import { describe, expect, it } from 'vitest';
import { channelLocationImport } from '../../contract/imports/channelLocation.ts';
import { checkImport } from '../../domain/import/check.ts';
import { importFileOf, TEST_LOOKUP } from '../../../tests/support/importFile.ts';
import { fileSheet } from '../../domain/import/fileSheet.ts';
import { deflateRaw } from './platform.ts';
import { workbookBlob } from './workbookBlob.ts';

const rowsOf = async (blob: Blob): Promise<unknown[][]> => {
  const book = read(new Uint8Array(await blob.arrayBuffer()), { dense: true });
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: null });
};

const FILE = importFileOf(channelLocationImport, [
  ['Channel_ID*', 'Applicable Type', 'City', 'State', 'Support Deliver', 'Remark <&>', 'Support COD Deliver'],
  [10_021, 'Standard', 'Bandng', 'Jawa Barat', 'Yes', 'a\u0007b _x0041_', 'Perhaps'],
  ['10022', 'Standard', 'Bandung', 'Banten', true, null, 'No'],
]);

describe('the workbook of a checked file', () => {
  const checked = checkImport(channelLocationImport, [FILE], TEST_LOOKUP);

  it('the workbook contains all rows under the declared headers, and leaves other columns unchanged', async () => {
    expect(await rowsOf(await workbookBlob([fileSheet(checked, 0, null)], deflateRaw))).toEqual([
      ['Channel ID', 'Applicable Type', 'City', 'State', 'Support Deliver', 'Remark <&>', 'Support COD Deliver'],
      [10_021, 'Standard', 'Bandng', 'Jawa Barat', 'Yes', 'a\u0007b _x0041_', 'Perhaps'],
      ['10022', 'Standard', 'Bandung', 'Banten', 'TRUE', null, 'No'],
    ]);
  });

  it("the workbook describes each row's errors next to it, with a suggested correction", async () => {
    const rows = await rowsOf(await workbookBlob([fileSheet(checked, 0, TEST_LOOKUP)], deflateRaw));
    expect(rows[0]?.at(-1)).toBe('Errors');
    expect(rows[1]?.at(-1)).toMatch(/City: There is no City with this name.*\(did you mean Bandung\?\)/);
    expect(rows[1]?.at(-1)).toMatch(/Support COD Deliver: /);
    expect(rows[2]).toHaveLength(8);
  });
});

it('a large number of rows is written in chunks', async () => {
  const many = 20_000;
  const rows = Array.from({ length: many }, (_, at) => [at, `row ${at}`]);
  const written = await rowsOf(
    await workbookBlob(
      [
        {
          name: 'A/B:C',
          columns: [
            { heading: 'n', width: 8 },
            { heading: 't', width: 8 },
          ],
          rows,
        },
      ],
      deflateRaw,
    ),
  );
  expect(written).toHaveLength(many + 1);
  expect(written.at(-1)).toEqual([many - 1, `row ${many - 1}`]);
});
