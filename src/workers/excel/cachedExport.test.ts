import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import * as sheetJs from 'xlsx';
import type { ChannelLocationFilters, ChannelLocationRow } from '../../contract/channelLocation.ts';
import { exportColumns } from '../../contract/resourceSheet.ts';
import { locationSheet } from '../../contract/resources/sheets.ts';
import { DECLARED } from '../../contract/cached.ts';
import { channelLocationImport } from '../../contract/imports/channelLocation.ts';
import { packFlags } from '../../domain/serviceable.ts';
import { MirrorDb } from '../../sync/mirror/db.ts';
import { packColumns } from '../../sync/mirror/loadSet.ts';
import { packPlaces } from '../../sync/mirror/placeSegment.ts';
import type { StoredEntry } from '../../sync/outbox/entry.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../../sync/testing/writes.ts';
import type { NewWrite } from '../../sync/types.ts';
import { createExcelHost } from './host.ts';
import { cachedExport, type CachedExportDeps } from './cachedExport.ts';
import type { CachedJob } from '../../sync/excelClient/writerApi.ts';
import { importMirror } from './mirror.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

const PLACES = [
  [1, 'Jawa Barat', 0, 0],
  [2, 'Bandung', 1, 1],
  [3, 'Coblong', 2, 2],
  [4, 'Cicendo & <co>', 2, 2],
  [5, 'Banten', 0, 0],
  [6, 'Đà "Nẵng"', 5, 1],
] as const;

const row = (locationId: number, part: Partial<ChannelLocationRow> = {}): ChannelLocationRow =>
  rowOf(locationId, { version: 1, canDeliver: true, ...part });
const ROWS = [row(3), row(4, { canDeliver: false }), row(6, { canCOD: true }), row(3, { type: 1, canPickup: true })];

let db: MirrorDb;
let person = 8100;
beforeEach(async () => {
  db = new MirrorDb((person += 1), async () => true);
  await db.snapshots.put({ entity: 'ID', cursor: 'c', locations: ['seg'], progress: 1, locationsRev: 1 });
  await db.segments.put({
    id: 'seg',
    entity: 'ID',
    collection: 'locations',
    columns: packPlaces({
      locationId: PLACES.map(([id]) => id),
      name: PLACES.map(([, name]) => name),
      parentId: PLACES.map(([, , parent]) => parent),
      level: PLACES.map(([, , , level]) => level),
      postcode: PLACES.map(() => ''),
      version: PLACES.map(() => 1),
    }),
  });
  await db.channels.put({ entity: 'ID', channelId: 10_021, name: 'J&T / Express' } as never);
  await db.counters.put({ id: 'checked/ID', value: 1_700_000_000_000 });
  await db.setSegments.put({
    id: 'cached',
    entity: 'ID',
    collection: 'channelLocations',
    owner: 'channel:10021',
    columns: packColumns(DECLARED.channelLocations, {
      locationId: ROWS.map(({ locationId }) => locationId),
      type: ROWS.map(({ type }) => type),
      flags: ROWS.map(packFlags),
      version: ROWS.map(() => 1),
      updatedAt: ROWS.map(() => 1),
      updatedBy: ROWS.map(() => 0),
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
    rows: ROWS.length,
    bytes: 1,
    generation: 1,
  });
});
afterEach(() => db.delete());

const entry = (write: NewWrite, part: Partial<StoredEntry> = {}): StoredEntry =>
  ({ ...write, seq: 1, id: 'e', state: 'queued', ...part }) as StoredEntry;

async function written(
  filters: ChannelLocationFilters,
  entries: readonly StoredEntry[],
  more: Partial<CachedJob>,
  deps: Partial<CachedExportDeps> = {},
) {
  return cachedExport(
    { job: 'cached', userId: person, entity: 'ID', collection: 'channelLocations', filters, entries, ...more },
    // In Jakarta, 20:00 UTC is already the next day.
    { db, deflate: deflateRaw, now: () => Date.UTC(2026, 0, 31, 20), onProgress: () => undefined, ...deps },
  );
}

async function exported(filters: ChannelLocationFilters, entries: readonly StoredEntry[] = [], rowsPerSheet?: number) {
  const shares: number[] = [];
  const made = await written(
    filters,
    entries,
    {},
    { onProgress: share => shares.push(share), ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }) },
  );
  if (!made) return null;
  const book = read(await made.blob.arrayBuffer());
  const sheets = book.SheetNames.map(name =>
    utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1, defval: '' }),
  );
  return { ...made, sheets, names: book.SheetNames, shares };
}
const idsOf = (made: Awaited<ReturnType<typeof exported>>) => made?.sheets[0]?.slice(1).map(cells => cells[3]);

describe('exporting cached rows (SAL-25)', () => {
  it("the export has the same headings, cells, order and file name as the server's export", async () => {
    const made = await exported({ channelId: 10_021, type: 0 });
    expect(made?.name).toBe('Serviceable location 10021 J&T - Express 2026-02-01.xlsx');
    expect(made?.names).toEqual(['Location']);
    expect(made?.sheets[0]?.[0]).toEqual(exportColumns(locationSheet).map(({ heading }) => heading));
    expect(made?.sheets[0]?.[2]).toEqual([
      10_021,
      'J&T / Express',
      'Standard',
      4,
      'Jawa Barat',
      'Bandung',
      'Cicendo & <co>',
      '',
      'No',
      'No',
      'No',
      'No',
    ]);
    expect(idsOf(made)).toEqual([3, 4, 6]);
    expect(made).toMatchObject({ rows: 3, asOf: 1_700_000_000_000, pending: 0, stuck: 0 });
    expect(made?.shares).toEqual([0]);
  });

  it('on request, the export is a CSV file with the columns in the selected order', async () => {
    const form = { format: 'csv', columns: ['updatedAt', 'district', 'locationId', 'no column'] } as const;
    const made = await written({ channelId: 10_021, type: 0 }, [], { form });
    expect(made?.name).toBe('Serviceable location 10021 J&T - Express 2026-02-01.csv');
    expect((await made?.blob.text())?.split('\r\n').slice(0, 3)).toEqual([
      'Last changed on,District,Location ID',
      expect.stringMatching(/^1970-01-01 07:00:01,[^,]*,3$/) as string,
      '1970-01-01 07:00:01,Cicendo & <co>,4',
    ]);
    expect(made).toMatchObject({ rows: 3, pending: 0 });
  });

  it('the export contains only the filtered rows, is an empty table if no row matches, and fails for an uncached channel', async () => {
    expect(idsOf(await exported({ channelId: 10_021 }))).toEqual([3, 4, 6, 3]);
    expect(idsOf(await exported({ channelId: 10_021, type: 0, state: 'banten' }))).toEqual([6]);
    expect(idsOf(await exported({ channelId: 10_021, type: 0, displayUnsupported: false }))).toEqual([3, 6]);
    expect(idsOf(await exported({ channelId: 10_021, city: 'nowhere' }))).toEqual([]);
    expect(await exported({ channelId: 10_022 })).toBeNull();
    await db.sets.update(['ID', 'channelLocations', 'channel:10021'], { state: 'stale' });
    expect(await exported({ channelId: 10_021 })).toBeNull();
  });

  it('pending writes are applied to the export: changed, added and removed rows, in order, even if a switch hides rows', async () => {
    const writes = [
      entry(updateOf(row(4, { canDeliver: false }), { canPickup: true })),
      entry(updateOf(row(6, { canCOD: true }), { canDeliver: false, canCOD: false }), { state: 'sending' }),
      entry(deleteOf(row(3))),
      entry(createOf(row(5, { state: 'Banten' }))),
      entry(createOf(row(2, { type: 1 }))),
    ];
    const made = await exported({ channelId: 10_021, displayUnsupported: false }, writes);
    expect(made?.sheets[0]?.slice(1).map(cells => [cells[3], cells[2], cells[10]])).toEqual([
      [4, 'Standard', 'Yes'],
      [5, 'Standard', 'No'],
      [2, 'SBS', 'No'],
      [3, 'SBS', 'Yes'],
    ]);
    expect(made).toMatchObject({ rows: 4, pending: 5, stuck: 0 });
  });

  it('refused and conflicting writes, and later ones to the same record, are not applied to the export', async () => {
    const writes = [
      entry(updateOf(row(4, { canDeliver: false }), { canPickup: true }), { state: 'conflict' }),
      entry(updateOf(row(4, { canDeliver: false, canPickup: true }), { canCOD: true })),
      entry(deleteOf(row(3)), { state: 'refused' }),
      entry(createOf(row(5)), { state: 'refused' }),
    ];
    const made = await exported({ channelId: 10_021, type: 0 }, writes);
    expect(idsOf(made)).toEqual([3, 4, 6]);
    expect(made?.sheets[0]?.[2]?.slice(8)).toEqual(['No', 'No', 'No', 'No']);
    expect(made).toMatchObject({ pending: 0, stuck: 3 });
  });

  it('an export with too many rows continues on another sheet', async () => {
    const made = await exported({ channelId: 10_021 }, [], 3);
    expect(made?.names).toEqual(['Location', 'Location 2']);
    expect(made?.sheets.map(rows => rows.slice(1).map(cells => cells[3]))).toEqual([[3, 4, 6], [3]]);
    expect((await exported({ channelId: 10_021, type: 0 }, [], 3))?.names).toEqual(['Location']);
  });

  it('importing the export again results in no changes', async () => {
    const made = await exported({ channelId: 10_021 });
    if (!made) throw new Error('not exported');
    const excel = createExcelHost({
      now: () => 0,
      platformOf: blobPlatform,
      deflate: deflateRaw,
      loadGeneral: async () => sheetJs,
      mirrorOf: () => importMirror(async () => db),
    });
    await excel.begin({ importId: channelLocationImport.id, entity: 'ID', userId: person });
    const opened = await excel.open(new File([made.blob], made.name));
    if (!opened.ok) throw new Error(opened.problem.message);
    const { fileId } = opened.value;
    await excel.match(fileId, {});
    await excel.read(fileId, 0, () => undefined);
    expect(await excel.check([fileId])).toMatchObject({ rows: 4, wrongRows: 0 });
    expect((await excel.compare()).counts).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 4 });
  });
});
