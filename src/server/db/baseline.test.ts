import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import { MENU } from '../demo/menu.ts';
import { ensureBaseline } from './baseline.ts';
import type { Database } from './open.ts';

const CODES = '/carrier/serviceCodes';

describeOnEach('what an installation begins with', kind => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query(`DELETE FROM modules`);
    await database.pool.query(`DELETE FROM meta WHERE key = 'menu'`);
  });

  const paths = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ path: string }>(
      `SELECT path FROM modules WHERE path <> '' ORDER BY path COLLATE "C"`,
    );
    return rows.map(({ path }) => path);
  };
  const all = MENU.flatMap(({ entries }) => entries.map(({ path }) => path)).toSorted();
  const remove = (path: string) => database.pool.query('DELETE FROM modules WHERE path = $1', [path]);

  it('is the whole menu, once', async () => {
    await ensureBaseline(database.pool);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all);
  });

  it('an entry of a later release is added to its group, and what is there stays as it is', async () => {
    await ensureBaseline(database.pool);
    await remove(CODES);
    await database.pool.query(`UPDATE modules SET name = 'Our tree' WHERE path = '/carrier/locationTree'`);
    // The release before this one did not have it.
    await database.pool.query(`UPDATE meta SET value = $1 WHERE key = 'menu'`, [
      JSON.stringify(all.filter(path => path !== CODES)),
    ]);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all);
    const { rows } = await database.pool.query(
      `SELECT entry.name, entry.permission, parent.name AS "group" FROM modules entry
       JOIN modules parent ON parent.id = entry.parent_id WHERE entry.path IN ($1, '/carrier/locationTree') ORDER BY 1`,
      [CODES],
    );
    expect(rows).toEqual([
      { name: 'Our tree', permission: 'channel_management.location_tree', group: 'Logistics Product' },
      { name: 'Service Codes', permission: 'channel_management.service_code', group: 'Logistics Product' },
    ]);
  });

  it('a database of a release that noted no menu gets what it lacks', async () => {
    await ensureBaseline(database.pool);
    await database.pool.query(`DELETE FROM meta WHERE key = 'menu'`);
    await remove(CODES);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all);
  });

  it('an entry that was removed on purpose does not come back', async () => {
    await ensureBaseline(database.pool);
    await remove(CODES);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all.filter(path => path !== CODES));
  });
});
