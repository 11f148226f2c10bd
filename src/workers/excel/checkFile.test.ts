import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { read, utils } from 'xlsx';
import { keyOfChannel, OF_ENTITY, type CachedOwner } from '../../contract/owner.ts';
import { DECLARED } from '../../contract/cached.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';
import { openWorkbook } from '../../domain/sheet/openWorkbook.ts';
import type { CheckFileJob } from '../../sync/excelClient/writerApi.ts';
import { MirrorDb } from '../../sync/mirror/db.ts';
import { packColumns } from '../../sync/mirror/loadSet.ts';
import { packPlaces } from '../../sync/mirror/placeSegment.ts';
import { entryOf } from '../../sync/testing/entries.ts';
import { segmentOf } from '../../sync/testing/segments.ts';
import { rowOf, updateOf } from '../../sync/testing/writes.ts';
import type { Row } from '../../sync/types.ts';
import { checkFile, FILE_ROWS_MOST } from './checkFile.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

const CHANNEL = 10021;
const stamp = { country: 'ID' as const, version: 1, updatedBy: 'a@x', updatedAt: 5 };
const PLACES = [
  [1, 'Jawa Barat', 0, 0],
  [2, 'Kota Bandung', 1, 1],
  [3, 'Coblong', 2, 2],
  [4, 'Cicendo', 2, 2],
] as const;
const COBLONG = rowOf(3, { ...stamp, canDeliver: true, canPickup: true });
const CICENDO = rowOf(4, { ...stamp, canDeliver: false });

let db: MirrorDb;
let person = 8400;
async function hold(collection: ResourceCollection, owner: CachedOwner, rows: Row[]): Promise<void> {
  const columns = packColumns(DECLARED[collection], segmentOf(DECLARED[collection], rows));
  const id = `${collection}/${owner}`;
  await db.setSegments.put({ id, entity: 'ID', collection, owner, columns });
  await db.sets.put({
    entity: 'ID',
    collection,
    owner,
    pinned: true,
    openedAt: 1,
    state: 'ready',
    progress: 1,
    segments: [id],
    rows: rows.length,
    bytes: 1,
    generation: 1,
  });
}
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
  const config = { ...stamp, channelId: CHANNEL, name: 'J&T', ...newConfig(), checkout_level: 3 };
  // The lists of this channel are not cached.
  const other = { ...config, channelId: 10022, name: 'SiCepat' };
  await hold('channelServiceConfs', OF_ENTITY, [config, other]);
  await hold('channelLocations', keyOfChannel(CHANNEL), [COBLONG, CICENDO]);
});
afterEach(() => db.close());

function fileOf(rows: (string | number)[][], name = 'addresses.xlsx'): File {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet');
  return new File([sheetJs.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], name);
}

async function check(file: File, part: Partial<CheckFileJob> = {}, shares: number[] = []) {
  const made = await checkFile(
    {
      job: 'check',
      userId: person,
      entity: 'ID',
      file,
      scenario: 'checkout',
      shop: 0,
      owners: [{ owner: keyOfChannel(CHANNEL), name: 'J&T' }],
      pending: {},
      ...part,
    },
    {
      db,
      open: given =>
        openWorkbook({ platform: blobPlatform(given), fileName: given.name, loadGeneral: async () => sheetJs }),
      deflate: deflateRaw,
      onProgress: share => shares.push(share),
    },
  );
  if ('problem' in made) return made;
  const book = read(await made.blob.arrayBuffer());
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' });
  return { ...made, rows };
}

describe('checking a file of addresses', () => {
  it('the result is the same file with the recognized places and four columns per channel', async () => {
    const made = await check(
      fileOf([
        ['No', 'District', 'City'],
        ['a', 'Coblong', 'Bandung'],
        ['b', 'Cicendo', 'Kota Bandung 40171'],
        ['c', 'Nowhere', ''],
      ]),
      {
        owners: [
          { owner: keyOfChannel(CHANNEL), name: 'J&T' },
          { owner: keyOfChannel(10022), name: 'SiCepat' },
          // This channel is not configured.
          { owner: keyOfChannel(10023), name: 'JNE' },
        ],
      },
    );
    expect(made).toMatchObject({ name: 'addresses checked.xlsx', unasked: ['10022 SiCepat'] });
    const rows = 'rows' in made ? made.rows : [];
    const services = ['Deliver', 'COD', 'Pickup', 'COD pickup'];
    const asked = services.map(service => `10021 J&T: ${service}`);
    const given = ['No', 'District', 'City', 'Understood as', 'Location ID', 'Postcode', 'Not used'];
    expect(rows[0]).toEqual(given.concat(asked));
    expect(rows[1]?.slice(3, 11)).toEqual([
      'Jawa Barat > Kota Bandung > Coblong',
      3,
      '',
      'a',
      'Yes',
      'No',
      'Yes',
      'No',
    ]);
    expect(rows[2]?.slice(3, 11)).toEqual([
      'Jawa Barat > Kota Bandung > Cicendo',
      4,
      '40171',
      'b',
      'No',
      'No',
      'No',
      'No',
    ]);
    // An address without a known place is not checked.
    expect(rows[3]?.slice(3, 11)).toEqual(['', '', '', 'c, Nowhere', '', '', '', '']);
  });

  it('MR1: pending writes are applied to the check', async () => {
    const entries = [entryOf(updateOf(CICENDO, { canDeliver: true }))];
    const made = await check(fileOf([['Address'], ['Cicendo, Bandung']]), {
      pending: { channelLocations: { settledAt: 0, entries } },
    });
    expect('rows' in made && (made.rows as string[][])[1]?.[5]).toBe('Yes');
  });

  it('the check reports its progress', async () => {
    const shares: number[] = [];
    await check(fileOf([['Address'], ...Array.from({ length: 4500 }, () => ['Coblong, Bandung'])]), {}, shares);
    expect(shares.map(share => share.toFixed(2))).toEqual(['0.44', '0.89']);
  });

  it.each([
    ['no row', () => fileOf([['Address']]), {}, /has no addresses/],
    ['no channel', () => fileOf([['Address'], ['x']]), { owners: [] }, /No configured channel is kept offline/],
    ['no workbook', () => new File([new Uint8Array([1, 2, 3, 0, 255])], 'x.xlsx'), {}, /x\.xlsx/],
    [
      'too many rows',
      () => new File(['Address\n', 'Coblong\n'.repeat(FILE_ROWS_MOST + 1)], 'x.csv'),
      {},
      /more than 100000 addresses/,
    ],
  ])('an unusable file is rejected with a message that says why: %s', async (_, file, part, problem) => {
    expect(await check(file(), part)).toEqual({ problem: expect.stringMatching(problem) as string });
  });
});
