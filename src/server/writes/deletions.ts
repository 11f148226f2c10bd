import type { Owner } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import { OWNER_TABLES } from '../db/ownerTables.ts';
import type { Row } from './write.ts';
import type { Queryable } from '../db/transaction.ts';

/** Who deleted a record, and when (epoch seconds). */
export interface Deletion {
  by: string;
  at: number;
}

/** Audit entries of an owner and feature that are looked through, the newest first. */
const LOOK_BACK = 5000;

/**
 * Who deleted a record of an entity, or of one of its channels or 3PLs, last, from the audit log: what a person needs to know when their write finds it gone
 * (OB8). Null where the log does not say.
 *
 * @param owner the channel or 3PL of the record; null for one of the entity, whose entries name a channel where the record does
 * @param path of the call that deletes such records: one owner may have records of equal keys in several collections
 * @param everywhere records of no country: whichever entity they were deleted from
 * @param keys fields of the record as the log holds them, e.g. {"locationId": 1002345, "type": 0}
 */
export async function whoDeleted(
  db: Queryable,
  feature: string,
  entity: Country,
  owner: Owner | null,
  keys: Row,
  path = '',
  { everywhere = false } = {},
): Promise<Deletion | null> {
  const { rows } = await db.query<Deletion>({
    name: everywhere
      ? 'who-deleted-everywhere'
      : owner === null
        ? 'who-deleted-of-entity'
        : `who-deleted${owner.kind === 'channel' ? '' : '-of-3pl'}`,
    text: `SELECT email AS by, at
             FROM (SELECT id, email, at, operator_type, before, after FROM audit_logs
                    WHERE ${owner === null ? '$1::int8 IS NULL' : `${OWNER_TABLES[owner.kind].audit} = $1`} AND feature = $2 AND ${everywhere ? '$4::text IS NOT NULL' : 'entity = $4'} AND position($5 in url) > 0 ORDER BY id DESC LIMIT ${LOOK_BACK}) AS latest
            WHERE operator_type = 'Delete' AND after IS NULL AND before @> $3::jsonb ORDER BY id DESC LIMIT 1`,
    values: [owner?.id ?? null, feature, JSON.stringify(keys), entity, path],
  });
  return rows[0] ?? null;
}
