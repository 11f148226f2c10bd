import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './open.ts';
import { transaction } from './transaction.ts';

const BEYOND = '99999999999999999999';

describe('the embedded connection after a query that failed', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    await database.pool.query('CREATE TABLE notes (id int4 PRIMARY KEY, text text NOT NULL)');
  });
  afterAll(() => database.close());

  const failing = () => database.pool.query('SELECT 1 FROM notes WHERE id = $1::int4', [BEYOND]);
  const echo = async (value: number): Promise<number> => {
    const { rows } = await database.pool.query<{ value: number }>({
      name: 'echo',
      text: 'SELECT $1::int4 AS value',
      values: [value],
    });
    return rows[0]?.value as number;
  };

  it('each later query gets its own result, even if it runs concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      await expect(failing()).rejects.toThrow(/out of range/);
      expect(await echo(round)).toBe(round);
      expect((await database.pool.query('SELECT 7 AS seven')).rows).toEqual([{ seven: 7 }]);
    }
    const mixed = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? failing().then(() => -1) : echo(at))),
    );
    expect(mixed.map(result => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual(
      mixed.map((_, at) => (at % 3 === 0 ? 'failed' : at)),
    );
  });

  it('the transaction of a discarded client is ended', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query("INSERT INTO notes VALUES (1, 'never committed')");
    client.release(new Error('broken'));
    expect((await database.pool.query('SELECT 1 FROM notes')).rowCount).toBe(0);
    await transaction(database.pool, db => db.query("INSERT INTO notes VALUES (2, 'committed')"));
    expect((await database.pool.query('SELECT id FROM notes')).rows).toEqual([{ id: 2 }]);
  });

  it('the pool can be closed right after a failed query made it open another client', async () => {
    const own = await openDatabase({ dataDir: 'memory://' });
    const results = [own.pool.query('SELECT $1::int4', [BEYOND]), own.pool.query('SELECT 1')];
    await Promise.allSettled(results);
    await own.close();
    expect(own.pool.ended).toBe(true);
  });
});
