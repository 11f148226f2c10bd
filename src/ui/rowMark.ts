import type { RowMark } from '../contract/listData.ts';

const NOUN = { create: 'New record', update: 'Edit', delete: 'Deletion' } as const;

/** The word for a row's mark; marks also differ in icon and color. */
export const markLabel = (mark: RowMark): string =>
  ({ queued: 'Waiting', sending: 'Sending', refused: 'Refused', conflict: 'Conflict' })[mark.state];

/** A mark's meaning and the next step, for the tooltip and for screen readers. */
export function markText(mark: RowMark): string {
  const noun = NOUN[mark.effect];
  switch (mark.state) {
    case 'queued':
      if (mark.paused) {
        return `${noun} saved on this device and paused. Open the queue to see what others have changed since, then send it.`;
      }
      return `${noun} saved on this device. It will be sent as soon as the server can be reached.`;
    case 'sending':
      return `${noun} is being sent.`;
    case 'refused':
      return `${noun} refused by the server: ${mark.message || 'no reason given'}. Open the queue to change, resend or discard it.`;
    case 'conflict':
      return `${noun} conflicts with a change that a colleague has made. Open the queue to compare both and choose.`;
  }
}

/** Why a marked row cannot be changed; null if it can. */
export function blockedBy(mark: RowMark | null): string | null {
  if (!mark) return null;
  if (mark.state === 'refused') return 'A refused change to this row is waiting in the queue. Resolve it there first.';
  if (mark.state === 'conflict') return 'A conflict over this row is waiting in the queue. Resolve it there first.';
  if (mark.effect === 'delete') return 'This row is being deleted.';
  return mark.bulk
    ? 'A bulk change that includes this row has not been sent yet. Wait until it is sent, or discard it in the queue.'
    : null;
}
