import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import { convertRows, type Converted } from './canonicalRows.ts';
import type { Database } from '../db/open.ts';

describeOnEach('stored records that are not in canonical form', kind => {
  let database: Database;
  const rowsOf = async <T extends object>(sql: string): Promise<T[]> => (await database.pool.query<T>(sql)).rows;
  const convert = async (): Promise<Converted | null> => {
    const client = await database.pool.connect();
    try {
      return await convertRows(client, 1_800_000_000);
    } finally {
      client.release();
    }
  };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.pool.query(`DELETE FROM meta WHERE key = 'canonical.rows'`);
    const insert = (zipcode: string, type: number, version: number, at: number, deliver: boolean) =>
      database.pool.query(
        `INSERT INTO channel_postcodes (channel_id, country, zipcode, type, can_deliver, version, updated_at)
         VALUES (80012, 'BR', $1, $2, $3, $4, $5)`,
        [zipcode, type, deliver, version, at],
      );
    await insert('01051-000', 0, 1, 10, true);
    await insert('01051000', 0, 3, 20, false);
    await insert('01052-000', 0, 4, 30, true);
    await insert('01052000', 0, 1, 20, false);
    await insert('01053-000', 0, 1, 0, true);
    await insert('01054000', 0, 7, 0, true);
    await insert('no code', 0, 1, 0, true);
    await database.pool.query(`INSERT INTO three_pls (three_pl_id, country, name) VALUES (79999, 'VN', $1)`, [
      'Đa\u0300  Nẵng'.normalize('NFD'),
    ]);
    const dirty = 'Ca\u0301  phe\u0302'.normalize('NFD');
    await database.pool.query(
      `INSERT INTO saved_views (id, country, owner, screen, path, name, shared, query, looks) VALUES ('v', 'VN', 'a', 's', '/', $1, false, '', '')`,
      [dirty],
    );
    await database.pool.query(
      `INSERT INTO notify_templates (name, event, variants) VALUES ($1, 'e', '{}'), ($2, 'e', '{}'), ($3, 'e', '{}')`,
      [dirty, dirty.normalize('NFC').replace('  ', ' '), ' Other'],
    );
    await database.pool.query(
      `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, settings) VALUES (0, 'VN', 50011, 1, 'plain', $1, '{}')`,
      [dirty],
    );
  });
  afterAll(() => database.close());

  it('a conversion runs once, keeps the newest of two equal records, and logs the other', async () => {
    expect(await convert()).toEqual({ changed: 6, collisions: 2 });
    expect(
      await rowsOf('SELECT zipcode, version, can_deliver AS deliver FROM channel_postcodes ORDER BY zipcode'),
    ).toEqual([
      { zipcode: '01051000', version: 3, deliver: false },
      { zipcode: '01052000', version: 5, deliver: true },
      { zipcode: '01053000', version: 2, deliver: true },
      { zipcode: '01054000', version: 7, deliver: true },
      { zipcode: 'no code', version: 1, deliver: true },
    ]);
    expect(await rowsOf(`SELECT name FROM three_pls WHERE three_pl_id = 79999`)).toEqual([{ name: 'Đà Nẵng' }]);
    // Strings that no declaration describes. A name whose canonical form is already taken is left unchanged.
    expect(await rowsOf('SELECT name FROM saved_views')).toEqual([{ name: 'Cá phê' }]);
    expect(await rowsOf('SELECT remark FROM rate_versions')).toEqual([{ remark: 'Cá phê' }]);
    expect(await rowsOf('SELECT name FROM notify_templates ORDER BY id')).toEqual([
      { name: 'Cá  phê'.normalize('NFD') },
      { name: 'Cá phê' },
      { name: 'Other' },
    ]);
    const logged = await rowsOf<{ key: string; before: { zipcode: string } }>(
      `SELECT record_key AS key, before FROM audit_logs WHERE email = 'migration' ORDER BY id`,
    );
    expect(logged.map(({ before }) => before.zipcode)).toEqual(['01051-000', '01052000']);
    expect(await rowsOf(`SELECT key FROM meta WHERE key = 'feed.epochs'`)).toEqual([]);
    expect(await convert()).toBeNull();
  });
});
