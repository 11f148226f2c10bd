import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, STREET, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { rateImportId } from '../../contract/rateImports/resources.ts';
import type { Queryable } from '../db/transaction.ts';
import { nonWorkingDaysExtras } from '../resources/nonWorkingDays.ts';
import { channelsOf, isOutdated, planByIndex, stageReversed, touchedRows } from './staged.ts';
import type { ImportStore } from './store.ts';
import { storeOf } from './stores.ts';

/**
 * Runs statements on staged rows of imports, planned with statistics that are older than the import, so that the
 * planner expects a single row. Even then, no step of a plan may process many more rows than the chunk has.
 */

const ROWS = 12_000;
const CHUNK = 1_000;
/** How many rows a step of a plan may process for each row of the chunk, including rows that it filters out. */
const MOST = 6;
/** The number of a kind's import: either the one that the statistics include, or the later one. */
const noOf = (declaration: string, isNew: boolean): number =>
  900_000 + KINDS.findIndex(kind => kind.declaration === declaration) * 2 + Number(isNew);
/** Id of the rate table's draft. */
const DRAFT = 777;

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Number of rows processed by a step of a plan. */
const rowsOf = (node: PlanNode): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;

/** A connection that runs statements and explains them. `worst` is the step that processed the most rows. */
function explaining(client: PoolClient, mode: string) {
  const worst = { rows: 0, node: '', statement: '' };
  let no = 0;
  const query = async (asked: string | { text: string; values?: unknown[] }, given: unknown[] = []) => {
    const { text, values = given } = typeof asked === 'string' ? { text: asked, values: given } : asked;
    if (text.startsWith('SET ')) return client.query(text);
    const name = `stale_${++no}`;
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
    await client.query(`PREPARE ${name} AS ${text}`);
    const run = values.length === 0 ? name : `${name}(${values.map(literal).join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${run}`,
    );
    await client.query(`DEALLOCATE ${name}`);
    for (const node of nodesOf((rows[0] as NonNullable<(typeof rows)[0]>)['QUERY PLAN'][0].Plan)) {
      if (rowsOf(node) <= worst.rows) continue;
      Object.assign(worst, { rows: rowsOf(node), node: node['Node Type'], statement: text.trim().slice(0, 200) });
    }
    return { rows: [], rowCount: 0 };
  };
  return { db: { query } as unknown as Queryable, worst };
}

interface Kind {
  /** Id of the import's declaration. */
  declaration: string;
  table: string;
  /** SQL: creates records 1 to $1. */
  fill: string;
  /** SQL: the staged rows, each with the record before and after the change and its key in the feed. */
  staged: string;
  /** SQL: whether a staged row `r` refers to the record `p`. */
  same: string;
}

const stagedJson = (key: string): string => `
  INSERT INTO import_rows (import_no, n, scope, key, before, after, before_version, after_version)
  SELECT $1, n, scope, key, CASE WHEN n % 3 <> 0 THEN row END, CASE WHEN n % 3 <> 1 THEN row END,
         CASE WHEN n % 3 <> 0 THEN 1 ELSE 0 END, CASE WHEN n % 3 <> 0 THEN 2 ELSE 1 END
    FROM (SELECT row_number() OVER () - 1 AS n, ${key}, to_jsonb(p) AS row FROM `;

const KINDS: readonly Kind[] = [
  {
    declaration: 'channelPostcode',
    same: `p.zipcode = split_part(r.key, '/', 2)`,
    table: 'channel_postcodes',
    fill: `INSERT INTO channel_postcodes (channel_id, type, zipcode, country, can_deliver)
           SELECT ${CHANNEL.first}, 0, (10000 + n)::text, 'ID', true FROM generate_series(0, $1::int4 - 1) n`,
    staged: `${stagedJson(`channel_id AS scope, channel_id || '/' || zipcode || '/' || type AS key`)} channel_postcodes p LIMIT $2) s`,
  },
  {
    declaration: 'serviceCode',
    same: `p.code = split_part(r.key, '/', 2)`,
    table: 'service_codes',
    fill: `INSERT INTO service_codes (code, shipping_channel_id, name, name_folded, status, country)
           SELECT 'C' || n, ${CHANNEL.first}, 'n', 'n', 1, 'ID' FROM generate_series(0, $1::int4 - 1) n`,
    staged: `${stagedJson(`0 AS scope, 'ID/' || code AS key`)} service_codes p LIMIT $2) s`,
  },
  {
    declaration: 'channelLocation',
    same: 'p.location_id = r.location_id',
    table: 'channel_locations',
    fill: `WITH streets AS (
             INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id, city_id, district_id)
             SELECT 5000000 + n, country, parent_id, level, 'Jalan ' || n, 'jalan ' || n, state_id, city_id, district_id
               FROM locations, generate_series(0, $1::int4 - 1) n WHERE location_id = ${STREET}
             RETURNING *)
           INSERT INTO channel_locations (channel_id, location_id, type, country, state_id, city_id, district_id, can_deliver)
           SELECT ${CHANNEL.first}, location_id, 0, country, state_id, city_id, district_id, true FROM streets`,
    staged: `INSERT INTO channel_location_import_rows (import_no, n, channel_id, type, location_id, before_flags, after_flags,
                                                       before_version, after_version)
             SELECT $1, n, channel_id, type, location_id, CASE WHEN n % 3 <> 0 THEN 1 END, CASE WHEN n % 3 <> 1 THEN 3 END,
                    CASE WHEN n % 3 <> 0 THEN 1 ELSE 0 END, CASE WHEN n % 3 <> 0 THEN 2 ELSE 1 END
               FROM (SELECT row_number() OVER () - 1 AS n, p.* FROM channel_locations p LIMIT $2) s`,
  },
  {
    declaration: rateImportId('rate', 'basicShippingFee'),
    same: `p.version_id = r.scope AND p.code = split_part(r.key, '/', 5) AND p.start = split_part(r.key, '/', 6)::int4`,
    table: 'rate_fees',
    fill: `INSERT INTO rate_fees (version_id, kind, code, start, "end", fee, version, updated_by)
           SELECT ${DRAFT}, 0, 'Z' || n / 100, n % 100, n % 100 + 1, 5, 1, '' FROM generate_series(0, $1::int4 - 1) n`,
    staged: `${stagedJson(`version_id AS scope, 'ID/${CHANNEL.first}/1/1/' || code || '/' || start AS key`)} rate_fees p LIMIT $2) s`,
  },
];

describeOnEach('statements over staged rows with statistics older than the import', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
    const { pool } = world.database;
    const tables = [
      'import_rows',
      'channel_location_import_rows',
      'deleted_versions',
      ...KINDS.map(({ table }) => table),
    ];
    if (kind === 'postgres')
      for (const table of tables) await pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await pool.query(
      `INSERT INTO rate_versions (id, family, country, channel_id, version_no, name, remark, settings)
       VALUES (${DRAFT}, 0, 'ID', ${CHANNEL.first}, 1, '', '', '{}')`,
    );
    for (const { declaration, table, fill, staged } of KINDS) {
      await pool.query(`DELETE FROM ${table}`);
      await pool.query(fill, [20]);
      await pool.query(staged, [noOf(declaration, false), 20]);
    }
    await pool.query(`ANALYZE`);
    for (const { declaration, table, fill, staged, same } of KINDS) {
      const store = storeOf(declaration) as ImportStore;
      const no = noOf(declaration, true);
      await pool.query(`DELETE FROM ${table}`);
      if (table === 'channel_locations') await pool.query('DELETE FROM locations WHERE location_id >= 5000000');
      await pool.query(fill, [ROWS]);
      await pool.query(staged, [no, ROWS]);
      // A third of the rows add records that had been deleted before.
      await pool.query(
        `INSERT INTO deleted_versions (collection, key, version)
         SELECT $2, ${store.key('r')}, 7 FROM ${store.table} r WHERE import_no = $1 AND ${store.before} IS NULL`,
        [no, store.collection],
      );
      await pool.query(
        `DELETE FROM ${table} p USING ${store.table} r WHERE r.import_no = $1 AND r.${store.before} IS NULL AND ${same}`,
        [no],
      );
    }
  }, 120_000);
  afterAll(() => world.close());

  /** The worst step among the statements of `work`, which runs in a transaction that is rolled back. */
  const worstOf = async (mode: string, work: (db: Queryable) => Promise<unknown>) => {
    const client = await world.database.pool.connect();
    try {
      await client.query('BEGIN');
      const { db, worst } = explaining(client, mode);
      await work(db);
      return worst;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  const cases = KINDS.flatMap(({ declaration }) =>
    ['force_custom_plan', 'force_generic_plan'].map(mode => ({ declaration, mode })),
  );

  it.each(cases)(
    '$declaration: applying a chunk processes only the chunk’s own rows ($mode)',
    async ({ declaration, mode }) => {
      const store = storeOf(declaration) as ImportStore;
      const worst = await worstOf(mode, async db => {
        await planByIndex(db);
        await db.query(store.chunk, [noOf(declaration, true), CHUNK, 2 * CHUNK, 'a@test.example', 1, 'ID']);
      });
      expect(worst.rows, `${worst.node} of ${worst.statement}`).toBeLessThanOrEqual(MOST * CHUNK);
      expect(worst.rows).toBeGreaterThanOrEqual(CHUNK);
    },
  );

  it.each(cases)(
    '$declaration: comparing, undoing and reading part of an import processes only its own rows ($mode)',
    async ({ declaration, mode }) => {
      const store = storeOf(declaration) as ImportStore;
      const no = noOf(declaration, true);
      const part = { of: no, from: CHUNK, to: 2 * CHUNK };
      for (const work of [
        (db: Queryable) => isOutdated(db, store, no, part.from, part.to),
        (db: Queryable) => stageReversed(db, store, part, 999_999, 0),
        (db: Queryable) => touchedRows(db, store, part, ROWS),
        (db: Queryable) => channelsOf(db, store, no, part.from, part.to),
        (db: Queryable) => store.rows(db, no, part.from, part.to),
      ]) {
        const worst = await worstOf(mode, async db => {
          await planByIndex(db);
          await work(db);
        });
        expect(worst.rows, `${worst.node} of ${worst.statement}`).toBeLessThanOrEqual(MOST * CHUNK);
      }
    },
  );

  it('a single pass over the table finds out whether a channel would be only partly masked', async () => {
    const { pool } = world.database;
    await pool.query(
      `INSERT INTO import_rows (import_no, n, scope, key, after, before_version, after_version)
       SELECT 999998, n, 0, 'ID/' || n, jsonb_build_object('channel_id', n / 2, 'service_type', CASE n % 2 WHEN 0 THEN 'FL' ELSE 'LM' END,
              'is_mask_channel', 0), 0, 1 FROM generate_series(0, $1::int4 - 1) n`,
      [ROWS],
    );
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const worst = await worstOf(
        mode,
        db => nonWorkingDaysExtras.planProblem?.(db, 'ID', 999_998) ?? Promise.reject(new Error('no rule')),
      );
      expect(worst.rows, `${worst.node} of ${worst.statement}`).toBeLessThanOrEqual(4 * ROWS);
      expect(worst.rows).toBeGreaterThanOrEqual(ROWS);
    }
  });
});
