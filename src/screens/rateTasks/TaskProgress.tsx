import { makeStyles, tokens } from '@fluentui/react-components';
import type { TaskRow } from '../../contract/rateImports/calls.ts';
import { BATCH_STATUS, BATCH_STATUSES, hasEnded } from '../../domain/import/batch.ts';
import { formatCount } from '../../domain/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Tag } from '../../ui/Tag.tsx';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    maxWidth: '100%',
    minWidth: 0,
    '@media (max-width: 639px)': { flexWrap: 'wrap' },
  },
  status: { flexShrink: 0 },
  bar: { width: '80px', flexShrink: 0 },
  text: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 639px)': { whiteSpace: 'normal' },
  },
});

type Shown = Pick<TaskRow, 'status' | 'state' | 'result'> & Partial<Pick<TaskRow, 'done' | 'total'>>;

/** The current step in words; null once the task has finished. */
export function stepText({ status, state, done = 0, total = 0 }: Shown): string | null {
  if (hasEnded(status)) return null;
  if (state === 'queued') return 'Waiting for its turn';
  if (state === 'checking') return 'Reading and checking the file';
  return `${formatCount(done)} of ${formatCount(total)} rows`;
}

/** The progress of a task or of validating a price list, or its outcome and effects (G73, G94). */
export function TaskProgress({ row }: { row: Shown }) {
  const styles = useStyles();
  const { status, done = 0, total = 0, result } = row;
  const tone = status === BATCH_STATUS.successful ? 'success' : status === BATCH_STATUS.failed ? 'danger' : 'brand';
  const text = stepText(row) ?? result;
  return (
    <span className={styles.root}>
      <span className={styles.status}>
        <Tag tone={tone}>{BATCH_STATUSES.find(({ value }) => value === status)?.label}</Tag>
      </span>
      {row.state === 'applying' && (
        <ProgressBar className={styles.bar} aria-label="Rows done" {...(total > 0 ? { value: done / total } : {})} />
      )}
      {text !== '' && (
        <span className={styles.text} data-full={text} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}
