import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { formatCount } from '../../../domain/format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { InfoDialog } from '../../../ui/InfoDialog.tsx';
import type { Resource } from '../../../contract/resource.ts';
import { changedBy, keyedLine } from '../recordLine.ts';
import { revertTexts } from './revertTexts.ts';

const useStyles = makeStyles({
  text: { margin: 0 },
  list: {
    maxHeight: '30vh',
    overflow: 'auto',
    margin: `${tokens.spacingVerticalS} 0 0`,
    paddingInlineStart: tokens.spacingHorizontalXL,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** The records of an import that have since been changed. */
export interface ChangedSince extends Pick<NonNullable<ImportReceipt['review']>, 'total' | 'rows'> {
  /** Number of records that are still as the import left them. */
  left: number;
}

interface RevertReviewProps {
  resource: Resource | undefined;
  review: ChangedSince;
  /** Undoes the import for the other records. */
  onRevert: () => Promise<void>;
  onClose: () => void;
  /** The progress of the undo. */
  children: ReactNode;
}

/**
 * Shows which of an import's records have since been changed; the others can be undone. If there are no others, the
 * review ends here.
 */
export function RevertReview({ resource, review, onRevert, onClose, children }: RevertReviewProps) {
  const styles = useStyles();
  const { title, text, confirm } = revertTexts(review);
  const more = review.total - review.rows.length;
  const body = (
    <>
      <p className={styles.text}>{text}</p>
      <ul className={styles.list} aria-label="Records changed since">
        {review.rows.map(({ key, current }) => (
          <li key={key}>
            {keyedLine(resource, key, current)}: {changedBy(current)}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.text}>and {formatCount(more)} more</p>}
      {children}
    </>
  );
  return confirm === null ? (
    <InfoDialog title={title} onClose={onClose}>
      {body}
    </InfoDialog>
  ) : (
    <ConfirmDialog title={title} confirmLabel={confirm} focus="cancel" onConfirm={onRevert} onCancel={onClose}>
      {body}
    </ConfirmDialog>
  );
}
