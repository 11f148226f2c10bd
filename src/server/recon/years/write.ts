import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nowSeconds } from '../../base/clock.ts';
import { rounds } from '../../base/rounds.ts';
import { yieldToEventLoop } from '../../base/yieldToEventLoop.ts';
import { transaction } from '../../db/transaction.ts';
import type { FilesContext } from '../../files/records.ts';
import { archiveFile, beginArchive, endArchive, nameArchive, type BegunArchive, type Ended } from './archives.ts';
import { parcelLines } from './csv.ts';
import type { YearReports } from './yearReports.ts';

/**
 * Maximum number of attempts in one job, which starts over if parcels change while the file is being written. The last
 * change has added another job anyway.
 */
const TRIES = 20;

/**
 * Writes the file of a settled bill. A process that finds an unfinished file starts it over; an unfinished file is
 * never used.
 */
export async function writeArchive(
  context: FilesContext,
  years: YearReports,
  billId: number,
  tick: () => void,
): Promise<void> {
  // Without DuckDB, the bill waits. When a server that has DuckDB starts, it adds the job again.
  if ((await years.problem()) !== null) return;
  const { pool } = context.database;
  for (const round = rounds('Writing the file of a bill', TRIES); ; round()) {
    tick();
    const begun = await transaction(pool, db => beginArchive(db, billId, nowSeconds(context)));
    if (begun === null || (await writeOne(context, years, begun, tick)) !== 'stale') return;
  }
}

async function writeOne(
  { database: { pool }, files }: FilesContext,
  years: YearReports,
  archive: BegunArchive,
  tick: () => void,
): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-bill-'));
  try {
    const [csv, parquet] = [join(folder, 'parcels.csv'), join(folder, 'parcels.parquet')];
    const handle = await open(csv, 'w');
    try {
      for await (const lines of parcelLines(pool, archive.billId, tick)) {
        await handle.writeFile(lines);
        await yieldToEventLoop();
      }
    } finally {
      await handle.close();
    }
    tick();
    const { id, billId, billNo, country } = archive;
    // The file's contents include its id, so that no two files have the same hash.
    const about = { archive: String(id), country, bill: String(billId), bill_no: billNo };
    const sums = await years.write({ csv, parquet, about });
    const hash = await hashOf(parquet);
    const { size } = await stat(parquet);
    await nameArchive(pool, id, { hash, size });
    await files.put(archiveFile(hash), createReadStream(parquet));
    tick();
    return await transaction(pool, db => endArchive(db, archive, sums));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the SHA-256 of a file. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
