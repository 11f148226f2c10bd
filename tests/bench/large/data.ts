import { migrate } from '../../../src/server/migrate/migrate.ts';
import { openDatabase } from '../../../src/server/db/open.ts';
import { loadDemo } from '../../../src/server/demo/load.ts';
import { fillLimits } from './limits.ts';
import { SCALE, scaled } from '../figure.ts';

/**
 * Channels in the Philippines that the bench adds to the demo. The large one has a million serviceable rows, the small
 * one 200 thousand.
 */
export const BENCH_CHANNEL = { small: 39_200, large: 39_900 } as const;
export const BENCH_ROWS = { small: scaled(200_000), large: scaled(1_000_000) } as const;

/** Number of puroks that the bench adds to each barangay, because no country in the demo has half a million places. */
const PUROKS = 11;
const BLOCK = 3_000_000;

/**
 * Fills a database for the figures on large collections: the demo, enough puroks for half a million places in the
 * Philippines, one channel with 200 thousand serviceable rows (and as many postcodes, route limits and zone limits),
 * and one with a million (every place, both applicable types).
 *
 * @param target folder of an embedded database, or a PostgreSQL database
 */
export async function makeLargeDatabase(
  target: { dataDir: string; databaseUrl?: string },
  say: (text: string) => void,
): Promise<void> {
  const database = await openDatabase(target);
  const { pool } = database;
  try {
    await migrate(database);
    await loadDemo(pool, { scale: SCALE < 1 ? 'small' : 'full', onProgress: text => say(`demo: ${text}`) });
    say('large channels ...');
    await pool.query(
      `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, postcode, state_id, city_id,
                              district_id, updated_by, updated_at)
       SELECT $1::int8 + (SELECT max(location_id) - $1 FROM locations WHERE country = 'PH')
                + row_number() OVER (ORDER BY location_id, n),
              country, parent_id, level, name || ' Purok ' || n, name_folded || ' purok ' || n, postcode, state_id, city_id,
              district_id, updated_by, updated_at
         FROM locations CROSS JOIN generate_series(2, $2::int4 + 1) AS n
        WHERE country = 'PH' AND level = 3`,
      [BLOCK, PUROKS],
    );
    for (const size of ['small', 'large'] as const) {
      const id = BENCH_CHANNEL[size];
      await pool.query(
        `INSERT INTO channels (channel_id, name, display_name, country, from_country, demo, updated_by)
         VALUES ($1, $2, $2, 'PH', 'PH', true, 'bench')`,
        [id, `Bench Courier ${size}`],
      );
      await pool.query(
        `INSERT INTO channel_locations (channel_id, location_id, type, country, state_id, city_id, district_id, can_deliver,
                                        can_cod, can_pickup, can_cod_pickup, version, updated_by, updated_at)
         SELECT $1::int8, location_id, type, country, state_id, city_id, district_id, location_id % 33 > 0,
                location_id % 33 > 0 AND location_id % 3 = 0, location_id % 33 > 0 AND location_id % 5 < 3,
                location_id % 33 > 0 AND location_id % 7 = 0, 1, 'demo-data', 1767571200 + location_id % 100000
           FROM (SELECT * FROM locations WHERE country = 'PH' AND level = 3
                  ORDER BY hashint8(location_id), location_id LIMIT $2) AS places
          CROSS JOIN (VALUES (0::int2), (1::int2)) AS types(type)
          ORDER BY type, location_id`,
        [id, BENCH_ROWS[size] / 2],
      );
    }
    say('postcodes, routes and zones ...');
    const client = await pool.connect();
    try {
      await fillLimits(client, BENCH_CHANNEL.small);
    } finally {
      client.release();
    }
    say('statistics ...');
    await pool.query('VACUUM ANALYZE');
  } finally {
    await database.close();
  }
}
