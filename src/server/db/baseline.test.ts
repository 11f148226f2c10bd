import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import { MENU } from './menu.ts';
import { ensureBaseline } from './baseline.ts';
import type { Database } from './open.ts';

const CODES = '/carrier/serviceCodes';

describeOnEach('the initial data of an installation', kind => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query(`DELETE FROM modules`);
    await database.pool.query(`DELETE FROM meta WHERE key IN ('menu', 'menuGiven')`);
  });

  const paths = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ path: string }>(
      `SELECT path FROM modules WHERE path <> '' ORDER BY path COLLATE "C"`,
    );
    return rows.map(({ path }) => path);
  };
  const all = MENU.flatMap(({ entries }) => entries.map(({ path }) => path)).toSorted();
  const remove = (path: string) => database.pool.query('DELETE FROM modules WHERE path = $1', [path]);

  it('the baseline contains every menu entry exactly once', async () => {
    await ensureBaseline(database.pool);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all);
  });

  it('a menu entry added by a later release is inserted into its group without changing existing entries', async () => {
    await ensureBaseline(database.pool);
    await remove(CODES);
    await database.pool.query(`UPDATE modules SET name = 'Our tree' WHERE path = '/carrier/locationTree'`);
    // Simulates a database from the previous release, which did not have the entry.
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

  it('a database from a release that did not record its menu gets the missing entries', async () => {
    await ensureBaseline(database.pool);
    await database.pool.query(`DELETE FROM meta WHERE key = 'menu'`);
    await remove(CODES);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all);
  });

  const given = async (change: (given: Record<string, Record<string, unknown>>) => void): Promise<void> => {
    const { rows } = await database.pool.query<{ value: string }>(`SELECT value FROM meta WHERE key = 'menuGiven'`);
    const value = JSON.parse(rows[0]?.value ?? '') as Record<string, Record<string, unknown>>;
    change(value);
    await database.pool.query(`UPDATE meta SET value = $1 WHERE key = 'menuGiven'`, [JSON.stringify(value)]);
  };
  const entry = async (path: string) => {
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `SELECT own.name, own.sort, parent.name AS "group" FROM modules own JOIN modules parent ON parent.id = own.parent_id
        WHERE own.path = $1`,
      [path],
    );
    return rows[0];
  };

  it('a menu entry that a later release moves or renames is updated, unless an administrator changed it', async () => {
    await ensureBaseline(database.pool);
    const now = await entry(CODES);
    // In the previous release, and so in this database, the entry was in a different group.
    const put = async (name: string, group: string) =>
      database.pool.query(
        `UPDATE modules SET name = $1, sort = 77, parent_id = (SELECT id FROM modules WHERE parent_id = 0 AND name = $2)
          WHERE path = $3`,
        [name, group, CODES],
      );
    const before = () =>
      given(
        value =>
          (value[CODES] = { name: 'Codes', group: 'Finance', permission: value[CODES]?.['permission'], sort: 77 }),
      );
    await put('Codes', 'Finance');
    await before();
    await ensureBaseline(database.pool);
    expect(await entry(CODES)).toEqual(now);
    await put('Our codes', 'Finance');
    await before();
    await ensureBaseline(database.pool);
    expect(await entry(CODES)).toMatchObject({ name: 'Our codes', group: now?.['group'] });
    await put('Codes', 'Operation Tools');
    await before();
    await ensureBaseline(database.pool);
    expect(await entry(CODES)).toEqual({ name: now?.['name'], group: 'Operation Tools', sort: 77 });
  });

  it('a menu entry that a later release drops is removed unless an administrator changed it', async () => {
    await ensureBaseline(database.pool);
    const add = (path: string, name: string) =>
      database.pool.query(
        `INSERT INTO modules (name, parent_id, path, permission, sort)
         SELECT $1, id, $2, '', 5 FROM modules WHERE parent_id = 0 AND name = 'Finance'`,
        [name, path],
      );
    await add('/gone', 'Gone');
    await add('/renamed', 'Ours');
    await given(value => {
      for (const [path, name] of [
        ['/gone', 'Gone'],
        ['/renamed', 'Theirs'],
      ] as const)
        value[path] = { name, group: 'Finance', permission: '', sort: 5 };
    });
    await ensureBaseline(database.pool);
    expect(await entry('/gone')).toBeUndefined();
    expect(await entry('/renamed')).toMatchObject({ name: 'Ours' });
  });

  it('the Rates entry is moved from the group of an earlier release to its own group', async () => {
    await ensureBaseline(database.pool);
    await database.pool.query(
      `UPDATE modules SET parent_id = (SELECT id FROM modules WHERE parent_id = 0 AND name = 'Logistics Product')
        WHERE path = '/opsrate/rates'`,
    );
    await database.pool.query(`DELETE FROM meta WHERE key = 'menuGiven'`);
    await ensureBaseline(database.pool);
    expect(await entry('/opsrate/rates')).toMatchObject({ name: 'Rates', group: 'Finance' });
  });

  it('a menu entry that an administrator removed is not added again', async () => {
    await ensureBaseline(database.pool);
    await remove(CODES);
    await ensureBaseline(database.pool);
    expect(await paths()).toEqual(all.filter(path => path !== CODES));
  });
});
