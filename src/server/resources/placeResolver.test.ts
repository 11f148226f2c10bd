import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { quickFinds, quickWords } from '../../domain/quickFind.ts';
import { recordBatches } from './list.ts';
import { createPlaceResolver } from './placeResolver.ts';
import type { StoredRow } from './records.ts';

const NAMES = ['state', 'city', 'district', 'street'] as const;

describeOnEach('places that a quick search finds', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  /** The rows that a quick search finds if conditions list at most `most` places, in batches of two. */
  const found = async (filters: object, most?: number): Promise<StoredRow[]> => {
    const { pool } = world.database;
    const rows: StoredRow[] = [];
    const places = createPlaceResolver(pool, most);
    for await (const batch of recordBatches(pool, places, channelLocation, 'ID', { ...filters }, 2))
      rows.push(...batch);
    return rows;
  };

  it('the same rows are found whether their places are listed or searched, at every level', async () => {
    const all = await found({});
    expect(all.length).toBeGreaterThan(4);
    for (const quick of [
      'jawa',
      'bandung',
      'jalan dua',
      'coblong',
      'dago',
      'bandung jawa lembang',
      'nang',
      'xyz',
      'a',
      '1000004',
    ]) {
      const words = quickWords(quick);
      const expected = all.filter(row =>
        words.every(word => [...NAMES, 'locationId'].some(name => quickFinds(row[name], word))),
      );
      for (const most of [0, 2, undefined])
        expect([quick, most, (await found({ quick }, most)).map(row => row['locationId'])]).toEqual([
          quick,
          most,
          expected.map(row => row['locationId']),
        ]);
    }
  });

  it('a place that is renamed is found under its new name only', async () => {
    const { pool } = world.database;
    const places = createPlaceResolver(pool);
    const count = async (quick: string): Promise<number> => {
      let rows = 0;
      for await (const batch of recordBatches(pool, places, channelLocation, 'ID', { quick }, 100))
        rows += batch.length;
      return rows;
    };
    expect([await count('coblong'), await count('renamed')]).toEqual([1, 0]);
    await pool.query(`UPDATE locations SET name = 'Renamed', name_folded = 'renamed' WHERE name = 'Coblong'`);
    await pool.query(
      `INSERT INTO revisions AS r (collection, entity, scope, revision) VALUES ('locations', 'ID', 0, 1)
       ON CONFLICT (collection, entity, scope) DO UPDATE SET revision = r.revision + 1`,
    );
    expect([await count('coblong'), await count('renamed')]).toEqual([0, 1]);
  });
});
