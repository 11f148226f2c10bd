import type { Pool } from 'pg';
import type { Country } from '../../domain/country.ts';
import { ADMINISTRATION } from '../../domain/permission.ts';
import { writeAudit } from '../writes/audit.ts';
import { lockName, transaction } from '../db/transaction.ts';
import { RETENTION_PATH } from '../audit/chain.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Removes old entries from the beginning of each entity's log chain. The number and hash of the last removed entry are
 * first recorded in a separate entry, the anchor, so that the rest of the chain can still be verified.
 */

const DAY = 24 * 3600;
/** Number of entries that a statement removes. */
const BATCH = 5_000;

/** The operator that the log shows for removals of old entries. */
const AUTHOR = 'Ops Portal';

/**
 * Number and hash of the last entry to remove, up to which all entries are older than the given time; null if there is
 * none.
 */
async function cutOf(pool: Pool, entity: string, before: number): Promise<{ upTo: number; hash: string } | null> {
  const { rows } = await pool.query<{ upTo: number; hash: string }>(
    `SELECT chain_no AS "upTo", hash FROM audit_logs
      WHERE entity = $1 AND chain_no < coalesce(
              (SELECT chain_no FROM audit_logs WHERE entity = $1 AND chain_no IS NOT NULL AND at >= $2 ORDER BY chain_no LIMIT 1),
              9007199254740991)
      ORDER BY chain_no DESC LIMIT 1`,
    [entity, before],
  );
  return rows[0] ?? null;
}

/**
 * Removes entries that are older than `days` whole days, in each entity.
 * @param days 0 to keep everything
 * @param now epoch seconds
 * @returns the number of entries removed
 */
export async function sweepLog(pool: Pool, days: number, now: number): Promise<number> {
  if (days === 0) return 0;
  // Whole days are counted, because one anchor per day is enough.
  const before = Math.floor((now - days * DAY) / DAY) * DAY;
  const { rows } = await pool.query<{ entity: Country }>('SELECT entity FROM audit_chains ORDER BY entity');
  let removed = 0;
  for (const { entity } of rows) {
    const cut = await cutOf(pool, entity, before);
    if (cut === null) continue;
    await transaction(pool, async db => {
      await lockName(db, `audit.retention ${entity}`);
      const { rows: left } = await db.query<{ first: number | null }>(
        'SELECT min(chain_no) AS first FROM audit_logs WHERE entity = $1',
        [entity],
      );
      if (left[0]?.first === null || (left[0]?.first ?? 0) > cut.upTo) return;
      await writeAudit(
        db,
        { url: `/api${RETENTION_PATH}`, input: { days, before }, person: { email: AUTHOR } },
        entity,
        { feature: ADMINISTRATION, operator: 'Delete', channelId: null, tplId: null, before: null, after: { ...cut } },
        now,
      );
    });
    for (const round = rounds('Removing old entries of the log'); ; round()) {
      const { rowCount } = await pool.query(
        `DELETE FROM audit_logs WHERE id IN (
           SELECT id FROM audit_logs WHERE entity = $1 AND chain_no <= $2 ORDER BY chain_no LIMIT ${BATCH})`,
        [entity, cut.upTo],
      );
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) break;
    }
  }
  return removed;
}
