import type { Change } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from './transaction.ts';

/** Appends to the change feed inside a write's transaction; the entries carry its transaction id (MR3). */
export async function appendChanges(
  db: Queryable,
  entity: Country,
  changes: readonly Change[],
  at: number,
): Promise<void> {
  for (const change of changes) {
    await db.query({
      name: 'feed-append',
      text: 'INSERT INTO changes (entity, collection, key, version, row, at) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [entity, change.collection, change.key, change.version, change.row && JSON.stringify(change.row), at],
    });
  }
}
