import { expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { channelLocationImport } from '../../contract/imports/channelLocation.ts';
import type { WorkStore } from '../../sync/client/imports/workDeps.ts';
import { ImportWork } from '../../sync/client/imports/work.ts';
import { ExcelClient } from '../../sync/excelClient/client.ts';
import { sheetOf } from '../../../tests/support/workbookFile.ts';
import { eventually } from '../../sync/testing/eventually.ts';
import { columnLetter } from '../../domain/sheet/columns.ts';
import { emptied } from '../../ui/upload/previewTexts.ts';
import { createExcelHost } from './host.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

const HEADERS =
  'Channel ID,Applicable Type,Location ID,State,Support Deliver,Support COD Deliver,Support Pickup,Support COD Pickup';
const csv = (name: string, states: readonly string[]): File =>
  new File([[HEADERS, ...states.map((state, at) => `1,Standard,${at + 1},${state},Yes,No,Yes,No`)].join('\n')], name);

const STORE: WorkStore = {
  loadDraft: async () => null,
  newDraft: async () => undefined,
  saveDraft: async () => true,
  loadMapping: async () => ({}),
  saveMapping: async () => undefined,
  release: () => undefined,
};

/** An import that runs the worker's own code. Reading a file waits for `slow`, and `lookup` returns the places. */
function setUp(
  slow: (name: string) => Promise<void> = async () => undefined,
  {
    store = STORE,
    lookup = async () => null,
    importId = 'channelLocation',
    entity = 'ID',
  }: { store?: WorkStore; lookup?: () => Promise<null>; importId?: string; entity?: 'ID' | 'BR' } = {},
) {
  const start = () => {
    const api = createExcelHost({
      now: () => 0,
      platformOf: file => blobPlatform(file),
      deflate: deflateRaw,
      loadGeneral: async () => sheetJs,
      mirrorOf: () => ({
        lookup,
        cached: async () => ({ records: { count: 0, keys: [], values: [] }, asOf: 0, since: null }),
      }),
    });
    const { open } = api;
    api.open = async file => slow(file.name).then(() => open(file));
    return { api, end: () => undefined, onDeath: () => undefined };
  };
  return new ImportWork({
    excel: new ExcelClient(start),
    store,
    importId,
    entity,
    userId: 1,
  });
}

/** The states in the rows of the file to be sent. */
async function sentStates(work: ImportWork): Promise<unknown[]> {
  const [file] = await work.forSending();
  const book = sheetJs.read(await (file as File).arrayBuffer(), { dense: false });
  const rows = sheetJs.utils.sheet_to_json<Record<string, unknown>>(Object.values(book.Sheets)[0] as sheetJs.WorkSheet);
  return rows.map(row => row['State']);
}

it('a cell is corrected only once, even if another file is added', async () => {
  const work = setUp();
  await work.start();
  await work.add([csv('a.csv', ['Banten', 'Bali'])]);
  // Swaps the two names.
  await work.replace('state', 'Banten', 'Aceh');
  await work.replace('state', 'Bali', 'Banten');
  expect(await sentStates(work)).toEqual(['Aceh', 'Banten']);
  await work.add([csv('b.csv', [])]);
  expect(await sentStates(work)).toEqual(['Aceh', 'Banten']);
  expect(work.getSnapshot().fixes).toBe(2);
});

it('each corrected cell is counted once', async () => {
  const work = setUp();
  await work.start();
  await work.add([csv('a.csv', ['Bandng', 'Bali', 'Bandng', 'Bandng']), csv('b.csv', ['Bandng'])]);
  const corrected = () => work.getSnapshot().check?.corrected;
  expect(corrected()).toBe(0);
  await work.replace('state', 'Bandng', 'Banten');
  expect(corrected()).toBe(4);
  const [file] = work.getSnapshot().files;
  await work.edit(file?.opened?.fileId as number, 2, { state: 'Aceh' });
  await work.edit(file?.opened?.fileId as number, 3, { state: 'Aceh' });
  await work.edit(file?.opened?.fileId as number, 3, { type: 'SBS' });
  expect(corrected()).toBe(6);
  // The files are reread, and the corrections applied again.
  await work.add([csv('c.csv', ['Bandng'])]);
  expect(corrected()).toBe(6);
  await work.remove('b.csv');
  expect(corrected()).toBe(5);
});

it('an emptied row is skipped, even after the file is reread', async () => {
  const work = setUp();
  await work.start();
  await work.add([csv('a.csv', ['Banten', 'Bali', 'Banten'])]);
  const [file] = work.getSnapshot().files;
  const there = ['channelId', 'type', 'locationId', 'state', 'canDeliver', 'canCOD', 'canPickup', 'canCODPickup'];
  // An earlier correction to a row that is later emptied no longer counts.
  await work.edit(file?.opened?.fileId as number, 3, { state: 'Bandng' });
  await work.edit(file?.opened?.fileId as number, 2, { state: 'Riau' });
  await work.edit(file?.opened?.fileId as number, 3, Object.fromEntries(there.map(key => [key, ''])));
  const left = { rows: 2, corrected: 1, leftOut: 1, byFile: [{ rows: 2, skipped: 0 }] };
  expect(work.getSnapshot().check).toMatchObject(left);
  expect((await sentStates(work)).filter(state => state !== undefined)).toEqual(['Riau', 'Banten']);
  await work.add([csv('b.csv', [])]);
  expect(work.getSnapshot().check).toMatchObject({ ...left, byFile: [...left.byFile, { rows: 0, skipped: 0 }] });
});

it('another file is read to its end while the person corrects the first one', async () => {
  let go = (): void => undefined;
  const gone = new Promise<void>(resolve => (go = resolve));
  const work = setUp(async name => (name === 'b.csv' ? gone : undefined));
  await work.start();
  await work.add([csv('a.csv', ['Banten', 'Bali'])]);
  const { files } = work.getSnapshot();
  void work.add([csv('b.csv', ['Aceh'])]);
  await eventually(() => expect(work.getSnapshot().files[1]?.state).toBe('reading'));
  void work.edit(files[0]?.opened?.fileId as number, 2, { state: 'Aceh' });
  void work.replace('state', 'Bali', 'Riau');
  go();
  await eventually(() => expect(work.getSnapshot().files.map(({ state }) => state)).toEqual(['read', 'read']));
  await eventually(() => expect(work.getSnapshot().busy).toBeNull());
  expect(await sentStates(work)).toEqual(['Aceh', 'Riau']);
});

it('header choices apply to all files with those headers, and so does clearing them', async () => {
  const odd = async (name: string): Promise<File> =>
    new File([(await csv(name, ['Banten']).text()).replace('Location ID', 'Locaton ID')], name);
  const work = setUp();
  await work.start();
  await work.add([await odd('a.csv'), await odd('b.csv'), csv('c.csv', ['Bali'])]);
  const states = () => work.getSnapshot().files.map(({ state }) => state);
  expect(states()).toEqual(['mapping', 'mapping', 'read']);
  await work.map('a.csv', { 'Locaton ID': 'locationId' });
  expect(states()).toEqual(['read', 'read', 'read']);
  expect((await work.forSending()).map(({ name }) => name)).toEqual(['a.xlsx', 'b.xlsx', 'c.csv']);

  // Otherwise, the other file would be sent unchanged, and the server would not know its columns.
  await work.forgetMapping('b.csv');
  expect(states()).toEqual(['mapping', 'mapping', 'read']);
});

it('resuming a draft can be retried if the mirror could not be read at first', async () => {
  const store: WorkStore = {
    ...STORE,
    loadDraft: async () => ({ key: 'k', at: 0, files: [csv('a.csv', ['Banten'])], sheets: {}, fixes: [] }),
  };
  let broken = true;
  const lookup = async (): Promise<null> => {
    if (broken) throw new DOMException('It is being built again.', 'DatabaseClosedError');
    return null;
  };
  const work = setUp(undefined, { store, lookup });
  await work.start();
  // The file has been read; the part that needs the mirror can be retried.
  expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'read' }], failed: 'checking', busy: null });
  broken = false;
  await work.compareAgain();
  expect(work.getSnapshot()).toMatchObject({ check: { rows: 1 }, failed: null, busy: null });
});

it("replacing all occurrences does not change the template's example row", async () => {
  const { columns } = channelLocationImport;
  const example = columns.map(({ example: cell }) => String(cell));
  const row = columns.map(({ key }, at) => (key === 'channelId' ? '1' : (example[at] as string)));
  const table = [columns.map(({ header }) => header), example, row].map(cells =>
    cells.map(cell => `"${cell}"`).join(','),
  );
  const work = setUp();
  await work.start();
  await work.add([new File([table.join('\n')], 'template.csv')]);
  expect(work.getSnapshot().check).toMatchObject({ rows: 1, skipped: 1, byFile: [{ rows: 1, skipped: 1 }] });
  expect(await work.ask(api => api.alike('state', 'Jawa Barat'))).toBe(1);
  await work.replace('state', 'Jawa Barat', 'Banten');
  // If it were changed, it would count as a normal row, for a channel that does not exist.
  expect(work.getSnapshot().check).toMatchObject({ rows: 1, skipped: 1 });
  expect(await sentStates(work)).toEqual(['Jawa Barat', 'Banten']);
});

it('reading starts after the headers and skips what is above them, even if another reader takes over', async () => {
  const cells = (texts: readonly string[], odd = ''): string =>
    `<row>${texts.map(text => `<c${odd} t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const rows = Array.from({ length: 240 }, (_, at) => [
    '1',
    'Standard',
    String(at + 1),
    'Banten',
    'Yes',
    'No',
    'Yes',
    'No',
  ]);
  // The title is a formula without a result; far below it is XML that the streaming reader does not support.
  const xml = `<row><c><f>TODAY()</f></c></row>${cells(HEADERS.split(','))}${rows.map(row => cells(row)).join('')}${cells(
    ['1', 'Standard', '999', 'Bali', 'Yes', 'No', 'Yes', 'No'],
    ' s = "0"',
  )}`;
  const work = setUp();
  await work.start();
  await work.add([new File([sheetOf(xml)], 'areas.xlsx')]);
  expect(work.getSnapshot().check).toMatchObject({ rows: 241, wrongRows: 0 });
});

it('a row whose erroneous cell displays no text can be emptied and skipped, even after the file is reread', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (id: string, last: string) =>
    `<row>${['1', 'Standard', id, 'Banten', 'Yes', 'No', 'Yes'].map(text).join('')}${last}</row>`;
  const header = `<row>${HEADERS.split(',').map(text).join('')}</row>`;
  for (const wrong of ['<c><f>A2</f></c>', '<c t="str"><f>A2</f></c>', '<c t="e"><v>#N/A</v></c>', text('Maybe')]) {
    const work = setUp();
    await work.start();
    await work.add([new File([sheetOf(`${header}${row('1', wrong)}${row('2', text('No'))}`)], 'a.xlsx')]);
    expect(work.getSnapshot().check).toMatchObject({ rows: 2, wrongRows: 1 });
    const found = await work.ask(api => api.wrongRows(0, 1));
    const [stuck] = found?.rows ?? [];
    if (!stuck) throw new Error('no row is wrong');
    await work.edit(stuck.fileId, stuck.row, emptied(stuck));
    const left = { rows: 1, wrongRows: 0, skipped: 1, leftOut: 1, corrected: 0 };
    expect(work.getSnapshot().check).toMatchObject(left);
    await work.add([csv('b.csv', [])]);
    expect(work.getSnapshot().check).toMatchObject(left);
  }
});

it.each([
  ['row 25', 25, 0],
  ['row 190, below other text', 190, 0],
  ['column 300', 1, 299],
  ['row 60 and column 2,000', 60, 1999],
])('headers in %s are found', async (_, at, column) => {
  const cells = (number: number, texts: readonly string[], from = column) =>
    `<row r="${number}">${texts.map((text, i) => `<c r="${columnLetter(from + i)}${number}" t="str"><v>${text}</v></c>`).join('')}</row>`;
  const above = Array.from({ length: at - 1 }, (__, row) => cells(row + 1, ['State', `remark ${row}`], 0)).join('');
  const xml = `${above}${cells(at, HEADERS.split(','))}${cells(at + 1, ['1', 'Standard', '9', 'Bali', 'Yes', 'No', 'Yes', 'No'])}`;
  const work = setUp();
  await work.start();
  await work.add([new File([sheetOf(xml)], 'areas.xlsx')]);
  expect(work.getSnapshot().check).toMatchObject({ rows: 1, wrongRows: 0 });
});

it('a duplicate heading requires a choice, and only the selected column is sent', async () => {
  const twin = new File([`${HEADERS},state\n1,Standard,7,Banten,Yes,No,Yes,No,Bali\n`], 'twin.csv');
  for (const [column, state] of [
    [3, 'Banten'],
    [8, 'Bali'],
  ] as const) {
    const work = setUp();
    await work.start();
    await work.add([twin]);
    expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'mapping' }], check: null, compare: null });
    await work.chooseColumns('twin.csv', { state: column });
    expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'read' }], check: { rows: 1 } });
    expect(await sentStates(work)).toEqual([state]);
    const [sent] = await work.forSending();
    const book = sheetJs.read(await (sent as File).arrayBuffer(), { dense: false });
    const [headings] = sheetJs.utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] as sheetJs.WorkSheet, {
      header: 1,
    });
    expect(headings?.filter(heading => /^state$/i.test(heading))).toEqual(['State']);
    // Adding another file restarts the worker; the choice is kept.
    await work.edit(work.getSnapshot().files[0]?.opened?.fileId as number, 2, { type: 'SBS' });
    await work.add([csv('b.csv', ['Aceh'])]);
    expect(work.getSnapshot().files.map(file => file.state)).toEqual(['read', 'read']);
    expect(await sentStates(work)).toEqual([state]);
    await work.forgetColumns('twin.csv');
    expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'mapping' }, { state: 'read' }], check: null });
  }
});

const FEES = 'Channel ID;Version;Area;Code;Start Weight;End Weight;Fee';
const fees = (name: string, ...rows: readonly (readonly [end: string, fee: string])[]): File =>
  new File([[FEES, ...rows.map(([end, fee], at) => `1;1;Zone;Z${at};0;${end};${fee}`)].join('\n')], name);
/** The end weights and fees in the files to be sent. */
async function sentFees(work: ImportWork): Promise<unknown[]> {
  const files = await work.forSending();
  const all = await Promise.all(
    files.map(async file => {
      const book = sheetJs.read(await (file as File).arrayBuffer(), { dense: false, raw: true });
      return sheetJs.utils.sheet_to_json<Record<string, unknown>>(Object.values(book.Sheets)[0] as sheetJs.WorkSheet);
    }),
  );
  return all.flat().map(row => [row['End Weight'], row['Fee']]);
}

it.each([
  [
    'comma',
    '1.500 is 1500',
    [
      ['1500', '1234'],
      ['2', '18,5'],
      ['3', '7000'],
      ['4', '9876'],
    ],
  ],
  [
    'point',
    '1.500 is 1,5',
    [
      ['1,5', '1,2340'],
      ['2', '18,50'],
      ['3', '7000'],
      ['4', '9,8760'],
    ],
  ],
] as const)(
  'one answer, a decimal %s, applies to all numbers of a file and to no other file',
  async (style, example, expected) => {
    const work = setUp(undefined, { importId: 'rateTable.basicShippingFee', entity: 'BR' });
    await work.start();
    await work.add([fees('a.csv', ['1.500', '1.234'], ['2', '18,50'], ['3', '7000']), fees('b.csv', ['4', '9.876'])]);
    const asked = async () => {
      const found = await work.ask(api => api.unclearNumber());
      return found && [found.fileName, `${found.text} is ${String(found[style])}`, found.fileId];
    };
    const [fileName, words, fileId] = (await asked()) as [string, string, number];
    expect([fileName, words]).toEqual(['a.csv', example]);
    await work.writeNumbers(fileId, style);
    expect((await asked())?.[0]).toBe('b.csv');
    const other = (await asked())?.[2] as number;
    await work.writeNumbers(other, style);
    expect(await asked()).toBeNull();
    expect(await sentFees(work)).toEqual(expected);
  },
);
