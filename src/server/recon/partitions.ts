import type { Pool } from 'pg';

/** Months that this process has seen a partition of. */
const known = new WeakMap<Pool, Set<string>>();

/**
 * Makes sure that the charges of a month have their partition. Both databases partition alike; a month's table is added when its first bill is
 * read, since nobody knows how far back bills reach.
 * @param month YYYY-MM
 */
export async function ensureMonth(pool: Pool, month: string): Promise<void> {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new RangeError(`"${month}" is no month`);
  const seen = known.get(pool) ?? new Set();
  known.set(pool, seen);
  if (seen.has(month)) return;
  const table = `recon_charges_${month.replace('-', '_')}`;
  const isThere = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
    return rows[0]?.found === true;
  };
  if (!(await isThere()))
    await pool
      .query(`CREATE TABLE IF NOT EXISTS ${table} PARTITION OF recon_charges FOR VALUES IN ('${month}')`)
      .catch(async (error: unknown) => {
        // Another process made it meanwhile.
        if (!(await isThere())) throw error;
      });
  seen.add(month);
}
