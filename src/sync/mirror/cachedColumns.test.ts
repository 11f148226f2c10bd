import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfChannel } from '../../contract/owner.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { listChannelLocations, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import { DECLARED } from '../../contract/cached.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import type { LocationRow } from '../../contract/locations.ts';
import { fold } from '../../domain/fold.ts';
import { formatSort } from '../../domain/listQuery.ts';
import { matchPlaceNames } from '../../domain/placeMatch.ts';
import { isUnsupported, packFlags, unpackFlags } from '../../domain/serviceable.ts';
import type { CachedChange, CachedSegmentColumns } from './db.ts';
import { packColumns } from './loadSet.ts';
import { placeOf } from '../testing/feedServer.ts';
import { rowOf } from '../testing/writes.ts';
import { CachedColumns } from './cachedColumns.ts';
import { cachedQuestion } from '../query/cachedQuestion.ts';
import { CachedTable } from '../query/cachedTable.ts';
import { PlaceIndex } from '../query/placeIndex.ts';

/** Names that are equal or contain each other after case folding, some of them on several levels. */
const NAMES = ['Barat', 'Jawa Barat', 'São', 'sao paulo', 'Đà Nẵng', 'Da', 'Kota'];
const FIELDS = ['state', 'city', 'district', 'street'] as const;

/** A tree of four levels; with `scattered`, its ids are in no particular order. */
function treeOf(shape: readonly number[], scattered: boolean): LocationRow[] {
  const places: LocationRow[] = [];
  const lastAt: number[] = [];
  shape.forEach((value, i) => {
    const level = i === 0 ? 0 : Math.min(value % 4, (places.at(-1)?.level ?? 0) + 1);
    const id = scattered ? ((i * 7919) % 10_007) + 1 : i + 1;
    lastAt[level] = id;
    const name = NAMES[(value * 3 + i) % NAMES.length] ?? '';
    places.push(placeOf(id, { level, name, parentId: level === 0 ? 0 : (lastAt[level - 1] ?? 0) }));
  });
  return places;
}

const segmentOf = (rows: readonly ChannelLocationRow[]): CachedSegmentColumns => {
  const people = [...new Set(rows.map(row => row.updatedBy))];
  return packColumns(DECLARED.channelLocations, {
    locationId: rows.map(row => row.locationId),
    type: rows.map(row => row.type),
    flags: rows.map(packFlags),
    version: rows.map(row => row.version),
    updatedAt: rows.map(row => row.updatedAt),
    updatedBy: rows.map(row => people.indexOf(row.updatedBy)),
    people,
  });
};
const inOrder = (rows: readonly ChannelLocationRow[]) =>
  [...rows].sort((a, b) => a.type - b.type || a.locationId - b.locationId);
const changeOf = (row: ChannelLocationRow, gone: boolean, at: number): CachedChange => ({
  entity: 'ID',
  collection: 'channelLocations',
  owner: keyOfChannel(row.channelId),
  key: `${row.channelId}/${row.locationId}/${row.type}`,
  version: row.version,
  row: gone ? null : { ...row },
  at,
});

const flagBits = fc.integer({ min: 0, max: 15 });
const text = fc.option(fc.constantFrom(...NAMES, 'barat', 'SAO', 'a', ' ', 'nobody'), { nil: undefined });

describe('cached columns', () => {
  it('filtering, sorting and paging give the same result as a full scan after any sequence of changes', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.nat(40), { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      fc.array(fc.record({ place: fc.nat(60), type: fc.constantFrom(0 as const, 1 as const), bits: flagBits }), {
        maxLength: 40,
      }),
      fc.array(
        fc.record({
          place: fc.nat(60),
          type: fc.constantFrom(0 as const, 1 as const),
          bits: flagBits,
          gone: fc.boolean(),
        }),
        { maxLength: 20 },
      ),
      fc.record({ state: text, city: text, district: text, street: text }),
      fc.record({
        type: fc.constantFrom(0, 1, undefined),
        show: fc.boolean(),
        locationId: fc.option(fc.nat(60), { nil: undefined, freq: 6 }),
        sort: fc.option(fc.constantFrom(...channelLocation.columns), { freq: 3 }),
        descending: fc.boolean(),
        page: fc.nat(3),
        count: fc.integer({ min: 1, max: 7 }),
      }),
      fc.integer({ min: 1, max: 9 }),
      async (shape, scattered, records, changes, texts, ask, segmentRows) => {
        const tree = treeOf(shape, scattered);
        const index = await PlaceIndex.build(
          'ID',
          [],
          new Map(tree.map(row => [String(row.locationId), { version: 1, row }])),
          async () => undefined,
        );
        const truth = new Map<string, ChannelLocationRow>();
        // Some locations are missing from the tree.
        const idAt = (place: number) => tree[place]?.locationId ?? 20_000 + place;
        for (const { place, type, bits } of records) {
          const locationId = idAt(place);
          const by = `p${place % 3}`;
          truth.set(`${locationId}/${type}`, { ...rowOf(locationId, { type, updatedBy: by }), ...unpackFlags(bits) });
        }
        const rows = inOrder([...truth.values()]);
        const segments = [];
        for (let at = 0; at < rows.length; at += segmentRows)
          segments.push(segmentOf(rows.slice(at, at + segmentRows)));
        const columns = CachedColumns.from(DECLARED.channelLocations, segments);
        const question = cachedQuestion(
          listChannelLocations as unknown as CallDefinition,
          {
            ...texts,
            channelId: 10021,
            type: ask.type,
            locationId: ask.locationId === undefined ? undefined : idAt(ask.locationId),
            displayUnsupported: ask.show,
          },
          formatSort(ask.sort === null ? null : { column: ask.sort, descending: ask.descending }),
          ask.page + 1,
          ask.count,
        );
        if (!question) throw new Error('no question');
        // This table has already answered a query; its memoized results must not outlive the changes.
        const table = new CachedTable(columns, index);
        table.page(question, index);
        for (const [at, { place, type, bits, gone }] of changes.entries()) {
          const locationId = idAt(place);
          const before = truth.get(`${locationId}/${type}`);
          if (gone && !before) continue;
          const version = (before?.version ?? at + 10) + 1;
          const row = { ...rowOf(locationId, { type, version, updatedBy: `q${at}` }), ...unpackFlags(bits) };
          if (gone) truth.delete(`${locationId}/${type}`);
          else truth.set(`${locationId}/${type}`, row);
          const change = changeOf(row, gone, at);
          columns.apply([change]);
          columns.apply(
            [change, { ...change, version: version - 1, row: before ? { ...before } : change.row }].slice(0, 1),
          );
        }

        const wantedNames = FIELDS.map((field, level) => {
          const typed = texts[field];
          if (typed === undefined || typed.trim() === '') return null;
          return matchPlaceNames(new Set(tree.filter(place => place.level === level).map(({ name }) => name)), typed);
        });
        const expected = inOrder([...truth.values()]).filter(row => {
          if (ask.type !== undefined && row.type !== ask.type) return false;
          if (!ask.show && isUnsupported(row)) return false;
          if (ask.locationId !== undefined && row.locationId !== idAt(ask.locationId)) return false;
          const path = index.path(row.locationId) ?? [];
          return wantedNames.every((names, level) => {
            const name = path.find(place => place.level === level)?.name;
            return names === null || (name !== undefined && names.includes(name));
          });
        });
        const { sort } = ask;
        if (sort !== null) {
          const valueOf = (row: ChannelLocationRow) => {
            const level = FIELDS.findIndex(field => field === sort);
            if (level < 0) return Number(row[sort as 'type' | 'canCOD']) || 0;
            const name = index.path(row.locationId)?.find(place => place.level === level)?.name;
            return name === undefined ? '' : `=${fold(name)}`;
          };
          const way = ask.descending ? -1 : 1;
          // The platform's sort is stable: ties keep their order.
          expected.sort((a, b) => {
            const [left, right] = [valueOf(a), valueOf(b)];
            return left === right ? 0 : (left < right ? -1 : 1) * way;
          });
        }
        const found = table.page(question, index);
        expect(found.total).toBe(expected.length);
        const shown = expected.slice(ask.page * ask.count, (ask.page + 1) * ask.count);
        expect(found.positions.map(at => columns.at(at))).toEqual(
          shown.map(({ locationId, type, version, updatedAt, updatedBy, ...flags }) => ({
            locationId,
            type,
            version,
            updatedAt,
            updatedBy,
            flags: packFlags(flags),
          })),
        );
        const again = CachedColumns.from(DECLARED.channelLocations, columns.slices(segmentRows));
        expect(Array.from({ length: again.length }, (_, at) => again.at(at))).toEqual(
          Array.from({ length: columns.length }, (_, at) => columns.at(at)),
        );
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('an older change is ignored, and a deletion removes the row', () => {
    const columns = CachedColumns.from(DECLARED.channelLocations, [segmentOf([rowOf(5, { version: 4 })])]);
    columns.apply([changeOf(rowOf(5, { version: 3, canCOD: true }), false, 1)]);
    expect(columns.at(0)).toMatchObject({ version: 4, flags: packFlags(rowOf(5)) });
    columns.apply([changeOf(rowOf(5, { version: 5 }), true, 3)]);
    expect(columns.length).toBe(0);
  });
});
