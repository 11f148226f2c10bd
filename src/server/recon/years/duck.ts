import { dirname } from 'node:path';
import type * as Duck from '@duckdb/node-api';
import { GROUPS_MOST, type YearGroup } from '../../../domain/recon/years.ts';
import type { DuckLimits, FileSum, YearsAnswer, YearsQuery, YearsSum } from './api.ts';
import { COLUMNS } from './csv.ts';

/**
 * Uses DuckDB to write the parcels of a bill to a Parquet file, and to sum up such files. DuckDB is opened in memory
 * for one request and keeps nothing. Amounts are decimals with at most 38 digits, and a larger sum is an error: no
 * amount is ever a float.
 */

type Connection = Duck.DuckDBConnection;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Runs `work` with a DuckDB instance that can only access the given local folders. */
async function withDuck<T>(
  duck: typeof Duck,
  limits: Pick<DuckLimits, 'duckMegabytes'>,
  folders: readonly string[],
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const instance = await duck.DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${limits.duckMegabytes}MB`,
    // A query that needs more memory fails instead of filling the disk.
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    await connection.run(`SET allowed_directories = [${[...new Set(folders)].map(quoted).join(', ')}]`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const AMOUNT = 'DECIMAL(30, 0)';

/** Text is cast via a 128-bit integer, because DuckDB casts text to decimal a hundred times more slowly. */
const typed = ([name, type]: (typeof COLUMNS)[number]): string =>
  type === 'VARCHAR'
    ? name
    : type === 'AMOUNT'
      ? `${name}::HUGEINT::${AMOUNT} AS ${name}`
      : `${name}::${type} AS ${name}`;

const SUMS = `count(*)::INTEGER AS parcels, sum(billed)::VARCHAR AS billed, coalesce(sum(expected), 0)::VARCHAR AS expected,
  coalesce(sum(difference), 0)::VARCHAR AS difference`;

/** Writes lines of parcels (csv.ts) to a Parquet file, reads the file back, and returns its sums. */
export const writeParquet = (
  duck: typeof Duck,
  limits: Pick<DuckLimits, 'duckMegabytes'>,
  { csv, parquet, about }: { csv: string; parquet: string; about: Readonly<Record<string, string>> },
): Promise<FileSum[]> =>
  withDuck(duck, limits, [dirname(csv), dirname(parquet)], async connection => {
    const texts = COLUMNS.map(([name]) => `${name}: 'VARCHAR'`).join(', ');
    const notes = Object.entries(about).map(([name, value]) => `${name}: ${quoted(value)}`);
    await connection.run(
      `COPY (SELECT ${COLUMNS.map(typed).join(', ')}
               FROM read_csv(${quoted(csv)}, columns = {${texts}}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
                             nullstr = '', allow_quoted_nulls = false, parallel = false))
         TO ${quoted(parquet)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880, KV_METADATA {${notes.join(', ')}})`,
    );
    const read = await connection.runAndReadAll(
      `SELECT status, reason, channel_id::VARCHAR AS channel, currency, ${SUMS} FROM read_parquet(${quoted(parquet)})
        GROUP BY status, reason, channel_id, currency`,
    );
    return (read.getRowObjects() as unknown as (FileSum & { channel: string })[]).map(({ channel, ...row }) => ({
      ...row,
      channelId: Number(channel),
    }));
  });

/** SQL expressions by which parcels can be grouped. */
const GROUPS: Readonly<Record<YearGroup, string>> = {
  supplier: 'supplier_id::VARCHAR',
  channel: 'channel_id::VARCHAR',
  year: 'month[:4]',
  month: 'month',
  status: 'status::VARCHAR',
  reason: 'reason',
  service: 'service',
  zone: 'zone',
};

type Row = Record<'first' | 'second', string> & Omit<YearsSum, 'keys'>;

/** Sums up files by one or two dimensions. */
export const sumFiles = (
  duck: typeof Duck,
  limits: Pick<DuckLimits, 'duckMegabytes'>,
  files: readonly string[],
  { by, channelId, status, reason }: YearsQuery,
): Promise<YearsAnswer> =>
  withDuck(duck, limits, files.map(dirname), async connection => {
    const from = `FROM read_parquet([${files.map(quoted).join(', ')}])
      WHERE ($channel::BIGINT IS NULL OR channel_id = $channel::BIGINT) AND ($status::TINYINT IS NULL OR status = $status::TINYINT)
        AND ($reason::VARCHAR IS NULL OR reason = $reason::VARCHAR)`;
    const values = { channel: channelId === null ? null : String(channelId), status, reason };
    const [first, second] = by;
    const keys = `${GROUPS[first]} AS first, ${second === null ? "''" : GROUPS[second]} AS second`;
    const grouped = await connection.runAndReadAll(
      `SELECT *, (count(*) OVER ())::INTEGER AS groups FROM (SELECT ${keys}, currency, ${SUMS} ${from} GROUP BY ALL)
        ORDER BY first, second, currency LIMIT ${GROUPS_MOST}`,
      values,
    );
    const all = await connection.runAndReadAll(
      `SELECT currency, ${SUMS} ${from} GROUP BY currency ORDER BY currency`,
      values,
    );
    const rows = grouped.getRowObjects() as unknown as (Row & { groups: number })[];
    return {
      list: rows.map(({ first: one, second: two, currency, parcels, billed, expected, difference }) => ({
        keys: second === null ? [one] : [one, two],
        currency,
        parcels,
        billed,
        expected,
        difference,
      })),
      groups: rows[0]?.groups ?? 0,
      totals: all.getRowObjects() as unknown as YearsAnswer['totals'],
    };
  });
