import type { Country } from '../../domain/country.ts';
import type { Row } from './write.ts';
import type { Queryable } from './transaction.ts';

/** Who deleted a record, and when (epoch seconds). */
export interface Deletion {
  by: string;
  at: number;
}

/** Audit entries of a channel and feature that are looked through, the newest first. */
const LOOK_BACK = 5000;

/**
 * Who deleted a record of an entity, or of one of its channels, last, from the audit log: what a person needs to know when their write finds it gone
 * (OB8). Null where the log does not tell.
 *
 * @param channelId null for a record that belongs to no channel
 * @param keys fields of the record as the log holds them, e.g. {"locationId": 1002345, "type": 0}
 */
export async function whoDeleted(
  db: Queryable,
  feature: string,
  entity: Country,
  channelId: number | null,
  keys: Row,
): Promise<Deletion | null> {
  const { rows } = await db.query<Deletion>({
    name: channelId === null ? 'who-deleted-of-entity' : 'who-deleted',
    text: `SELECT email AS by, at
             FROM (SELECT id, email, at, operator_type, before FROM audit_logs
                    WHERE ${channelId === null ? '$1::int8 IS NULL AND channel_id IS NULL' : 'channel_id = $1'} AND feature = $2 AND entity = $4 ORDER BY id DESC LIMIT ${LOOK_BACK}) AS latest
            WHERE operator_type = 'Delete' AND before @> $3::jsonb ORDER BY id DESC LIMIT 1`,
    values: [channelId, feature, JSON.stringify(keys), entity],
  });
  return rows[0] ?? null;
}
