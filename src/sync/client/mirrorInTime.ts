import type { Clock } from '../base/env.ts';
import { withTimeout } from '../base/withTimeout.ts';

/** Time in milliseconds after which opening the mirror counts as slow, and the maximum time to wait for it. */
const SLOW = 1000;
const WAIT_MOST = 20_000;

/**
 * Resolves to the mirror, or to null if it does not open in time; lists then only use the network. When WebKit puts a
 * page in the back/forward cache, it suspends the page's shared worker, which still holds its transactions' locks; the
 * worker resumes once a page joins it (BR1, BR3).
 *
 * @param opening resolves to null if it could not be opened
 * @param onSlow called once if the mirror is slow to open, to join the engine
 */
export async function mirrorInTime<Db extends { close: () => void }>(
  opening: Promise<Db | null>,
  clock: Clock,
  onSlow: () => void,
): Promise<Db | null> {
  const cancel = clock.after(SLOW, onSlow);
  const opened = await withTimeout(
    opening.then(db => ({ db })),
    WAIT_MOST,
    clock,
  );
  cancel();
  if (opened) return opened.db;
  void opening.then(late => late?.close());
  return null;
}
