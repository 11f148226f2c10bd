import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { readOracle, readOurs } from '../../../tests/support/readBoth.ts';
import { sheetOf } from '../../../tests/support/workbookFile.ts';
import { DECLARED } from '../../contract/cached.ts';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import type { ExcelApi } from '../../sync/excelClient/api.ts';
import { MirrorDb } from '../../sync/mirror/db.ts';
import { packColumns } from '../../sync/mirror/loadSet.ts';
import { packPlaces } from '../../sync/mirror/placeSegment.ts';
import { createExcelHost } from './host.ts';
import { importMirror } from './mirror.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

const db = new MirrorDb(77, async () => true);
const api = (): ExcelApi =>
  createExcelHost({
    now: () => 0,
    platformOf: blobPlatform,
    deflate: deflateRaw,
    loadGeneral: async () => sheetJs,
    mirrorOf: () => importMirror(async () => db),
  });

const ROWS = [
  [10_021, 'Standard', 3, 'Jawa Barat', 'Yes', 'No', 'Yes', 'No', ''],
  [10_021, 'Standard', 5, 'Jawa Barat', 'Yes', 'No', 'No', 'No', ''],
  [10_021, 'Standard', 4, 'Jawa Barat', '', '', '', '', -1],
  [10_022, 'Standard', 3, 'Jawa Brat', 'Yes', 'Yes', 'Yes', 'Yes', 1],
  [10_022, 'Standard', 5, 'Jawa Brat', 'Yes', 'Yes', 'Yes', 'Yes', 1],
];
const HEADERS = [
  'Channel ID',
  'Applicable Type',
  'Location ID',
  'State',
  'Support Deliver',
  'Support COD Deliver',
  'Support Pickup',
  'Support COD Pickup',
  'Action Code',
];
const cell = (value: string | number): string =>
  value === '' ? '<c/>' : typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="str"><v>${value}</v></c>`;
const file = (): File =>
  new File([sheetOf([HEADERS, ...ROWS].map(row => `<row>${row.map(cell).join('')}</row>`).join(''))], 'areas.xlsx');

beforeAll(async () => {
  await db.open();
  await db.snapshots.put({ entity: 'ID', cursor: 'c', locations: ['seg'], progress: 1, locationsRev: 1 } as never);
  await db.segments.put({
    id: 'seg',
    entity: 'ID',
    collection: 'locations',
    columns: packPlaces({
      locationId: [1, 2, 3, 4, 9],
      name: ['Jawa Barat', 'Bandung', 'Coblong', 'Old name', 'Gone'],
      parentId: [0, 1, 2, 2, 0],
      level: [0, 1, 2, 2, 0],
      postcode: ['', '', '', '', ''],
      version: [1, 1, 1, 1, 1],
    }),
  });
  const changed = (locationId: number, row: object | null) => ({
    entity: 'ID' as const,
    collection: 'locations' as const,
    key: String(locationId),
    version: 2,
    row: row && { locationId, parentId: 2, country: 'ID', level: 2, postcode: '', version: 2, ...row },
    at: locationId,
  });
  await db.rows.bulkPut([changed(4, { name: 'Cicendo' }), changed(5, { name: 'Cibiru' }), changed(9, null)]);
  await db.channels.bulkPut(
    [10_021, 10_022].map(channelId => ({ entity: 'ID', channelId, name: `Channel ${channelId}` }) as never),
  );
  await db.counters.put({ id: 'checked/ID', value: 1_700_000_000_000 });
  await db.setSegments.put({
    id: 'cached',
    entity: 'ID',
    collection: 'channelLocations',
    owner: 'channel:10021',
    columns: packColumns(DECLARED.channelLocations, {
      locationId: [3, 4, 5],
      type: [0, 0, 0],
      flags: [5, 15, 13],
      version: [1, 1, 1],
      updatedAt: [1, 1, 1],
      updatedBy: [0, 0, 0],
      people: ['a'],
    }),
  });
  await db.sets.put({
    entity: 'ID',
    collection: 'channelLocations',
    owner: 'channel:10021',
    pinned: true,
    openedAt: 1,
    state: 'ready',
    progress: 1,
    segments: ['cached'],
    rows: 3,
    bytes: 1,
    generation: 1,
  });
});
afterAll(() => db.delete());

async function ready(): Promise<{ excel: ExcelApi; fileId: number }> {
  const excel = api();
  expect(await excel.begin({ importId: declaration.id, entity: 'ID', userId: 77 })).toEqual({ title: 'Location' });
  const opened = await excel.open(file());
  if (!opened.ok) throw new Error(opened.problem.message);
  const { fileId } = opened.value;
  expect(await excel.match(fileId, {})).toMatchObject({ sheet: 0, match: { row: 0, missing: [], unknown: [] } });
  await excel.read(fileId, 0, () => undefined);
  return { excel, fileId };
}

describe('an import in the worker', () => {
  it('rows are checked against the mirror and its later changes, equal cells are corrected together, and the result is compared', async () => {
    const { excel, fileId } = await ready();
    const first = await excel.check([fileId]);
    expect(first).toMatchObject({
      rows: 5,
      wrongRows: 2,
      unchecked: [],
      wrongFiles: [fileId],
      byRule: [{ rule: 'placeMismatch', errors: 2 }],
    });
    const [error] = await excel.errors(0, 10, 'placeMismatch');
    expect(error).toMatchObject({ row: 5, column: 'D', value: 'Jawa Brat', suggestion: 'Jawa Barat' });
    const wrong = await excel.wrongRows(1, 10);
    expect(wrong.total).toBe(2);
    expect(wrong.rows).toEqual([
      expect.objectContaining({
        fileId,
        fileName: 'areas.xlsx',
        row: 6,
        errors: [expect.objectContaining({ row: 6 })],
      }),
    ]);
    expect(wrong.rows[0]).toMatchObject({
      cells: { channelId: '10022', state: 'Jawa Brat', city: '' },
      places: [['Jawa Brat']],
      key: { 'Channel ID': '10022' },
    });
    expect(await excel.alike('state', 'Jawa Brat')).toBe(2);
    expect(await excel.replace('state', 'Jawa Brat', 'Jawa Barat', [fileId + 1])).toMatchObject({ replaced: 0 });
    const replaced = await excel.replace('state', 'Jawa Brat', 'Jawa Barat');
    expect(replaced).toMatchObject({ replaced: 2, errors: 0 });

    const compared = await excel.compare();
    expect(compared.counts).toEqual({
      added: 0,
      changed: 1,
      removed: 1,
      unchanged: 1,
      absent: 0,
      unknown: 2,
      refused: 0,
    });
    expect(compared.notCached).toEqual([10_022]);
    expect(compared.asOf).toBe(1_700_000_000_000);
    expect(compared.meaning).toEqual([
      'Removes coverage for 1 location in Jawa Barat',
      '1 channel loses pickup at 1 location in Jawa Barat',
      '1 channel loses COD pickup at 1 location in Jawa Barat',
    ]);
    expect(await excel.changes('changed', 0, 10)).toEqual([
      {
        fileName: 'areas.xlsx',
        row: 3,
        change: 'changed',
        places: [['Jawa Barat', 'Bandung', 'Cibiru']],
        key: { 'Channel ID': '10021', 'Location ID': '5', 'Applicable Type': 'Standard' },
        cells: [
          { header: 'Support Pickup', before: 'Yes', after: 'No' },
          { header: 'Support COD Pickup', before: 'Yes', after: 'No' },
        ],
      },
    ]);
    expect(await excel.changes('unknown', 1, 10)).toHaveLength(1);
  });

  it('both ends of a route are shown with their names, in rows with errors and in changed rows', async () => {
    const excel = api();
    await excel.begin({ importId: 'channelRoute', entity: 'ID', userId: 77 });
    const heads = ['Channel ID', 'From State', 'To State', 'Applicable Type', 'From Location ID', 'To Location ID'];
    const routes = [
      [10_021, '', '', 'Standard', 1, 2],
      [10_021, 'Jawa Barat', 'Nowhere', 'Standard', '', ''],
      [10_021, '', '', 'Unheard', 1, 2],
    ];
    const sheet = sheetOf([heads, ...routes].map(row => `<row>${row.map(cell).join('')}</row>`).join(''));
    const opened = await excel.open(new File([sheet], 'routes.xlsx'));
    if (!opened.ok) throw new Error(opened.problem.message);
    const { fileId } = opened.value;
    await excel.match(fileId, {});
    await excel.read(fileId, 0, () => undefined);
    await excel.check([fileId]);
    const wrong = await excel.wrongRows(0, 10);
    // If the file contains only ids, these are the names of their places.
    expect(wrong.rows.map(({ places }) => places)).toEqual([
      [['Jawa Barat'], ['Nowhere']],
      [['Jawa Barat'], ['Jawa Barat', 'Bandung']],
    ]);
    await excel.compare();
    expect((await excel.changes('unknown', 0, 10))[0]?.places).toEqual([['Jawa Barat'], ['Jawa Barat', 'Bandung']]);
  });

  it('a file without any known header can still be mapped', async () => {
    const excel = api();
    await excel.begin({ importId: declaration.id, entity: 'ID', userId: 77 });
    const foreign = HEADERS.map(header => `Kolom ${header.length}${header.at(-1)}`);
    const rows = [foreign, ...ROWS].map(row => `<row>${row.map(cell).join('')}</row>`).join('');
    const opened = await excel.open(new File([sheetOf(rows)], 'kolom.xlsx'));
    if (!opened.ok) throw new Error(opened.problem.message);
    const { match } = await excel.match(opened.value.fileId, {});
    expect(match.row).toBe(0);
    expect(match.unknown.map(({ header }) => header)).toEqual(foreign);
    expect(match.missing).toContain('Channel ID');
  });

  it('correcting one cell rechecks everything', async () => {
    const { excel, fileId } = await ready();
    await excel.check([fileId]);
    const edited = await excel.edit([
      { fileId, row: 5, key: 'state', text: 'Jawa Barat' },
      { fileId, row: 6, key: 'canDeliver', text: 'Perhaps' },
      // A declared column that is missing from the file.
      { fileId, row: 6, key: 'city', text: 'Bandung' },
    ]);
    expect(edited.byRule.map(({ rule, errors }) => [rule, errors])).toEqual([
      ['yesNo', 1],
      ['placeMismatch', 1],
    ]);
  });

  it('rechecking uses newly added places and keeps corrections', async () => {
    const { excel, fileId } = await ready();
    await excel.check([fileId]);
    await excel.edit([{ fileId, row: 5, key: 'state', text: 'Jawa Barat' }]);
    const place = { locationId: 1, name: 'Jawa Brat', parentId: 0, country: 'ID', level: 0, postcode: '', version: 2 };
    await db.rows.put({ entity: 'ID', collection: 'locations', key: '1', version: 2, row: place as never, at: 10 });
    try {
      // The places are those read when the import began, until they are refreshed.
      expect(await excel.check([fileId])).toMatchObject({ byRule: [{ rule: 'placeMismatch', errors: 1 }] });
      const { counts } = await excel.refresh().then(() => excel.compare());
      expect(counts).toMatchObject({ unknown: 1 });
      const wrong = await excel.wrongRows(0, 10);
      expect(wrong.rows.map(({ row, cells }) => [row, cells['state']])).toEqual([
        [2, 'Jawa Barat'],
        [3, 'Jawa Barat'],
        [4, 'Jawa Barat'],
        [5, 'Jawa Barat'],
      ]);
    } finally {
      await db.rows.delete(['ID', 'locations', '1']);
    }
  });

  it('the annotated workbook is returned, and its errors column does not prevent it from being imported again', async () => {
    const { excel, fileId } = await ready();
    await excel.check([fileId]);
    const bytes = new Uint8Array(await (await excel.workbook(fileId, true)).arrayBuffer());
    const { Sheet1: cells = {} } = readOracle(bytes);
    expect(cells).toMatchObject({ A1: 'Channel ID', A2: 10_021, D5: 'Jawa Brat', I4: -1, J1: 'Errors' });
    expect(cells['J5']).toBe('State: Location 3 has the State Jawa Barat (did you mean Jawa Barat?)');
    expect(cells['J2']).toBeUndefined();
    expect(await readOurs(bytes)).toEqual({ Sheet1: cells });
    const again = await excel.open(new File([bytes], 'annotated.xlsx'));
    if (!again.ok) throw new Error(again.problem.message);
    expect((await excel.match(again.value.fileId, {})).match).toMatchObject({ unknown: [], missing: [] });
    await excel.read(again.value.fileId, 0, () => undefined);
    expect(await excel.check([again.value.fileId])).toMatchObject({ errors: 2, rows: 5 });
  });

  it("unknown places are not reported as errors if the country's places are not on the device", async () => {
    const excel = api();
    await excel.begin({ importId: declaration.id, entity: 'MY', userId: 77 });
    const opened = await excel.open(file());
    if (!opened.ok) throw new Error(opened.problem.message);
    await excel.match(opened.value.fileId, {});
    await excel.read(opened.value.fileId, 0, () => undefined);
    expect(await excel.check([opened.value.fileId])).toMatchObject({ errors: 0, unchecked: ['channel', 'location'] });
    expect((await excel.compare()).counts).toMatchObject({ unknown: 5, added: 0 });
  });

  it('the comparison does not wait for the records of nonexistent channels, and lists the files with errors', async () => {
    const excel = api();
    await excel.begin({ importId: declaration.id, entity: 'ID', userId: 77 });
    const sheet = (rows: typeof ROWS): Uint8Array<ArrayBuffer> =>
      sheetOf([HEADERS, ...rows].map(row => `<row>${row.map(cell).join('')}</row>`).join(''));
    const ids: number[] = [];
    for (const rows of [ROWS.slice(0, 1), [[20_001, ...(ROWS[1] ?? []).slice(1)]]]) {
      const opened = await excel.open(new File([sheet(rows)], 'part.xlsx'));
      if (!opened.ok) throw new Error(opened.problem.message);
      await excel.match(opened.value.fileId, {});
      await excel.read(opened.value.fileId, 0, () => undefined);
      ids.push(opened.value.fileId);
    }
    expect(await excel.check(ids)).toMatchObject({ wrongRows: 1, wrongFiles: [ids[1]] });
    expect((await excel.compare()).notCached).toEqual([]);
  });

  it('the import continues with a mirror that was rebuilt while it was open (MR5)', async () => {
    const former = new MirrorDb(77, async () => true);
    await former.open();
    let now = former;
    const excel = createExcelHost({
      now: () => 0,
      platformOf: blobPlatform,
      deflate: deflateRaw,
      loadGeneral: async () => sheetJs,
      mirrorOf: () => importMirror(async () => now),
    });
    await excel.begin({ importId: declaration.id, entity: 'ID', userId: 77 });
    const opened = await excel.open(file());
    if (!opened.ok) throw new Error(opened.problem.message);
    await excel.match(opened.value.fileId, {});
    await excel.read(opened.value.fileId, 0, () => undefined);
    await excel.check([opened.value.fileId]);
    former.close();
    now = db;
    await expect(excel.compare()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect((await excel.compare()).counts).toMatchObject({ changed: 1, removed: 1 });
  });

  it('an import created by another build is rejected', async () => {
    expect(await api().begin({ importId: 'other', entity: 'ID', userId: 77 })).toBeNull();
  });
});
