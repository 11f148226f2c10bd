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
import { receiptOf } from '../../sync/hooks/receiptOf.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { receiptSteps, type ReceiptStep } from './receiptSteps.ts';
import { useWorkbenchStyles } from './useWorkbenchStyles.ts';

const LOOK = {
  done: { Icon: CheckmarkCircleFilled, style: 'stepDone', word: 'done' },
  now: { Icon: ArrowSyncRegular, style: 'stepNow', word: 'now' },
  open: { Icon: CircleRegular, style: 'stepOpen', word: 'not yet' },
  met: { Icon: BranchForkRegular, style: 'stepMet', word: 'waits for you' },
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
