import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { median } from './figure.ts';

/** Time in seconds for a plain COPY into PostgreSQL of the rows written by an import. */
export interface Copied {
  rows: number;
  /** The records after the import, copied into a table with the same indexes. */
  records: number;
  /** The import's log (each record before and after), copied into a table with the same indexes. */
  log: number;
  /** The entries of the change feed, which are not part of the floor. */
  feed: number;
}

const RUNS = 3;

const LAST = '(SELECT max(no) FROM imports)';
interface Part {
  table: string;
  rows: string;
}

/** The tables of the records and the log, with a condition for the rows that the latest import wrote. */
export interface CopiedParts {
  records: Part;
  log: Part;
}

/** The parts of an import of serviceable locations. */
export const LOCATION_PARTS: CopiedParts = {
  records: {
    table: 'channel_locations',
    rows: `SELECT p.* FROM channel_location_import_rows r
             JOIN channel_locations p USING (channel_id, type, location_id) WHERE r.import_no = ${LAST} ORDER BY r.n`,
  },
  log: {
    table: 'channel_location_import_rows',
    rows: `SELECT * FROM channel_location_import_rows WHERE import_no = ${LAST} ORDER BY n`,
  },
};

/** The parts of an import of a declared resource: all records of a channel. */
export const recordParts = (table: string, channelId: number): CopiedParts => ({
  records: { table, rows: `SELECT * FROM ${table} WHERE channel_id = ${channelId}` },
  log: { table: 'import_rows', rows: `SELECT * FROM import_rows WHERE import_no = ${LAST} ORDER BY n` },
});

const FEED: Part = {
  table: 'changes',
  rows: `SELECT c.* FROM changes c WHERE c.xid = (SELECT xid FROM changes ORDER BY seq DESC LIMIT 1) ORDER BY c.seq`,
};

/**
 * The floor of an import into PostgreSQL, measured on a database in which one has just run: the rows it wrote are read
 * into memory, and COPY writes them to empty tables with the same columns and indexes, without validation or
 * comparison. The parts alternate; each result is the median of its runs.
 */
export async function copyImport(
  databaseUrl: string,
  say: (text: string) => void,
  own: CopiedParts = LOCATION_PARTS,
): Promise<Copied> {
  const parts = { ...own, feed: FEED };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${parts.log.table} WHERE import_no = ${LAST}`,
    );
    const texts = {} as Record<keyof typeof parts, Buffer>;
    const names = Object.keys(parts) as (keyof typeof parts)[];
    for (const name of names) texts[name] = await buffer(client.query(copyTo(`COPY (${parts[name].rows}) TO STDOUT`)));
    const taken = { records: [] as number[], log: [] as number[], feed: [] as number[] };
    for (let run = 0; run < RUNS; run++) {
      for (const name of names) {
        await client.query(`CREATE TABLE bench_copy (LIKE ${parts[name].table} INCLUDING ALL)`);
        const started = performance.now();
        await pipeline(Readable.from(piecesOf(texts[name])), client.query(copyFrom('COPY bench_copy FROM STDIN')));
        taken[name].push((performance.now() - started) / 1000);
        await client.query('DROP TABLE bench_copy');
      }
    }
    say(`copy: ${names.map(name => `${name} ${taken[name].map(took => took.toFixed(2)).join(' ')}`).join(', ')} s`);
    return {
      rows: Number(rows[0]?.rows),
      records: median(taken.records),
      log: median(taken.log),
      feed: median(taken.feed),
    };
  } finally {
    await client.end();
  }
}

const PIECE = 1024 * 1024;

function* piecesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE) yield text.subarray(at, at + PIECE);
}
