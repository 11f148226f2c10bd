import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readOracle, readOurs } from '../../../tests/support/readBoth.ts';
import { blobPlatform, deflateRaw } from '../../workers/excel/platform.ts';
import { unpackText } from './unpack.ts';
import type { Cell } from './workbookXml.ts';
import { writeWorkbook } from './writeWorkbook.ts';
import { readZipDirectory } from './zip.ts';

async function written(rows: readonly (readonly Cell[])[]): Promise<Uint8Array<ArrayBuffer>> {
  // The cells of the second column refer to shared words.
  const columns = ['a', 'b', 'c'].map((heading, at) => ({ heading, width: 10, words: at === 1 }));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const sheets = [
    { name: 'First & only', columns, rows },
    { name: 'Notes', columns, rows: [['x', 1, '']] },
  ];
  for await (const chunk of writeWorkbook(sheets, deflateRaw)) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

it('both readers read a written workbook back unchanged', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('<a & "b">', '_x0041_', 'tab\tnew\nline', '\u0007bell', '東京', '00123', ' padded '),
  );
  const cell = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }), async rows => {
      const bytes = await written(rows);
      const ours = await readOurs(bytes);
      expect(ours).toEqual(readOracle(bytes));
      const wanted: Record<string, Cell> = { A1: 'a', B1: 'b', C1: 'c' };
      rows.forEach((values, row) =>
        values.forEach((value, at) => {
          if (value !== '') wanted[`${'ABC'[at]}${row + 2}`] = Object.is(value, -0) ? 0 : value;
        }),
      );
      expect(ours['First & only']).toEqual(wanted);
      expect(ours['Notes']).toMatchObject({ A2: 'x', B2: 1 });
    }),
    { numRuns: 60 },
  );
});

it('thousands of rows are written in order, and the same rows always yield the same bytes', async () => {
  const rows = Array.from({ length: 3001 }, (_, at) => [`row ${at}`, at, ''] as const);
  const bytes = await written(rows);
  const cells = (await readOurs(bytes))['First & only'] ?? {};
  expect([cells['A2'], cells['B3002']]).toEqual(['row 0', 3000]);
  expect(await written(rows)).toEqual(bytes);
});

it('text is truncated to Excel’s maximum cell length', async () => {
  const cells = (await readOurs(await written([['x'.repeat(40_000), `${'x'.repeat(32_766)}😀`, 'é'.repeat(32_767)]])))[
    'First & only'
  ];
  expect([cells?.['A2'], cells?.['B2'], cells?.['C2']]).toEqual([
    'x'.repeat(32_767),
    'x'.repeat(32_766),
    'é'.repeat(32_767),
  ]);
});

it('a word that is in many cells is written only once', async () => {
  const rows = Array.from(
    { length: 1000 },
    (_, at) => ['', at % 2 === 0 ? 'Yes & so on' : 'No', 'Yes & so on'] as const,
  );
  const platform = blobPlatform(new Blob([await written(rows)]));
  const entry = (await readZipDirectory(platform.source)).get('xl/sharedstrings.xml');
  const words = entry ? await unpackText(platform, entry) : '';
  expect(words).toContain(
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="1000" uniqueCount="2">',
  );
  expect(words.match(/<t [^<]*<\/t>/g)).toEqual([
    '<t xml:space="preserve">Yes &amp; so on</t>',
    '<t xml:space="preserve">No</t>',
  ]);
});
