import type { Pool } from 'pg';
import { CHANNEL, resetRecords } from './serverFixture.ts';

/**
 * Resets the fixture's records and channels; the first channel gets these bits, and extra data that contains no
 * setting.
 */
export async function resetChannels(pool: Pool, flag = 0n): Promise<void> {
  await resetRecords(pool);
  await pool.query('DELETE FROM channels WHERE channel_id <> ALL ($1)', [Object.values(CHANNEL)]);
  await pool.query(`UPDATE channels SET flag = $2::int8, extra_data = '{"partner_code":7}' WHERE channel_id = $1`, [
    CHANNEL.first,
    String(flag),
  ]);
}

/** The first channel's flag and extra data, as stored. */
export async function storedChannel(pool: Pool): Promise<{ flag: bigint; extra: unknown }> {
  const { rows } = await pool.query<{ flag: string; extra: unknown }>(
    'SELECT flag::text AS flag, extra_data AS extra FROM channels WHERE channel_id = $1',
    [CHANNEL.first],
  );
  return { flag: BigInt(rows[0]?.flag ?? 0), extra: rows[0]?.extra };
}
