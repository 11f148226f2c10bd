import type { OutboxEntry, Problem, SyncStatus } from '../../sync/types.ts';
import type { WriteStatus } from './writeNotices.ts';

/** The text for a change that has not reached the server. */
export const SAVED_HERE = 'Saved on this device and will be sent when the network is back';

/** Appended to the reason why a change could not be accepted. */
const AGAIN = 'Your change is saved on this device and will be sent again automatically.';

/** Status codes of a server that is overloaded or has received too many requests. */
const BUSY = [429, 503];

/** Why the server could not accept a change although the network is up (ERR-7); null if there was no such problem. */
function troubleText(problem: Problem | null): string | null {
  if (problem?.kind !== 'retry') return null;
  if (problem.between || problem.status === 403) return `${problem.message} ${AGAIN}`;
  if (problem.status === 0) return null;
  return `${BUSY.includes(problem.status) ? 'The server is busy' : 'The server has a problem'} (${problem.message}). ${AGAIN}`;
}

type Waiting = Pick<OutboxEntry, 'state' | 'problem' | 'hold'>;

/** Why a change is only on this device; reasons that the person can act on come first. */
function keptText(
  { problem, hold }: Waiting,
  { network, signedOut }: Pick<SyncStatus, 'network' | 'signedOut'>,
): string {
  if (signedOut || problem?.kind === 'signedOut') return 'Saved on this device and will be sent when you sign in again';
  if (hold) return 'Saved on this device and will be sent once you have reviewed it in the queue';
  if (problem?.kind === 'unknownCall') return 'Saved on this device and will be sent by the next version of Ops Portal';
  const trouble = troubleText(problem);
  if (trouble !== null) return trouble;
  return network === 'online' && !problem ? 'Saved on this device and being sent' : SAVED_HERE;
}

/** A write's status for its notice; "over" for a write that is no longer stored. */
export function writeStatusOf(
  entry: Waiting | undefined,
  status: Pick<SyncStatus, 'network' | 'signedOut'>,
): WriteStatus {
  switch (entry?.state) {
    case 'applied':
    case 'merged':
      return { is: 'accepted' };
    case 'queued':
    case 'sending':
      return { is: 'kept', text: keptText(entry, status) };
    default:
      return { is: 'over' };
  }
}
