import { expect, it } from 'vitest';
import { importFileOf, TEST_LOOKUP } from '../../../tests/support/importFile.ts';
import { channelLocationImport } from '../../contract/imports/channelLocation.ts';
import { checkImport } from '../../domain/import/check.ts';
import { describeFails } from './fails.ts';

const HEADERS = ['Channel ID', 'Applicable Type', 'City', 'State', 'Support Deliver', 'Support COD Deliver'];
const PICKUP = ['Support Pickup', 'Support COD Pickup'];

it('a refused file’s message names row, column and value of the first error, whatever its kind', async () => {
  const right = [10_021, 'Standard', 'Bandung', 'Jawa Barat', 'Yes', 'No'];
  const cases = [
    ['City', [10_021, 'Standard', 'Bandng', 'Jawa Barat', 'Yes', 'No'], 'There is no City with this name'],
    ['Applicable Type', [10_021, 'Express', 'Bandung', 'Jawa Barat', 'Yes', 'No'], ''],
    ['Support COD Deliver', [10_021, 'Standard', 'Bandung', 'Jawa Barat', 'Yes', 'Perhaps'], ''],
  ] as const;
  for (const [header, wrong, said] of cases) {
    const file = importFileOf(channelLocationImport, [
      [...HEADERS, ...PICKUP],
      [...right, 'No', 'No'],
      [...wrong, 'No', 'No'],
    ]);
    const [fail] = await describeFails(checkImport(channelLocationImport, [file], TEST_LOOKUP), TEST_LOOKUP);
    expect(fail?.message).toMatch(/^Invalid address data\. .*: \d+/);
    expect(fail?.message).toContain(`(first: row 3, ${header} (column `);
    expect(fail?.message).toContain(said);
  }
});
