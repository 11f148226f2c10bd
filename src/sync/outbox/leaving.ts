import { ifThere, removeEmpty } from '../storage/lockedDb.ts';
import { DexieOutbox } from './dexieStore.ts';
import { outboxName } from '../storage/databaseNames.ts';
import { emptyEnded, giveUp } from './store.ts';

/** What signing out must know about a person's outbox, and how it handles the outbox (OB6). */

const withOutbox = <T>(userId: number, none: T, work: (outbox: DexieOutbox) => Promise<T>): Promise<T> =>
  ifThere(outboxName(userId), none, () => alone(userId, work));

/** Opens a connection for one operation; the caller holds the lock. */
function alone<T>(userId: number, work: (outbox: DexieOutbox) => Promise<T>): Promise<T> {
  const outbox = new DexieOutbox(userId, 'relaxed', null);
  return work(outbox).finally(() => outbox.close());
}

/** Number of unfinished writes: queued, in flight, refused or in conflict. */
export const unsentWrites = (userId: number): Promise<number> =>
  withOutbox(userId, 0, async outbox => {
    const { waiting, needsYou } = await outbox.counts();
    return waiting + needsYou;
  });

/** Number of writes that wait for the person's decision: refused or in conflict. */
export const undecidedWrites = (userId: number): Promise<number> =>
  withOutbox(userId, 0, async outbox => (await outbox.counts()).needsYou);

/** Number of the last write; 0 if there is none. */
export const lastWrite = (userId: number): Promise<number> =>
  withOutbox(userId, 0, async outbox => (await outbox.db.entries.orderBy('seq').last())?.seq ?? 0);

export const GIVEN_UP = 'Discarded when signing out';

/**
 * Removes the outbox if it contains nothing unsent.
 * @param discard number up to which the person discarded writes (OB6: always their own decision), 0 for none; later
 * writes are kept
 */
export async function leaveOutbox(userId: number, discard: number, now: number): Promise<void> {
  await withOutbox(userId, undefined, async outbox => {
    if (discard > 0) await giveUp(outbox, discard, { reason: GIVEN_UP, at: now });
    await emptyEnded(outbox);
    await outbox.tidyCopies();
  });
  await removeEmpty(outboxName(userId), () =>
    alone(userId, async outbox => {
      if (!(await emptyEnded(outbox))) return false;
      await outbox.copies.clear();
      return true;
    }),
  );
}
