import { describe, expect, it } from 'vitest';
import type { LocationRow } from '../../contract/locations.ts';
import { packPlaces, type PlaceSegment } from '../mirror/placeSegment.ts';
import { placeOf } from '../testing/feedServer.ts';
import { PlaceIndex, type PlaceChange } from './placeIndex.ts';
import { TextValues } from './textValues.ts';

const at = (locationId: number, name: string, parentId: number, level: number): LocationRow =>
  placeOf(locationId, { name, parentId, level });
const TREE = [
  at(1, 'Jawa Barat', 0, 0),
  at(2, 'Bandung', 1, 1),
  at(3, 'Coblong', 2, 2),
  at(4, 'Dago', 3, 3),
  at(5, 'Cimahi', 1, 1),
  at(6, 'Jawa Timur', 0, 0),
  at(7, 'Kota Bandung Timur', 6, 1),
  at(8, 'Bandung', 6, 1),
  at(9, 'Dago', 8, 2),
];
const columnsOf = (rows: LocationRow[]): PlaceSegment =>
  packPlaces(
    Object.fromEntries(
      (['locationId', 'name', 'parentId', 'level', 'postcode', 'version'] as const).map(name => [
        name,
        rows.map(row => row[name]),
      ]),
    ),
  );
const build = (rows = TREE, changed: [string, PlaceChange][] = []) =>
  PlaceIndex.build(
    'ID',
    [columnsOf(rows.slice(0, 4)), columnsOf(rows.slice(4))],
    new Map(changed),
    async () => undefined,
  );

describe('places in memory', () => {
  it('suggests distinct names, those that start with the text first', async () => {
    const index = await build();
    expect(index.suggest(1, 'bandung', {}, 10)).toEqual(['Bandung', 'Kota Bandung Timur']);
    expect(index.suggest(1, '', {}, 2)).toEqual(['Bandung', 'Cimahi']);
    expect(index.suggest(1, 'BANDUNG', {}, 1)).toEqual(['Bandung']);
    expect(index.suggest(0, 'timur', {}, 10)).toEqual(['Jawa Timur']);
    expect(index.suggest(3, 'nowhere', {}, 10)).toEqual([]);
  });

  it('suggests within chosen parents', async () => {
    const index = await build();
    expect(index.suggest(1, '', { state: 'jawa barat' }, 10)).toEqual(['Bandung', 'Cimahi']);
    expect(index.suggest(2, 'd', { state: 'Jawa Timur', city: 'Bandung' }, 10)).toEqual(['Dago']);
    expect(index.suggest(2, 'd', { state: 'Jawa Barat', city: 'Bandung' }, 10)).toEqual([]);
    expect(index.suggest(3, '', { district: 'Coblong' }, 10)).toEqual(['Dago']);
    expect(index.suggest(1, '', { state: 'Bali' }, 10)).toEqual([]);
  });

  it('answers children and paths', async () => {
    const index = await build();
    expect(index.children(0).map(({ name }) => name)).toEqual(['Jawa Barat', 'Jawa Timur']);
    expect(index.children(1).map(({ locationId }) => locationId)).toEqual([2, 5]);
    expect(index.path(4)?.map(({ name }) => name)).toEqual(['Jawa Barat', 'Bandung', 'Coblong', 'Dago']);
    expect(index.path(99)).toBeNull();
  });

  it('takes what changed since the segments were cut', async () => {
    const index = await build(TREE, [
      ['5', { version: 2, row: null }],
      ['2', { version: 2, row: { ...at(2, 'Bandoeng', 1, 1), version: 2 } }],
      ['3', { version: 1, row: { ...at(3, 'Old name', 2, 2), version: 1 } }],
      ['12', { version: 1, row: at(12, 'Garut', 1, 1) }],
    ]);
    expect(index.suggest(1, '', { state: 'Jawa Barat' }, 10)).toEqual(['Bandoeng', 'Garut']);
    expect(index.path(4)?.map(({ name }) => name)).toEqual(['Jawa Barat', 'Bandoeng', 'Coblong', 'Dago']);
  });

  it('finds names the way people type them', () => {
    const names = new TextValues(['São Paulo', 'Đà Nẵng', 'กรุงเทพมหานคร', '臺北市', 'X\nY']);
    expect(names.suggest('sao', 5)).toEqual(['São Paulo']);
    expect(names.suggest('da nang', 5)).toEqual(['Đà Nẵng']);
    expect(names.suggest('Đà', 5)).toEqual(['Đà Nẵng']);
    expect(names.suggest('กรุงเทพ', 5)).toEqual(['กรุงเทพมหานคร']);
    expect(names.suggest('北', 5)).toEqual(['臺北市']);
    expect(names.suggest('台北', 5)).toEqual(['臺北市']);
  });
});
