import { mergeClasses } from '@fluentui/react-components';
import {
  ArrowSyncRegular,
  BranchForkRegular,
  CheckmarkCircleFilled,
  CircleRegular,
  DeleteRegular,
  DismissCircleFilled,
} from '@fluentui/react-icons';
import { formatClock, formatDate, formatMillis } from '../../domain/format.ts';
import { type Receipt, receiptOf } from '../../sync/hooks/receiptOf.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useWorkbenchStyles } from './useQueueStyles.ts';

/** A station of a write's way: saved on the device, sent, accepted, in the lists. */
export interface ReceiptStep {
  key: 'kept' | 'sent' | 'accepted' | 'seen';
  label: string;
  /** Beside the label: attempts, version. */
  detail: string;
  /** Epoch milliseconds; null where the step was not reached or its time is not known. */
  at: number | null;
  /** stopped: it waits for a person here. conflict: it waits for a person to choose. given: a person discarded it. */
  state: 'done' | 'now' | 'open' | 'stopped' | 'conflict' | 'given';
}

const attemptsText = (attempts: number): string =>
  attempts > 1 ? `${attempts} attempts` : attempts === 1 ? '1 attempt' : '';

/** The receipts of a write, in order, as far as they came and as they would go on. */
export function receiptSteps(entry: OutboxEntry, receipt: Receipt): readonly ReceiptStep[] {
  const { state, attempts, fence, createdAt, sentAt = null, settledAt, reason } = entry;
  const tried = fence > 0;
  const kept: ReceiptStep = { key: 'kept', label: 'Saved on this device', detail: '', at: createdAt, state: 'done' };
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
  const seen: ReceiptStep = { key: 'seen', label: 'Synced to this device', detail: '', at: null, state: 'open' };
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
        { ...accepted, label: 'Conflicts with a colleague’s change', state: 'conflict' },
        seen,
      ];
    default:
      return [kept, sent, accepted, seen];
  }
}

const LOOK = {
  done: { Icon: CheckmarkCircleFilled, style: 'stepDone', word: 'done' },
  now: { Icon: ArrowSyncRegular, style: 'stepNow', word: 'now' },
  open: { Icon: CircleRegular, style: 'stepOpen', word: 'not yet' },
  conflict: { Icon: BranchForkRegular, style: 'stepConflict', word: 'waits for you' },
  stopped: { Icon: DismissCircleFilled, style: 'stepStopped', word: 'stopped' },
  // As its badge: what a person gave up is no failure.
  given: { Icon: DeleteRegular, style: 'stepDone', word: 'given up' },
} as const;

/** A write's way from this device into the mirror, step by step with its times. */
export function Receipts({ entry, now }: { entry: OutboxEntry; now: number }) {
  const styles = useWorkbenchStyles();
  return (
    <ol className={styles.receipts} aria-label="Receipts">
      {receiptSteps(entry, receiptOf(entry)).map(step => (
        <Step key={step.key} step={step} now={now} />
      ))}
    </ol>
  );
}

function Step({ step, now }: { step: ReceiptStep; now: number }) {
  const styles = useWorkbenchStyles();
  const { timeZone } = useUi();
  const { Icon, style, word } = LOOK[step.state];
  const { at } = step;
  return (
    <li className={mergeClasses(styles.step, styles[style])}>
      <Icon className={styles.stepIcon} aria-label={word} />
      {step.label}
      {step.detail !== '' && ` (${step.detail})`}
      {at !== null && (
        <time dateTime={new Date(at).toISOString()} title={formatMillis(at, timeZone)}>
          {shortTime(at, now, timeZone)}
        </time>
      )}
    </li>
  );
}

/** The clock today, with the date before. */
function shortTime(at: number, now: number, timeZone: string): string {
  const day = formatDate(at / 1000, timeZone);
  const clock = formatClock(at, timeZone);
  return day === formatDate(now / 1000, timeZone) ? clock : `${day} ${clock}`;
}
