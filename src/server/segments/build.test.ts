import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import type { Database } from '../db/open.ts';
import { SEGMENT_ROWS, type SegmentSet } from './build.ts';
import type { SegmentSource } from './source.ts';
import { createSegmentStore } from './store.ts';

describeOnEach('segments built by two API processes at the same time', kind => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  /** A source whose rows differ by `value`, as if something had been written between two builds. */
  const source = (name: string, value: number, before: Promise<unknown>): SegmentSource => ({
    name,
    entity: 'ID',
    head: { collection: 'channelLocations', entity: 'ID', channelId: name.length },
    feed: { collection: 'channelLocations', keyPrefix: '1/' },
    page: async (_, after) => {
      if (!after) return { rows: SEGMENT_ROWS, columns: { version: [value] }, last: [1] };
      await before;
      return null;
    },
  });
  const missing = async ({ segments }: SegmentSet): Promise<number> => {
    const ids = segments.map(({ id }) => id);
    const { rows } = await database.pool.query('SELECT id FROM segments WHERE id = ANY ($1)', [ids]);
    return ids.length - rows.length;
  };

  it('a set is built again if one of its segments is missing', async () => {
    const store = createSegmentStore(database);
    const whole = source('one missing', 1, Promise.resolve());
    const { segments } = await store.of(whole);
    await database.pool.query('DELETE FROM segments WHERE id = $1', [segments[0]?.id]);
    const again = await store.of(whole);
    expect([again.segments, await missing(again)]).toEqual([segments, 0]);
  });

  it.each(['never cut before', 'cut before'])(
    'after concurrent builds, both processes can serve the segments: %s',
    async name => {
      if (name === 'cut before') {
        await createSegmentStore(database).of(source(name, 0, Promise.resolve()));
        await database.pool.query('UPDATE segment_sets SET cursor = $1 WHERE collection = $2', ['0.0.0', name]);
      }
      const first = createSegmentStore(database);
      const second = createSegmentStore(database);
      let go: () => void = () => undefined;
      const slow = first.of(source(name, 1, new Promise<void>(resolve => (go = resolve))));
      await expect
        .poll(async () => (await database.pool.query('SELECT 1 FROM segments WHERE collection = $1', [name])).rowCount)
        .toBe(name === 'cut before' ? 2 : 1);
      const quick = await second.of(source(name, 2, Promise.resolve()));
      go();
      const sets = [await slow, quick];
      expect(await Promise.all(sets.map(missing))).toEqual([0, 0]);
      // Both processes have the same set, and a client that is reading the previous set can finish, as it could after a
      // single build.
      expect(sets[0]?.segments).toEqual(sets[1]?.segments);
      const { rows } = await database.pool.query('SELECT 1 FROM segments WHERE collection = $1', [name]);
      expect(rows).toHaveLength(name === 'cut before' ? 2 : 1);
    },
  );
});
