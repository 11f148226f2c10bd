import type { TextEncoding } from '../../domain/sheet/textForm.ts';
import { expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import type { Country } from '../../domain/country.ts';
import { encodingsOf } from '../../domain/sheet/encodings.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { ImportWork } from '../../sync/client/imports/work.ts';
import { createExcelHost } from './host.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

/** A text file that declares no encoding is read, checked and sent only in the encoding selected by the person. */

function importOf(entity: Country): ImportWork {
  const start = () => ({
    api: createExcelHost({
      now: () => 0,
      platformOf: blobPlatform,
      deflate: deflateRaw,
      loadGeneral: async () => sheetJs,
      mirrorOf: () => ({
        lookup: async () => null,
        cached: async () => ({ records: { count: 0, keys: [], values: [] }, asOf: 0, since: null }),
      }),
    }),
    end: () => undefined,
    onDeath: () => undefined,
  });
  return new ImportWork({
    excel: new ExcelClient(start),
    store: {
      loadDraft: async () => null,
      newDraft: async () => undefined,
      saveDraft: async () => true,
      loadMapping: async () => ({}),
      saveMapping: async () => undefined,
      release: () => undefined,
    },
    importId: 'serviceCode',
    entity,
    userId: 1,
  });
}

async function sentNames(work: ImportWork): Promise<unknown[]> {
  const [file] = await work.forSending();
  const book = sheetJs.read(await (file as File).arrayBuffer(), { dense: false });
  const rows = sheetJs.utils.sheet_to_json<Record<string, unknown>>(Object.values(book.Sheets)[0] as sheetJs.WorkSheet);
  return rows.map(row => row['Name']);
}

const HEADERS = 'Service Code,Shipping Channel ID,Name,Status\r\n';
const fileOf = (...names: readonly Uint8Array[]): File => {
  const parts = names.flatMap((name, at) => [`C${at},50011,`, name as Uint8Array<ArrayBuffer>, ',Normal\r\n']);
  return new File([HEADERS, ...parts], 'codes.csv');
};
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16));

const CASES: readonly {
  country: Country;
  encoding: TextEncoding;
  bytes: readonly Uint8Array[];
  names: readonly string[];
}[] = [
  {
    country: 'TW',
    encoding: 'big5',
    // The second byte of each of 許功蓋 is a backslash.
    bytes: [hex('bcd0b7c7b074b065a15da55fb0cfa15e'), hex('a74eade1a676b07420b35ca55cbb5c')],
    names: ['標準配送（北區）', '冷凍宅配 許功蓋'],
  },
  { country: 'SG', encoding: 'gb18030', bytes: [hex('bfecb5ddb7fecef1')], names: ['快递服务'] },
  { country: 'TH', encoding: 'windows-874', bytes: [hex('b4e8c7b9')], names: ['ด่วน'] },
  { country: 'VN', encoding: 'windows-1258', bytes: [hex('d0f56e')], names: ['Đơn'] },
  { country: 'BR', encoding: 'windows-1252', bytes: [hex('53e36f')], names: ['São'] },
];

it.each(CASES)("a person selects $encoding for $country while seeing the file's rows", async test => {
  const work = importOf(test.country);
  await work.start();
  await work.add([fileOf(...test.bytes)]);
  const [file] = work.getSnapshot().files;
  // Until an encoding is selected, nothing is read, checked or compared.
  expect(work.getSnapshot()).toMatchObject({
    files: [{ state: 'encoding', opened: null }],
    check: null,
    compare: null,
  });
  const sample = file?.encodings?.find(({ encoding }) => encoding === test.encoding);
  expect(sample?.lines).toEqual(test.names.map((name, at) => `C${at},50011,${name},Normal`));
  await work.chooseEncoding('codes.csv', test.encoding);
  expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'read' }], check: { rows: test.names.length } });
  expect(await sentNames(work)).toEqual(test.names);
  const [sent] = await work.forSending();
  expect(sent?.name).toBe('codes.xlsx');
  // Adding another file restarts the worker; the choice is kept.
  await work.edit(work.getSnapshot().files[0]?.opened?.fileId as number, 2, { status: 'Normal' });
  await work.add([new File([`${HEADERS}D1,50011,x,Normal\r\n`], 'more.csv')]);
  expect(work.getSnapshot().files.map(({ state }) => state)).toEqual(['read', 'read']);
  expect(await sentNames(work)).toEqual(test.names);
  await work.chooseEncoding('codes.csv', null);
  expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'encoding' }, { state: 'read' }], check: null });
});

it('the encoding is requested even if the first non-ASCII letter is far below the first rows, but not for UTF-8', async () => {
  const far = new File(
    [
      HEADERS,
      'A,50011,x,Normal\r\n'.repeat(200_000),
      'B,50011,',
      hex('53e36f') as Uint8Array<ArrayBuffer>,
      ',Normal\r\n',
    ],
    'far.csv',
  );
  const work = importOf('ID');
  await work.start();
  await work.add([far]);
  expect(work.getSnapshot().files[0]).toMatchObject({
    state: 'encoding',
    encodings: [{ encoding: 'windows-1252', lines: ['B,50011,São,Normal'] }],
  });
  await work.remove('far.csv');
  await work.add([new File([HEADERS, 'A,50011,標準,Normal\r\n'], 'clear.csv')]);
  expect(work.getSnapshot().files[0]?.state).toBe('read');
});

it("an encoding without letters for some of a file's bytes is not offered, and a file that fits no encoding is rejected", async () => {
  const work = importOf('TW');
  await work.start();
  // 0x81 is not a letter in Windows-1252, and no Big5 letter ends with a comma.
  await work.add([fileOf(hex('8140'), hex('b0'))]);
  expect(work.getSnapshot().files[0]?.problem).toMatch(/an encoding that cannot be detected/);
});

it("each country's own encoding is offered first", () => {
  expect((['TW', 'TH', 'VN', 'ID', 'BR'] as const).map(country => encodingsOf(country)[0])).toEqual([
    'big5',
    'windows-874',
    'windows-1258',
    'windows-1252',
    'windows-1252',
  ]);
  expect(encodingsOf(null)).toEqual(['windows-1252']);
});
