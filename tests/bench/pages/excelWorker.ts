import { keyOfChannel } from '../../../src/contract/owner.ts';
import { DECLARED } from '../../../src/contract/cached.ts';
import { channelLocationImport } from '../../../src/contract/imports/channelLocation.ts';
import { unpack } from '../../../src/domain/sheet/unpack.ts';
import { readZipDirectory } from '../../../src/domain/sheet/zip.ts';
import type { ExcelApi } from '../../../src/sync/excelClient/api.ts';
import { MirrorDb } from '../../../src/sync/mirror/db.ts';
import { packColumns } from '../../../src/sync/mirror/loadSet.ts';
import { packPlaces } from '../../../src/sync/mirror/placeSegment.ts';
import { createExcelHost } from '../../../src/workers/excel/host.ts';
import { importMirror } from '../../../src/workers/excel/mirror.ts';
import { blobPlatform, deflateRaw } from '../../../src/workers/excel/platform.ts';
import { FIRST_CHANNEL, LARGE_STREETS, largePlaces, largeRecord } from '../../support/largeRows.ts';

/** The code of the Excel worker with timing for each step; the page requests one step at a time. */

const USER = 1;
const CACHED_ROWS = 500_000;
const SEGMENT = 10_000;
const openDb = async (): Promise<MirrorDb> => {
  const db = new MirrorDb(USER, async () => true);
  await db.open();
  return db;
};

/**
 * Creates a mirror with the country's places and half a million records, one in fifty of which differs from the file.
 */
async function prepare(): Promise<void> {
  const db = await openDb();
  const { ids, names, parents, levels } = largePlaces();
  const locations: string[] = [];
  for (let from = 0; from < ids.length; from += SEGMENT) {
    const slice = <T>(values: readonly T[]): T[] => values.slice(from, from + SEGMENT);
    const columns = { locationId: slice(ids), name: slice(names), parentId: slice(parents), level: slice(levels) };
    const id = `places-${from}`;
    await db.segments.put({ id, entity: 'ID', collection: 'locations', columns: packPlaces(columns) });
    locations.push(id);
  }
  await db.snapshots.put({ entity: 'ID', cursor: 'c', locations, progress: 1, locationsRev: 1 } as never);
  for (let channel = 0; channel * LARGE_STREETS < CACHED_ROWS; channel++) {
    const channelId = FIRST_CHANNEL + channel;
    await db.channels.put({ entity: 'ID', channelId, name: 'J&T Express' } as never);
    const count = Math.min(LARGE_STREETS, CACHED_ROWS - channel * LARGE_STREETS);
    const rows = Array.from({ length: count }, (_, at) => channel * LARGE_STREETS + at)
      .map(index => ({ index, ...largeRecord(index) }))
      .sort((a, b) => a.locationId - b.locationId);
    const segments: string[] = [];
    for (let from = 0; from < count; from += SEGMENT) {
      const part = rows.slice(from, from + SEGMENT);
      const id = `cached-${channelId}-${from}`;
      segments.push(id);
      await db.setSegments.put({
        id,
        entity: 'ID',
        collection: 'channelLocations',
        owner: keyOfChannel(channelId),
        columns: packColumns(DECLARED.channelLocations, {
          locationId: part.map(row => row.locationId),
          type: part.map(() => 0),
          flags: part.map(row => (row.index % 50 === 0 ? row.flags ^ 1 : row.flags)),
          version: part.map(() => 1),
          updatedAt: part.map(() => 0),
          updatedBy: part.map(() => 0),
          people: ['a'],
        }),
      });
    }
    const set = { pinned: true, openedAt: 1, state: 'ready', progress: 1, bytes: 1, generation: 1 } as const;
    await db.sets.put({
      entity: 'ID',
      collection: 'channelLocations',
      owner: keyOfChannel(channelId),
      ...set,
      segments,
      rows: count,
    });
  }
  // The file also contains channels that are not cached yet.
  for (const channelId of [FIRST_CHANNEL + 6, FIRST_CHANNEL + 7]) {
    await db.channels.put({ entity: 'ID', channelId, name: 'J&T Express' } as never);
  }
  db.close();
}

const newHost = (): ExcelApi =>
  createExcelHost({
    now: () => performance.now(),
    platformOf: blobPlatform,
    deflate: deflateRaw,
    loadGeneral: () => import('xlsx'),
    mirrorOf: () => importMirror(openDb),
  });

async function timed<T>(work: () => Promise<T>): Promise<{ millis: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { millis: performance.now() - started, value };
}

async function opened(host: ExcelApi, file: File): Promise<number> {
  const answer = await host.open(file);
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value.fileId;
}

let compared: ExcelApi | null = null;

const STEPS = {
  prepare: async () => ({ millis: 0, value: await prepare() }),
  /** Unpacks only the sheet, in the simplest possible way. */
  inflate: async (file: File) => {
    const { source } = blobPlatform(file);
    const entry = (await readZipDirectory(source)).get('xl/worksheets/sheet1.xml');
    if (!entry) throw new Error('no sheet');
    const head = new DataView((await source.read(entry.offset, entry.offset + 30)).buffer);
    const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    return timed(async () => {
      const stream = file.slice(start, start + entry.packed).stream();
      const reader = stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
      let bytes = 0;
      for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
      return bytes;
    });
  },
  /** Like the above, but including the checksum, as in our reader. */
  unpack: async (file: File) => {
    const platform = blobPlatform(file);
    const entry = (await readZipDirectory(platform.source)).get('xl/worksheets/sheet1.xml');
    if (!entry) throw new Error('no sheet');
    return timed(async () => {
      let bytes = 0;
      for await (const chunk of unpack(platform, entry)) bytes += chunk.length;
      return bytes;
    });
  },
  read: async (file: File) => {
    const host = newHost();
    return timed(async () => host.read(await opened(host, file), 0, () => undefined));
  },
  checked: async (file: File) => {
    const host = newHost();
    await host.begin({ importId: channelLocationImport.id, entity: 'ID', userId: USER });
    compared = host;
    return timed(async () => {
      const fileId = await opened(host, file);
      const { sheet } = await host.match(fileId, {});
      await host.read(fileId, sheet, () => undefined);
      return host.check([fileId]);
    });
  },
  compare: async () =>
    timed(async () => {
      const summary = await compared?.compare();
      return { counts: summary?.counts, first: await compared?.changes('changed', 0, 50) };
    }),
  /** SheetJS with every option that reduces its work. */
  sheetJs: async (file: File) => {
    const { read } = await import('xlsx');
    const bytes = new Uint8Array(await file.arrayBuffer());
    return timed(async () => {
      const options = { dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: false } as const;
      const book = read(bytes, { ...options, type: 'array', cellDates: false, cellStyles: false });
      return book.SheetNames.length;
    });
  },
};

addEventListener('message', (event: MessageEvent<{ step: keyof typeof STEPS; file: File }>) => {
  const { step, file } = event.data;
  STEPS[step](file).then(
    result => postMessage(result),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
