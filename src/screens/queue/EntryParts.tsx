import { mergeClasses } from '@fluentui/react-components';
import {
  ArrowSyncRegular,
  BranchForkRegular,
  CheckmarkCircleFilled,
  ClockRegular,
  DeleteRegular,
  ErrorCircleFilled,
  PauseCircleRegular,
  CircleRegular,
  DismissCircleFilled,
} from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import type { EntryState as State, OutboxEntry } from '../../sync/types.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { fieldLabel } from './entryWords.ts';
import { stateWord, type FieldChange, type PausedField } from './queueTexts.ts';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';
import { formatClock, formatDate, formatMillis } from '../../domain/format.ts';
import { type Receipt, receiptOf } from '../../sync/hooks/receiptOf.ts';
import { useUi } from '../../ui/UiContext.ts';

/** Maximum number of fields shown for a write; a write to a rate table draft may have thousands. */
export const ROWS_SHOWN = 100;

const LOOK = {
  queued: { Icon: ClockRegular, tone: 'warn' },
  sending: { Icon: ArrowSyncRegular, tone: 'quiet' },
  refused: { Icon: ErrorCircleFilled, tone: 'bad' },
  conflict: { Icon: BranchForkRegular, tone: 'torn' },
  applied: { Icon: CheckmarkCircleFilled, tone: 'good' },
  merged: { Icon: CheckmarkCircleFilled, tone: 'good' },
  discarded: { Icon: DeleteRegular, tone: 'quiet' },
} as const;

const PAUSED = { Icon: PauseCircleRegular, tone: 'warn' } as const;

/** The state of an entry as an icon and a word; a paused entry waits until the person sends it. */
export function EntryState({ state, paused = false }: { state: State; paused?: boolean }) {
  const styles = useQueueStyles();
  const { Icon, tone } = paused ? PAUSED : LOOK[state];
  return (
    <span className={mergeClasses(styles.state, styles[tone])}>
      <Icon aria-hidden />
      <span className={styles.stateWord}>{paused ? 'Paused' : stateWord(state)}</span>
    </span>
  );
}

/**
 * The old and new value of each field; a new record has no old values. On every card, "Before" is the record on which the
 * change was based, "Your change" is the person's change, and "Their change" is a colleague's change.
 */
export function ChangeTable({
  collection,
  changes,
  heads = ['Before', 'Your change'],
}: {
  collection: string;
  changes: readonly FieldChange[];
  heads?: readonly [from: string, to: string];
}) {
  const styles = useQueueStyles();
  const fresh = changes.every(change => change.from === null);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={mergeClasses(styles.cell, styles.headCell)}>Field</th>
          {!fresh && <th className={mergeClasses(styles.cell, styles.headCell)}>{heads[0]}</th>}
          <th className={mergeClasses(styles.cell, styles.headCell)}>{fresh ? 'Value' : heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, ROWS_SHOWN).map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {fieldLabel(collection, field)}
            </th>
            {!fresh && <td className={mergeClasses(styles.cell, styles.old)}>{from}</td>}
            <td className={mergeClasses(styles.cell, styles.fresh)}>{to}</td>
          </tr>
        ))}
        {changes.length > ROWS_SHOWN && (
          <tr>
            <td className={styles.cell} colSpan={fresh ? 2 : 3}>
              and {changes.length - ROWS_SHOWN} more
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** For each field of a paused write's record: the original value, the person's change, and the changes by others. */
export function PausedTable({ collection, fields }: { collection: string; fields: readonly PausedField[] }) {
  const styles = useQueueStyles();
  const value = (text: string | null) => (
    <td className={mergeClasses(styles.cell, text === null ? styles.quiet : styles.fresh)}>{text ?? 'unchanged'}</td>
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {['Field', 'Before', 'Your change', 'Their change'].map(label => (
            <th key={label} className={mergeClasses(styles.cell, styles.headCell)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, mine, theirs }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {fieldLabel(collection, field)}
            </th>
            <td className={styles.cell}>{before}</td>
            {value(mine)}
            {value(theirs)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A link to another write on this page. */
export function OtherEntry({ id, text }: { id: string; text: string }) {
  const styles = useWorkbenchStyles();
  const links = useLinkStyles();
  return (
    <p className={styles.captions}>
      <Link to="/queue" search={{ entry: id } as never} className={links.link}>
        {text}
      </Link>
    </p>
  );
}

/** A step in the life of a write: saved on the device, sent, accepted, shown in lists. */
export interface ReceiptStep {
  key: 'kept' | 'sent' | 'accepted' | 'seen';
  label: string;
  /** Shown next to the label, e.g. the number of attempts or the version. */
  detail: string;
  /** Epoch milliseconds; null if the step has not been reached or its time is unknown. */
  at: number | null;
  /** stopped: the person has to decide about it. conflict: the person has to choose. given: the person discarded it. */
  state: 'done' | 'now' | 'open' | 'stopped' | 'conflict' | 'given';
}

const attemptsText = (attempts: number): string =>
  attempts > 1 ? `${attempts} attempts` : attempts === 1 ? '1 attempt' : '';

/** A write's steps in order, both completed and upcoming. */
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

const STEP_LOOK = {
  done: { Icon: CheckmarkCircleFilled, style: 'stepDone', word: 'done' },
  now: { Icon: ArrowSyncRegular, style: 'stepNow', word: 'now' },
  open: { Icon: CircleRegular, style: 'stepOpen', word: 'not yet' },
  conflict: { Icon: BranchForkRegular, style: 'stepConflict', word: 'waiting for you' },
  stopped: { Icon: DismissCircleFilled, style: 'stepStopped', word: 'stopped' },
  // Has the same appearance as its badge: a discarded write is not a failure.
  given: { Icon: DeleteRegular, style: 'stepDone', word: 'given up' },
} as const;

/** A write's steps from this device to the mirror, with their times. */
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
  const { Icon, style, word } = STEP_LOOK[step.state];
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

/** Formats a time, with the date unless it is today's. */
function shortTime(at: number, now: number, timeZone: string): string {
  const day = formatDate(at / 1000, timeZone);
  const clock = formatClock(at, timeZone);
  return day === formatDate(now / 1000, timeZone) ? clock : `${day} ${clock}`;
}
