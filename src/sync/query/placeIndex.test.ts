import { describe, expect, it } from 'vitest';
import type { CallDefinition } from '../../contract/call.ts';
import type { LocationRow } from '../../contract/locations.ts';
import { LOCATION_TREE } from '../../contract/locationTree.ts';
import { packPlaces, type PlaceSegment } from '../mirror/placeSegment.ts';
import { placeOf } from '../testing/feedServer.ts';
import type { Row } from '../types.ts';
import { treeAnswer, treeQuestion } from './cachedQuestion.ts';
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

const DECLARED = { id: LOCATION_TREE.listId } as CallDefinition;

describe('the list of places', () => {
  const ask = (index: PlaceIndex, filters: Row, sort = '', page = 1, count = 10) => {
    const question = treeQuestion(DECLARED, filters, sort, page, count);
    if (!question) throw new Error('no question');
    return treeAnswer(index, question);
  };
  const idsOf = (index: PlaceIndex, filters: Row, sort = '') =>
    ask(index, filters, sort).rows.map(({ locationId }) => locationId);

  it("a page is sorted by id and has the ancestors' names and the exact total", async () => {
    const index = await build();
    expect(ask(index, {}, '', 2, 4)).toMatchObject({
      rows: [{ locationId: 5 }, { locationId: 6 }, { locationId: 7 }, { locationId: 8 }],
      total: 9,
    });
    expect(ask(index, { locationId: 4 }).rows).toEqual([
      { ...TREE[3], state: 'Jawa Barat', city: 'Bandung', district: 'Coblong', updatedAt: 0, updatedBy: '' },
    ]);
  });

  it.each<[Row, number[]]>([
    [{ name: 'bandu' }, [2, 7, 8]],
    [{ name: 'dago', level: 2 }, [9]],
    [{ level: 0 }, [1, 6]],
    [{ state: 'jawa timur' }, [6, 7, 8, 9]],
    // Only the exact name matches, although another name contains it.
    [{ city: 'bandung' }, [2, 3, 4, 8, 9]],
    [{ city: 'kota' }, [7]],
    [{ district: 'Coblong', level: 3 }, [4]],
    [{ name: 'nowhere' }, []],
    [{ locationId: 99 }, []],
  ])('the filter %j finds the expected places', async (filters, ids) => {
    expect(idsOf(await build(), filters)).toEqual(ids);
  });

  it('places can be sorted by name, level and last change, with ties sorted by id', async () => {
    const changed = { ...at(5, 'Cimahi', 1, 1), version: 2, updatedAt: 50, updatedBy: 'a@x' };
    const index = await build(TREE, [['5', { version: 2, row: changed }]]);
    expect(idsOf(index, {}, 'name')).toEqual([2, 8, 5, 3, 4, 9, 1, 6, 7]);
    expect(idsOf(index, { level: 1 }, '-name')).toEqual([7, 5, 2, 8]);
    expect(idsOf(index, {}, '-level').slice(0, 3)).toEqual([4, 3, 9]);
    expect(ask(index, {}, '-updatedAt').rows[0]).toMatchObject({ locationId: 5, updatedAt: 50, updatedBy: 'a@x' });
  });

  it("a place's last author and time are taken from its segment, or from a later change", async () => {
    const segment = packPlaces({
      locationId: [1, 2, 3],
      name: ['A', 'B', 'C'],
      updatedAt: [7, 8, 7],
      updatedBy: [0, 1, 0],
      people: ['seed', 'b@x'],
    });
    const row = { ...at(3, 'C2', 0, 0), version: 2, updatedAt: 9, updatedBy: 'c@x' };
    const index = await PlaceIndex.build(
      'ID',
      [segment, columnsOf([at(9, 'Former server', 0, 0)])],
      new Map([['3', { version: 2, row }]]),
      async () => undefined,
      { rev: 4, asOf: 1000 },
    );
    const answer = ask(index, {});
    expect(answer.rows.map(({ name, updatedAt, updatedBy }) => [name, updatedAt, updatedBy])).toEqual([
      ['A', 7, 'seed'],
      ['B', 8, 'b@x'],
      ['C2', 9, 'c@x'],
      ['Former server', 0, ''],
    ]);
    expect(answer).toMatchObject({ rev: 4, asOf: 1000 });
  });

  it('requests for another list or with an unknown filter are not converted for the cached tree', () => {
    expect(treeQuestion({ id: 'channelLocation.list' } as CallDefinition, {}, '', 1, 10)).toBeNull();
    expect(treeQuestion(DECLARED, { street: 'x' }, '', 1, 10)).toBeNull();
    expect(treeQuestion(DECLARED, { level: 'x' }, '', 1, 10)).toBeNull();
  });
});

describe('the in-memory place index', () => {
  it('the place index suggests distinct names, prefix matches first', async () => {
    const index = await build();
    expect(index.suggest(1, 'bandung', {}, 10)).toEqual(['Bandung', 'Kota Bandung Timur']);
    expect(index.suggest(1, '', {}, 2)).toEqual(['Bandung', 'Cimahi']);
    expect(index.suggest(1, 'BANDUNG', {}, 1)).toEqual(['Bandung']);
    expect(index.suggest(0, 'timur', {}, 10)).toEqual(['Jawa Timur']);
    expect(index.suggest(3, 'nowhere', {}, 10)).toEqual([]);
  });

  it('the place index suggests only names within selected parents', async () => {
    const index = await build();
    expect(index.suggest(1, '', { state: 'jawa barat' }, 10)).toEqual(['Bandung', 'Cimahi']);
    expect(index.suggest(2, 'd', { state: 'Jawa Timur', city: 'Bandung' }, 10)).toEqual(['Dago']);
    expect(index.suggest(2, 'd', { state: 'Jawa Barat', city: 'Bandung' }, 10)).toEqual([]);
    expect(index.suggest(3, '', { district: 'Coblong' }, 10)).toEqual(['Dago']);
    expect(index.suggest(1, '', { state: 'Bali' }, 10)).toEqual([]);
  });

  it("the place index returns a place's children and its path", async () => {
    const index = await build();
    expect(index.children(0).map(({ name }) => name)).toEqual(['Jawa Barat', 'Jawa Timur']);
    expect(index.children(1).map(({ locationId }) => locationId)).toEqual([2, 5]);
    expect(index.path(4)?.map(({ name }) => name)).toEqual(['Jawa Barat', 'Bandung', 'Coblong', 'Dago']);
    expect(index.path(99)).toBeNull();
  });

  it('the place index includes changes made since the segments were created', async () => {
    const index = await build(TREE, [
      ['5', { version: 2, row: null }],
      ['2', { version: 2, row: { ...at(2, 'Bandoeng', 1, 1), version: 2 } }],
      ['3', { version: 1, row: { ...at(3, 'Old name', 2, 2), version: 1 } }],
      ['12', { version: 1, row: at(12, 'Garut', 1, 1) }],
    ]);
    expect(index.suggest(1, '', { state: 'Jawa Barat' }, 10)).toEqual(['Bandoeng', 'Garut']);
    expect(index.path(4)?.map(({ name }) => name)).toEqual(['Jawa Barat', 'Bandoeng', 'Coblong', 'Dago']);
  });

  it('the place index finds names however people type them', () => {
    const names = new TextValues(['São Paulo', 'Đà Nẵng', 'กรุงเทพมหานคร', '臺北市', 'X\nY']);
    expect(names.suggest('sao', 5)).toEqual(['São Paulo']);
    expect(names.suggest('da nang', 5)).toEqual(['Đà Nẵng']);
    expect(names.suggest('Đà', 5)).toEqual(['Đà Nẵng']);
    expect(names.suggest('กรุงเทพ', 5)).toEqual(['กรุงเทพมหานคร']);
    expect(names.suggest('北', 5)).toEqual(['臺北市']);
    expect(names.suggest('台北', 5)).toEqual(['臺北市']);
  });
});
