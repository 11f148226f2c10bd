import { describe, expect, it } from 'vitest';
import { IMPORT_HEADERS } from '../../../tests/support/importing.ts';
import { importById } from '../../contract/imports/registry.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { NotImportable, openImportFile } from './openFile.ts';

describe('the files of an import on the server', () => {
  const declaration = importById('channelLocation') as ImportDeclaration;
  const csv = (rows: number) =>
    Buffer.from(`${IMPORT_HEADERS.join()}\n${'10021,Standard,7,Yes,Yes,Yes,Yes,1\n'.repeat(rows)}`);

  it('are refused where they have too many rows together, whatever the console let pass', async () => {
    const half = csv(760_000);
    const first = await openImportFile(declaration, 'first.csv', half);
    const second = openImportFile(declaration, 'second.csv', half, [first]);
    await expect(second).rejects.toBeInstanceOf(NotImportable);
    await expect(second).rejects.toThrow(/"second\.csv".* 1,500,000 rows/);
    const small = await openImportFile(declaration, 'third.csv', csv(10), [first]);
    expect(small.sheet.rows).toBe(11);
  });
});
