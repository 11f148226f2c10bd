import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Change } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from './transaction.ts';

/**
 * Appends changes to the change feed within a write's transaction, under that transaction's id (MR3). Changes to
 * records that belong to no country are appended for every entity.
 */
export async function appendChanges(
  db: Queryable,
  entity: Country,
  changes: readonly Change[],
  at: number,
  declared: Declarations = DECLARATIONS,
): Promise<void> {
  for (const change of changes) {
    const everywhere = declared.isEverywhere(change.collection);
    await db.query({
      name: everywhere ? 'feed-append-everywhere' : 'feed-append',
      text: everywhere
        ? `INSERT INTO changes (entity, collection, key, version, row, at)
           SELECT e.country, $2, $3, $4::int4, $5::jsonb, $6::int8 FROM entities e WHERE $1::text IS NOT NULL`
        : 'INSERT INTO changes (entity, collection, key, version, row, at) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [entity, change.collection, change.key, change.version, change.row && JSON.stringify(change.row), at],
    });
  }
}
