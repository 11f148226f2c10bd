import type { Collection } from '../../contract/call.ts';
import { declaredKey, declaredOf } from '../../contract/cached.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { askMark } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import type { CachedPage, Row } from '../types.ts';
import { readListAnswer, storePage } from '../mirror/pages.ts';

/** Key of a row in its collection, as in the feed; not used by pages without a collection. */
const keyIn =
  (collection: Collection | null, declared: Declarations) =>
  (row: Row): string => {
    if (collection === null) return '';
    const resource = declared.resourceOf(collection);
    if (resource) return declaredKey(declaredOf(resource), row);
    if (collection === 'views') return String(row['id']);
    return String(row[collection === 'channels' ? 'channelId' : 'locationId']);
  };

/**
 * Refetches every cached page of an entity, newest first; removes pages that the server now refuses (MR4).
 * @returns whether all of them were refetched; false if the server was unreachable
 */
export async function refreshPages(client: SyncClient, db: MirrorDb, entity: Country): Promise<boolean> {
  const { declared } = client.outbox;
  const cached = await db.pages.where('entity').equals(entity).toArray();
  for (const page of cached.toSorted((a, b) => b.asOf - a.asOf)) {
    const call = declared.callById(page.callId);
    if (!call) {
      await db.pages.delete(page.id);
      continue;
    }
    const settledAt = await client.outbox.counter('settled').catch(() => 0);
    const mark = await askMark(db, entity, page.collection);
    const outcome = await client.transport.call(call, page.input, { entity });
    const answer = outcome.kind === 'ok' ? readListAnswer(outcome.data) : null;
    if (outcome.kind === 'refused') await db.pages.delete(page.id);
    else if (!answer) return false;
    // The page was removed during the request, so it is not stored again.
    else if (await db.pages.get(page.id)) {
      const { rows, total } = answer;
      const next: CachedPage = { ...page, rows, total, keys: [], asOf: client.env.clock.now(), ...mark, settledAt };
      await storePage(db, next, keyIn(page.collection, declared));
    }
  }
  return true;
}
