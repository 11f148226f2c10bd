import type { Clock } from '../base/env.ts';
import { withTimeout } from '../base/withTimeout.ts';

/** How long (milliseconds) a mirror opens undisturbed, and how long it is waited for at most. */
const SLOW = 1000;
const WAIT_MOST = 20_000;

/**
 * The mirror, or null if it does not open in time: lists then use only the network. WebKit suspends the shared worker
 * of a page that it keeps, with the locks of its transactions; it goes on once a page joins it (BR1, BR3).
 *
 * @param opening null: it could not be opened
 * @param onSlow called once if the mirror is slow to open: joins the engine
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
