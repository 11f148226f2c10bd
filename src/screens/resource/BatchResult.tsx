import { makeStyles, tokens } from '@fluentui/react-components';
import type { ImportBatch } from '../../contract/imports/batches.ts';
import { BATCH_STATUS, BATCH_STATUSES } from '../../domain/import/batch.ts';
import { Tag } from '../../ui/Tag.tsx';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS, maxWidth: '100%' },
  // The status is never truncated; the description of the result shrinks instead.
  status: { flexShrink: 0 },
  text: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 639px)': { whiteSpace: 'normal' },
  },
});

/** A batch's outcome in the documents' terms (CDT-12), and its effect, or why it had none. */
export function BatchResult({ batch: { status, result } }: { batch: ImportBatch }) {
  const styles = useStyles();
  const tone = status === BATCH_STATUS.successful ? 'success' : status === BATCH_STATUS.failed ? 'danger' : 'brand';
  return (
    <span className={styles.root}>
      <span className={styles.status}>
        <Tag tone={tone}>{BATCH_STATUSES.find(({ value }) => value === status)?.label}</Tag>
      </span>
      {result !== '' && (
        <span className={styles.text} data-full={result} title={result}>
          {result}
        </span>
      )}
    </span>
  );
}
