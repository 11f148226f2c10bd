import type { Receipt } from '../../sync/hooks/receiptOf.ts';
import type { OutboxEntry } from '../../sync/types.ts';

/** A station of a write's way: kept here, sent, accepted, seen. */
export interface ReceiptStep {
  key: 'kept' | 'sent' | 'accepted' | 'seen';
  label: string;
  /** Beside the label: attempts, version. */
  detail: string;
  /** Epoch milliseconds; null where the step was not reached or its time is not known. */
  at: number | null;
  /** stopped: it waits for a person here. met: it waits for a person to choose. given: a person gave it up. */
  state: 'done' | 'now' | 'open' | 'stopped' | 'met' | 'given';
}

const attemptsText = (attempts: number): string =>
  attempts > 1 ? `${attempts} attempts` : attempts === 1 ? '1 attempt' : '';

/** The receipts of a write, in order, as far as they came and as they would go on. */
export function receiptSteps(entry: OutboxEntry, receipt: Receipt): readonly ReceiptStep[] {
  const { state, attempts, fence, createdAt, sentAt = null, settledAt, reason } = entry;
  const tried = fence > 0;
  const kept: ReceiptStep = { key: 'kept', label: 'Kept here', detail: '', at: createdAt, state: 'done' };
  const sent: ReceiptStep = {
    key: 'sent',
    label: state === 'sending' ? 'Being sent' : tried ? (state === 'queued' ? 'Tried' : 'Sent') : 'To be sent',
    detail: attemptsText(attempts),
    at: tried ? sentAt : null,
    state: state === 'sending' ? 'now' : tried && state !== 'queued' ? 'done' : 'open',
  };
  if (state === 'discarded') {
    const given: ReceiptStep = {
      key: 'accepted',
      label: 'Discarded',
      detail: reason,
      at: settledAt,
      state: 'given',
    };
    return tried ? [kept, { ...sent, label: 'Sent', state: 'done' }, given] : [kept, given];
  }
  const version = receipt.revision === null ? '' : `version ${receipt.revision}`;
  const accepted: ReceiptStep = { key: 'accepted', label: 'Accepted', detail: '', at: null, state: 'open' };
  const seen: ReceiptStep = { key: 'seen', label: 'Seen in the mirror', detail: '', at: null, state: 'open' };
  switch (state) {
    case 'applied':
      return [
        kept,
        sent,
        { ...accepted, detail: version, at: settledAt, state: 'done' },
        receipt.seen ? { ...seen, at: receipt.seenAt, state: 'done' } : seen,
      ];
    case 'merged':
      return [
        kept,
        sent,
        { ...accepted, label: 'Merged', detail: version, at: settledAt, state: 'done' },
        receipt.seen ? { ...seen, at: receipt.seenAt, state: 'done' } : seen,
      ];
    case 'refused':
      return [kept, sent, { ...accepted, label: 'Refused', state: 'stopped' }, seen];
    case 'conflict':
      return [
        kept,
        tried ? sent : { ...sent, label: 'Not sent' },
        { ...accepted, label: 'Met a colleague’s change', state: 'met' },
        seen,
      ];
    default:
      return [kept, sent, accepted, seen];
  }
}
