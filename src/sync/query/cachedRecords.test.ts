import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfChannel } from '../../contract/owner.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { DECLARED, declaredKey } from '../../contract/cached.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { fold } from '../../domain/fold.ts';
import { formatSort } from '../../domain/listQuery.ts';
import { matchPlaceNames } from '../../domain/placeMatch.ts';
import { unpackFlags } from '../../domain/serviceable.ts';
import type { CachedChange } from '../mirror/db.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { placeOf } from '../testing/feedServer.ts';
import { inListOrder, segmentOf } from '../testing/segments.ts';
import type { Row } from '../types.ts';
import { CachedColumns } from '../mirror/cachedColumns.ts';
import { cachedQuestion } from './cachedQuestion.ts';
import { cachedRow, CachedTable } from './cachedTable.ts';
import { PlaceIndex } from './placeIndex.ts';

/** Compares in-memory filtering and sorting of the other cached collections with a naive check of each row. */

const CHANNEL = { channelId: 10023, channelName: 'JNE', country: 'ID' } as const;
/** Two states with three cities of two districts each; names repeat across levels. */
const NAMES = ['Jawa', 'Jawa Barat', 'São', 'Kota', 'kota jawa', 'Đà Nẵng', 'Bali'];
const TREE = [0, 1].flatMap(state => [
  placeOf(state * 100 + 1, { level: 0, name: NAMES[state] as string }),
  ...[0, 1, 2].flatMap(city => [
    placeOf(state * 100 + city * 10 + 10, {
      level: 1,
      parentId: state * 100 + 1,
      name: NAMES[city + state + 1] as string,
    }),
    ...[1, 2].map(at =>
      placeOf(state * 100 + city * 10 + 10 + at, {
        level: 2,
        parentId: state * 100 + city * 10 + 10,
        name: NAMES[(city * 2 + at + state) % NAMES.length] as string,
      }),
    ),
  ]),
]);
const IDS = TREE.map(({ locationId }) => locationId);
const index = PlaceIndex.build(
  'ID',
  [],
  new Map(TREE.map(row => [String(row.locationId), { version: 1, row }])),
  async () => undefined,
);

type Made = (a: number, b: number, bits: number) => Row;
const stamp = (bits: number) => ({ updatedBy: `p${bits % 3}`, updatedAt: bits });
const RECORDS: Readonly<Partial<Record<ResourceCollection, Made>>> = {
  channelPostcodes: (a, b, bits) => ({
    ...CHANNEL,
    type: b % 2,
    zipcode: `${40 + (a % 4)}${a}${b % 2 ? '' : '-A'}`,
    ...unpackFlags(bits),
    ...stamp(bits),
  }),
  channelRoutes: (a, b, bits) => ({
    ...CHANNEL,
    id: 1 + ((a * 31 + b * 17) % 1009),
    applicableType: 0,
    fromLocationId: IDS[a % IDS.length],
    toLocationId: IDS[b % IDS.length],
    ...stamp(bits),
  }),
  channelZones: (a, b, bits) => ({
    ...CHANNEL,
    id: 1 + ((a * 31 + b * 17) % 1009),
    applicableType: b % 2,
    locationId: IDS[a % IDS.length],
    zone: ['Z1', 'z10', 'Zóne', 'B'][bits % 4],
    ...stamp(bits),
  }),
};

const numbers = { a: fc.nat(20), b: fc.nat(20), bits: fc.nat(15) };
const text = fc.constantFrom(undefined, 'jawa', 'kota', 'sao', 'a', 'nobody');
const filters = fc.record({
  type: fc.constantFrom(0, 1, undefined),
  applicableType: fc.constantFrom(0, 1, undefined),
  postcode: fc.constantFrom(undefined, '4', '401', '-a', '41', ['400-A', '4111', 'nobody']),
  displayUnsupported: fc.constantFrom(undefined, true, false),
  from: text,
  to: text,
  state: text,
  city: text,
  district: text,
  locationId: fc.constantFrom(undefined, ...IDS.slice(0, 3), IDS.slice(2, 9)),
  quick: fc.constantFrom(undefined, 'jawa', '4', '1 jawa', 'SAO', 'z1', '00'),
  zone: fc.constantFrom(undefined, 'z1', 'zone', 'o', '0'),
});

describe.each(Object.keys(RECORDS) as ResourceCollection[])('cached %s', collection => {
  const declaration = DECLARED[collection];
  const make = RECORDS[collection] as Made;
  const order = (rows: Iterable<Row>) => inListOrder(declaration, rows);
  const named = (row: Row, field: string, level: number, places: PlaceIndex): string => {
    const view = declaration.views[field];
    const path = view ? (places.path(row[view.of] as number) ?? []) : [];
    return path.find(place => place.level === level)?.name ?? '';
  };

  it('filtering, sorting and paging give the same result as a full scan after any sequence of changes', async () => {
    const places = await index;
    /** Whether a row meets a filter; a naive implementation. */
    const meets = (row: Row, name: string, value: unknown): boolean => {
      const rule = declaration.filters[name];
      if (!rule || value === undefined) return true;
      const isName = (field: string) => Object.hasOwn(declaration.views, field);
      if (rule.is === 'quick') {
        const whole = Object.fromEntries(
          rule.in.map(field => {
            const view = declaration.views[field];
            return [field, view && 'level' in view ? named(row, field, view.level, places) : row[field]];
          }),
        );
        return fold(String(value))
          .split(' ')
          .every(word =>
            rule.in.some(field => {
              const own = fold(String(whole[field]));
              return typeof whole[field] === 'number' && !isName(field) ? own.startsWith(word) : own.includes(word);
            }),
          );
      }
      if (Array.isArray(value)) {
        return value.some(one => fold(String(one)) === fold(String(row[rule.in[0] as string])));
      }
      if (rule.is === 'shown') return value !== false || Object.values(row).includes(true);
      if (rule.is === 'equal') return row[rule.in[0] as string] === value;
      const typed = fold(String(value));
      if (rule.is === 'prefix') return fold(String(row[rule.in[0] as string])).startsWith(typed);
      if (rule.is === 'containing') return fold(String(row[rule.in[0] as string])).includes(typed);
      return rule.in.some(field => {
        const view = declaration.views[field];
        if (!view || !('level' in view)) return false;
        const all = TREE.filter(place => place.level === view.level).map(place => place.name);
        const own = named(row, field, view.level, places);
        return own !== '' && matchPlaceNames(new Set(all), String(value)).includes(own);
      });
    };
    const valueOf = (row: Row, field: string): string | number => {
      const view = declaration.views[field];
      if (view && 'level' in view) {
        const name = named(row, field, view.level, places);
        return name === '' ? '' : `=${fold(name)}`;
      }
      const value = row[field];
      return typeof value === 'string' ? fold(value) : Number(value) || 0;
    };
    const property = fc.asyncProperty(
      fc.array(fc.record(numbers), { maxLength: 40 }),
      fc.array(fc.record({ ...numbers, gone: fc.boolean() }), { maxLength: 20 }),
      filters,
      fc.record({
        sort: fc.option(fc.constantFrom(...declaration.sorts), { freq: 3 }),
        descending: fc.boolean(),
        page: fc.nat(2),
      }),
      async (records, changes, wanted, ask) => {
        const truth = new Map<string, Row>();
        for (const { a, b, bits } of records) {
          const row: Row = { ...make(a, b, bits), version: 1 };
          // A record's number is derived from its key, and no two records have the same key.
          const clash = [...truth.values()].some(other => declaration.order.every(name => other[name] === row[name]));
          if (!clash) truth.set(declaredKey(declaration, row), row);
        }
        const rows = order(truth.values());
        const cut = [rows.slice(0, 7), rows.slice(7)].filter(part => part.length > 0);
        const columns = CachedColumns.from(
          declaration,
          cut.map(part => packColumns(declaration, segmentOf(declaration, part))),
        );
        const own = Object.fromEntries(
          Object.entries(wanted).filter(([name]) => Object.hasOwn(declaration.filters, name)),
        );
        const asked = cachedQuestion(
          DECLARATIONS.callById(declaration.listId) as CallDefinition,
          { channelId: CHANNEL.channelId, ...own },
          formatSort(ask.sort === null ? null : { column: ask.sort, descending: ask.descending }),
          ask.page + 1,
          5,
        );
        if (!asked) throw new Error('no question');
        const table = new CachedTable(columns, places);
        // This table has already answered a query; its memoized results must not outlive the changes.
        table.page(asked, places);
        for (const [at, { a, b, bits, gone }] of changes.entries()) {
          const made = make(a, b, bits);
          const key = declaredKey(declaration, made);
          const before = truth.get(key);
          if (!before && [...truth.values()].some(other => declaration.order.every(name => other[name] === made[name])))
            continue;
          if (before && !declaration.order.every(name => before[name] === made[name])) continue;
          const version = Number(before?.['version'] ?? 0) + 1;
          const row = { ...made, version };
          if (gone) truth.delete(key);
          else truth.set(key, row);
          const change: CachedChange = {
            entity: 'ID',
            collection,
            owner: keyOfChannel(CHANNEL.channelId),
            key,
            version,
            row: gone ? null : row,
            at,
          };
          columns.apply([change]);
        }
        const expected = order(truth.values()).filter(row =>
          Object.entries(own).every(([name, value]) => meets(row, name, value)),
        );
        const { sort } = ask;
        if (sort !== null) {
          const way = ask.descending ? -1 : 1;
          expected.sort((left, right) => {
            const [l, r] = [valueOf(left, sort), valueOf(right, sort)];
            return l === r ? 0 : (l < r ? -1 : 1) * way;
          });
        }
        const found = table.page(asked, places);
        expect(found.total).toBe(expected.length);
        const shown = found.positions.map(position => cachedRow(columns, places, position, CHANNEL));
        const page = expected.slice(ask.page * 5, ask.page * 5 + 5);
        expect(shown.map(row => declaredKey(declaration, row))).toEqual(page.map(row => declaredKey(declaration, row)));
        shown.forEach((row, at) => expect(row).toMatchObject(page[at] as Row));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});

describe('requests that cached rows cannot answer', () => {
  const ask = (of: ResourceCollection, wanted: Row) =>
    cachedQuestion(DECLARATIONS.callById(DECLARED[of].listId) as CallDefinition, wanted, '', 1, 10);
  it.each([
    ['no channel', { from: 'x' }],
    ['an unknown filter', { channelId: 1, street: 'x' }],
    ['a number instead of a string', { channelId: 1, from: 5 }],
    ['a string instead of a number', { channelId: 1, applicableType: '0' }],
  ])('a request with %s is not answered from the cache', (_, wanted) =>
    expect(ask('channelRoutes', wanted)).toBeNull(),
  );
});
