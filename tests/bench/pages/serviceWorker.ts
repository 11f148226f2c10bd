import { keyOfChannel, OF_ENTITY, type CachedOwner } from '../../../src/contract/owner.ts';
import { DECLARED } from '../../../src/contract/cached.ts';
import type { ResourceCollection } from '../../../src/contract/resources/all.ts';
import type { Row } from '../../../src/sync/types.ts';
import { openWorkbook } from '../../../src/domain/sheet/openWorkbook.ts';
import { unpackFlags } from '../../../src/domain/serviceable.ts';
import { newConfig } from '../../../src/domain/serviceableConfig.ts';
import { MirrorDb } from '../../../src/sync/mirror/db.ts';
import { packColumns, readCached } from '../../../src/sync/mirror/loadSet.ts';
import { packPlaces } from '../../../src/sync/mirror/placeSegment.ts';
import { readCoverage } from '../../../src/sync/query/coverage.ts';
import type { CachedColumns } from '../../../src/sync/mirror/cachedColumns.ts';
import type { PlaceIndex } from '../../../src/sync/query/placeIndex.ts';
import { readPlaces } from '../../../src/sync/query/places.ts';
import { checkCached, matchAddress, type ColumnSource } from '../../../src/sync/query/serviceChecks.ts';
import { inListOrder, segmentOf } from '../../../src/sync/testing/segments.ts';
import { checkFile } from '../../../src/workers/excel/checkFile.ts';
import { blobPlatform, deflateRaw } from '../../../src/workers/excel/platform.ts';

/** The address check and coverage in a worker, with timing for each; the page requests one step at a time. */

/** The data served by the bench: a country's places, column by column, and addresses as people write them. */
export interface ServiceData {
  ids: number[];
  parents: number[];
  levels: number[];
  names: string[];
  postcodes: string[];
  texts: string[];
}

const ENTITY = 'ID';
const USER = 1;
const CHANNELS = { location: 10_021, postcode: 10_022, route: 10_023 } as const;
const stamp = { country: ENTITY, version: 1, updatedBy: 'a@x', updatedAt: 5 } as const;

let ready: Promise<{ db: MirrorDb; data: ServiceData; places: PlaceIndex; source: ColumnSource }> | undefined;

/**
 * Creates a mirror with the country and three channels: by location, by postcode, and by location with route limits.
 */
async function fill() {
  const data = (await (await fetch('/data.json')).json()) as ServiceData;
  const db = new MirrorDb(USER, async () => true);
  await db.open();
  const { ids, names, parents, levels, postcodes } = data;
  const columns = { locationId: ids, name: names, parentId: parents, level: levels, postcode: postcodes };
  await db.segments.put({
    id: 'places',
    entity: ENTITY,
    collection: 'locations',
    columns: packPlaces({ ...columns, version: ids.map(() => 1) }),
  });
  await db.snapshots.put({ entity: ENTITY, cursor: 'c', locations: ['places'], progress: 1, locationsRev: 1 } as never);
  const hold = async (collection: ResourceCollection, owner: CachedOwner, rows: Row[]) => {
    const id = `${collection}/${owner}`;
    const packed = packColumns(
      DECLARED[collection],
      segmentOf(DECLARED[collection], inListOrder(DECLARED[collection], rows)),
    );
    await db.setSegments.put({ id, entity: ENTITY, collection, owner, columns: packed });
    const set = { pinned: true, openedAt: 1, state: 'ready', progress: 1, bytes: 1, generation: 1 } as const;
    await db.sets.put({ entity: ENTITY, collection, owner, ...set, segments: [id], rows: rows.length });
  };
  const config = { ...stamp, ...newConfig(), pdp_level: 3, checkout_level: 4, shop_level: 3, arrangeshipment_level: 3 };
  const configs = [
    { ...config, channelId: CHANNELS.location, name: 'By location' },
    { ...config, channelId: CHANNELS.postcode, name: 'By postcode', serviceableType: 2, checkout_level: null },
    { ...config, channelId: CHANNELS.route, name: 'By route', extraLimitType: 2 },
  ];
  await hold('channelServiceConfs', OF_ENTITY, configs as unknown as Row[]);
  const streets = ids.flatMap((_, at) => (levels[at] === 3 ? [at] : []));
  for (const channelId of [CHANNELS.location, CHANNELS.route]) {
    const records = streets.map(at => {
      const flags = unpackFlags((at * 7) % 16);
      return { ...stamp, channelId, channelName: '', locationId: ids[at] as number, type: 0, ...flags };
    });
    await hold('channelLocations', keyOfChannel(channelId), records);
  }
  const codes = [...new Set(postcodes.filter(code => code !== ''))];
  const byCode = codes.map((zipcode, at) => ({ ...stamp, zipcode, type: 0, ...unpackFlags((at * 5) % 16) }));
  await hold(
    'channelPostcodes',
    keyOfChannel(CHANNELS.postcode),
    byCode.map(row => ({ ...row, channelId: CHANNELS.postcode, channelName: '' })),
  );
  const states = ids.filter((_, at) => levels[at] === 0);
  const routes = states.map((toLocationId, at) => ({ ...stamp, id: at + 1, applicableType: 0, toLocationId }));
  await hold(
    'channelRoutes',
    keyOfChannel(CHANNELS.route),
    routes.map(row => ({
      ...row,
      channelId: CHANNELS.route,
      channelName: '',
      fromLocationId: states[0] as number,
    })),
  );
  for (const [collection, channelId] of [
    ['channelPostcodes', CHANNELS.location],
    ['channelRoutes', CHANNELS.location],
    ['channelZones', CHANNELS.location],
  ] as const)
    await hold(collection, keyOfChannel(channelId), []);
  const places = await readPlaces(db, ENTITY, async () => undefined);
  if (!places) throw new Error('no places');
  const known = new Map<string, Promise<CachedColumns>>();
  const source: ColumnSource = {
    columns: async (_, collection, owner) => {
      const set = await db.sets.get([ENTITY, collection, owner]);
      if (!set) return null;
      const key = `${collection}${owner}`;
      const read =
        known.get(key) ?? db.transaction('r', [db.setSegments, db.setChanges], () => readCached(db, set) as never);
      known.set(key, read as Promise<CachedColumns>);
      return read as Promise<CachedColumns>;
    },
  };
  return { db, data, places, source };
}

const SAMPLES = 2000;
const COUNTS = 15;

const STEPS = {
  prepare: async () => {
    await (ready ??= fill());
    return { millis: 0, value: null };
  },
  /**
   * Checks one typed address for one channel: its interpretation, and the answer with its steps. Returns the time in
   * milliseconds for each.
   */
  one: async () => {
    const { data, places, source } = await (ready ??= fill());
    const samples: number[] = [];
    await matchAddress(ENTITY, places, 'Coblong, Bandung');
    for (let at = 0; at < SAMPLES; at++) {
      const started = performance.now();
      const match = await matchAddress(ENTITY, places, data.texts[(at * 41) % data.texts.length] as string);
      const address = { chain: match.chain, postcode: match.postcode };
      const question = { address, other: null, scenario: 'checkout', shop: 0 } as const;
      const reply = await checkCached(source, ENTITY, places, {
        owner: keyOfChannel(CHANNELS.location),
        questions: [question],
        pending: {},
      });
      samples.push(performance.now() - started);
      if (!reply?.answers[0]) throw new Error('no answer');
    }
    return { millis: 0, value: samples };
  },
  /** Checks a file of addresses for three channels, from reading the file to writing the workbook with the answers. */
  file: async (file: File) => {
    const { db } = await (ready ??= fill());
    const started = performance.now();
    const made = await checkFile(
      {
        job: 'check',
        userId: USER,
        entity: ENTITY,
        file,
        scenario: 'checkout',
        shop: 0,
        owners: Object.entries(CHANNELS).map(([name, channelId]) => ({ owner: keyOfChannel(channelId), name })),
        pending: {},
      },
      {
        db,
        open: opened =>
          openWorkbook({
            platform: blobPlatform(opened),
            fileName: opened.name,
            loadGeneral: () => Promise.reject(new Error('not needed')),
          }),
        deflate: deflateRaw,
        onProgress: () => undefined,
      },
    );
    const millis = performance.now() - started;
    if ('problem' in made) throw new Error(made.problem);
    return { millis, value: { rows: made.rows, bytes: made.blob.size } };
  },
  /** Counts a channel's coverage of the country's places. Returns the time in milliseconds of each count. */
  coverage: async () => {
    const { places, source } = await (ready ??= fill());
    const samples: number[] = [];
    for (let at = 0; at < COUNTS; at++) {
      const started = performance.now();
      const ask = { owner: keyOfChannel(CHANNELS.location), type: 0, level: null, parent: 0, pending: {} } as const;
      const reply = await readCoverage(source, ENTITY, places, ask);
      samples.push(performance.now() - started);
      if ((reply?.all.units ?? 0) < 80_000) throw new Error(`${reply?.all.units} places`);
    }
    return { millis: 0, value: samples };
  },
};

addEventListener('message', (event: MessageEvent<{ step: keyof typeof STEPS; file: File }>) => {
  const { step, file } = event.data;
  STEPS[step](file).then(
    result => postMessage(result),
    (error: unknown) => postMessage({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
