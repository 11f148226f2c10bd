import type { OutboxEntry, SyncStatus } from '../../sync/types.ts';
import type { WriteStatus } from './writeNotices.ts';

/** What is said of a change that the server does not have yet. */
export const SAVED_HERE = 'Saved on this device, sent when the network is back';

type Waiting = Pick<OutboxEntry, 'state' | 'problem' | 'hold'>;

/** Why a change is on this device alone, in the order of what a person can do about it. */
function keptText(
  { problem, hold }: Waiting,
  { network, signedOut }: Pick<SyncStatus, 'network' | 'signedOut'>,
): string {
  if (signedOut || problem?.kind === 'signedOut') return 'Saved on this device, sent when you sign in again';
  if (hold) return 'Saved on this device, sent once you have looked at it in the queue';
  if (problem?.kind === 'unknownCall') return 'Saved on this device, sent by the next version of Ops Portal';
  return network === 'online' && !problem ? 'Saved on this device, being sent' : SAVED_HERE;
}

/** What there is to say of a write: undefined of one that is no longer kept. */
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
