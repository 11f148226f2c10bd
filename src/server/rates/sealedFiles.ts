import { createHash } from 'node:crypto';
import { rowsInSteps, type RateColumns } from '../../domain/rates/columns.ts';
import type { RateRows } from '../../domain/rates/rows.ts';
import { seal, unseal } from '../../domain/rates/sealed.ts';
import { RateTable } from '../../domain/rates/table.ts';
import { inPauses } from '../base/yieldToEventLoop.ts';
import type { Queryable } from '../db/transaction.ts';

/** The sealed files of submitted versions, and the rate tables that are built from them. */

/** Total size in bytes of the sealed files whose tables are kept in memory. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Stores the columns of a version as a sealed file. Identical versions share a file. */
export async function storeSealed(
  db: Queryable,
  columns: RateColumns,
  at: number,
): Promise<{ hash: string; size: number }> {
  const body = seal(columns);
  const hash = createHash('sha256').update(body).digest('hex');
  await db.query({
    name: 'rate-seal',
    text: 'INSERT INTO rate_sealed (hash, size, body, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    values: [hash, body.length, Buffer.from(body.buffer, body.byteOffset, body.byteLength), at],
  });
  return { hash, size: body.length };
}

/** Returns the bytes of a sealed file, or null if it is missing. */
export async function readSealed(db: Queryable, hash: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ body: Uint8Array }>({
    name: 'rate-sealed',
    text: 'SELECT body FROM rate_sealed WHERE hash = $1',
    values: [hash],
  });
  const body = rows[0]?.body;
  return body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : null;
}

/**
 * Keeps the tables that were used most recently in memory. A sealed file never changes, so its table is never outdated.
 */
export class SealedTables {
  private readonly tables = new Map<string, { table: RateTable; size: number }>();
  private size = 0;

  /** @throws Error if the file is missing, which only happens in a damaged database */
  async of(db: Queryable, hash: string): Promise<RateTable> {
    const known = this.tables.get(hash);
    if (known) {
      this.tables.delete(hash);
      this.tables.set(hash, known);
      return known.table;
    }
    const body = await readSealed(db, hash);
    if (!body) throw new Error(`the sealed rate table ${hash} is missing`);
    const table = new RateTable(unseal(body));
    this.keep(hash, table, body.length);
    return table;
  }

  async rows(db: Queryable, hash: string): Promise<RateRows> {
    return inPauses(rowsInSteps((await this.of(db, hash)).columns));
  }

  private keep(hash: string, table: RateTable, size: number): void {
    // Two calls may have read the same file at the same time; it counts once.
    this.size += size - (this.tables.get(hash)?.size ?? 0);
    this.tables.set(hash, { table, size });
    for (const [oldest, { size: own }] of this.tables) {
      if (this.size <= KEPT_BYTES || this.tables.size === 1) break;
      this.tables.delete(oldest);
      this.size -= own;
    }
  }
}
