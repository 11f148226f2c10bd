import type { FastifyInstance } from 'fastify';
import { LIVE_COLLECTIONS, type Collection } from '../../../contract/call.ts';
import type { Declarations } from '../../../contract/declarations.ts';
import { updateLocation } from '../../../contract/locations.ts';
import { preflightCall, type PreflightItem } from '../../../contract/preflight.ts';
import { updateBy } from '../../../contract/resource.ts';
import { allows } from '../../../domain/permission.ts';
import type { ServerContext } from '../../context.ts';
import type { Deletion } from '../../writes/deletions.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Row } from '../../writes/write.ts';
import { registerRead } from '../../http/registrar.ts';
import { viewsOf } from '../views/routes.ts';
import type { Finder } from '../../resources/extras.ts';
import { finderOf } from '../../resources/finders.ts';

/**
 * Maximum number of missing records for which to find out who deleted them. If there are more, a whole channel was
 * probably emptied.
 */
const NAMED = 50;

/**
 * Returns the permission that a write requires: that of its call, or else that for writes to the collection; null if
 * people do not write to it.
 */
const rightOf = (
  declared: Declarations,
  { collection, call }: Pick<PreflightItem, 'collection' | 'call'>,
): string | null => {
  if (collection === 'locations') return updateLocation.permission;
  if (collection === 'views') return 'signedIn';
  const live = LIVE_COLLECTIONS.find(one => one.collection === collection);
  if (live) return `${live.feature}.write`;
  const resource = declared.resourceOf(collection);
  if (!resource) return null;
  return (call === undefined ? undefined : updateBy(resource, call)?.permission) ?? `${resource.feature}.write`;
};

/** Finds the views that the person can see. It is not recorded who deleted a view. */
const viewFinder = (email: string): Finder => ({
  find: async (db, entity, keys) => new Map((await viewsOf(db, entity, email, keys)).map(view => [view.id, view])),
  whoDeleted: async () => new Map(),
});

async function keysInEffect(db: Queryable, userId: number, items: readonly PreflightItem[]): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>({
    name: 'preflight-keys',
    text: 'SELECT key FROM idempotency_keys WHERE user_id = $1 AND key = ANY($2::text[]) AND status = 200',
    values: [userId, items.map(({ id }) => id)],
  });
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns what queued writes would encounter, without changing anything. A row is returned only if the person may write
 * it (PERM-4).
 */
export function preflightRoutes(app: FastifyInstance, context: ServerContext): void {
  const {
    declared,
    database: { pool },
  } = context;
  registerRead(
    app,
    context,
    preflightCall(declared.resources),
    async ({ person, entity }, { items }) => {
      const taken = await keysInEffect(pool, person.userId, items);
      const found = new Map<Collection, Map<string, { version: number }>>();
      const gone = new Map<string, Deletion>();
      const isAllowed = (item: PreflightItem): boolean => {
        const right = rightOf(declared, item);
        return right === 'signedIn' || (right !== null && allows(person, entity, right));
      };
      const allowed = new Set(items.filter(isAllowed));
      for (const collection of new Set([...allowed].map(item => item.collection))) {
        const own = [...allowed].filter(item => item.collection === collection);
        // The cells of a draft are compared one by one when they are sent, so the version of the draft says nothing
        // about them.
        if (LIVE_COLLECTIONS.some(one => one.collection === collection)) {
          found.set(collection, new Map(own.map(({ key, version }) => [key, { version: version ?? 0 }])));
          continue;
        }
        const finder = collection === 'views' ? viewFinder(person.email) : finderOf(declared, collection);
        if (!finder) continue;
        const rows = await finder.find(
          pool,
          entity,
          own.map(({ key }) => key),
        );
        found.set(collection, rows);
        const lost = own.filter(({ key, version }) => version !== null && !rows.has(key)).map(({ key }) => key);
        const deletions = await finder.whoDeleted(pool, entity, lost.slice(0, NAMED));
        for (const [key, deletion] of deletions) gone.set(`${collection}/${key}`, deletion);
      }
      return {
        items: items.map(item => {
          const { id, collection, key, version } = item;
          // Another write to the same record may be permitted even if this one is not.
          const may = allowed.has(item) && found.has(collection);
          const row = may ? found.get(collection)?.get(key) : undefined;
          return {
            taken: taken.has(id),
            allowed: may,
            version: row?.version ?? null,
            row: row && row.version !== version ? ({ ...row } as Row) : null,
            gone: (may && gone.get(`${collection}/${key}`)) || null,
          };
        }),
      };
    },
    { entityOf: input => input.entity },
  );
}
