import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from './transaction.ts';

/** What a revision counter covers: the records of a channel, or (with scope 0) a whole collection of an entity. */
export interface RevisionScope {
  collection: Collection;
  scope: number;
}

/**
 * Increments a revision counter in the transaction of a write, so that the caches of all API processes notice it
 * together with the write.
 */
export async function bumpRevision(
  db: Queryable,
  entity: Country,
  { collection, scope }: RevisionScope,
): Promise<void> {
  await db.query({
    name: 'revision-bump',
    text: `INSERT INTO revisions (collection, entity, scope, revision) VALUES ($1, $2, $3, 1)
           ON CONFLICT (collection, entity, scope) DO UPDATE SET revision = revisions.revision + 1`,
    values: [collection, entity, scope],
  });
}
