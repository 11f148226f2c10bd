import { importedResource } from '../../contract/rateImports/resources.ts';
import type { Owns } from '../base/owner.ts';
import { importsName } from '../storage/databaseNames.ts';
import { ifThere } from '../storage/lockedDb.ts';
import type { OutboxEntry } from '../types.ts';
import { BRINGING_STATES, ImportsDb, type QueuedImport } from './db.ts';

/** Finds writes that the server would refuse, because they refer to records in imports that it does not have yet. */

export type Awaiting = Pick<OutboxEntry, 'id' | 'entity' | 'awaits'>;

/** The ids of the entries that wait for one of the imports. */
export const awaitingOf = (
  imports: readonly Pick<QueuedImport, 'entity' | 'importId' | 'bulk' | 'brings'>[],
  entries: readonly Awaiting[],
): ReadonlySet<string> => {
  const brings = ({ entity }: Awaiting, { collection, value }: NonNullable<OutboxEntry['awaits']>[number]): boolean =>
    imports.some(
      queued =>
        queued.entity === entity &&
        !queued.bulk &&
        importedResource(queued.importId)?.collection === collection &&
        // Unknown for an import with too many rows.
        (queued.brings ?? [value]).includes(value),
    );
  return new Set(entries.flatMap(entry => (entry.awaits?.some(record => brings(entry, record)) ? [entry.id] : [])));
};

/**
 * The ids of the entries that are not sent yet, because a record to which they refer is in an import on this device. An
 * import that was applied, refused or discarded holds nothing, and neither does a database that cannot be read: the
 * server then decides.
 */
export async function awaitingImports(
  userId: number,
  owns: Owns,
  entries: readonly Awaiting[],
): Promise<ReadonlySet<string>> {
  const none: ReadonlySet<string> = new Set();
  const awaiting = entries.filter(({ awaits = [] }) => awaits.length > 0);
  if (awaiting.length === 0) return none;
  return ifThere(importsName(userId), none, async () => {
    const db = new ImportsDb(userId, owns);
    try {
      return awaitingOf(
        await db.queue
          .where('state')
          .anyOf([...BRINGING_STATES])
          .toArray(),
        awaiting,
      );
    } finally {
      db.close();
    }
  }).catch(() => none);
}
