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

/** Number of audit entries of an owner and feature that are searched, newest first. */
const LOOK_BACK = 5000;

/**
 * Searches the audit log for the person who last deleted a record of an entity, or of one of its channels or 3PLs. A
 * person whose write finds the record missing needs to know this (OB8). Returns null if the log does not contain the
 * deletion.
 * @param owner the record's channel or 3PL; null for a record of the entity, even if its log entries name a channel
 * @param path of the call that deletes such records, since an owner may have records with equal keys in several
 * collections
 * @param everywhere for records of no country: searches all entities
 * @param keys the record's fields as contained in the log, e.g. {"locationId": 1002345, "type": 0}
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
