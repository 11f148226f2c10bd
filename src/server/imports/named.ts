import type { Country } from '../../domain/country.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * Counters of all channels that an import is about, also where it changes nothing. Read before the plan is made: a record that is
 * changed afterwards then never passes for one that was compared.
 */
export async function plannedRevisions(
  db: Queryable,
  collection: ResourceCollection,
  entity: Country,
  channels: Float64Array,
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ id: number; revision: number }>(
    `SELECT id, coalesce(r.revision, 0)::int8 AS revision FROM unnest($2::int8[]) AS id
       LEFT JOIN revisions r ON r.collection = $3 AND r.entity = $1 AND r.scope = id`,
    [entity, [...channels], collection],
  );
  return Object.fromEntries(rows.map(({ id, revision }) => [id, revision]));
}
