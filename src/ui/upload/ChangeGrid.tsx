import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import type { ChangeName } from '../../domain/import/diff.ts';
import { PHONE } from '../useMedia.ts';
import { listChange } from '../../domain/listChange.ts';
import { ChangedText } from '../ChangedText.tsx';
import { LongList } from './LongList.tsx';
import { keyText, placesText } from './previewTexts.ts';
import type { UploadEngine } from './uploadTypes.ts';
import type { ChangedRow } from '../../contract/importRows.ts';

interface ChangeGridProps {
  engine: UploadEngine;
  change: ChangeName;
  label: string;
  total: number;
  revision: number;
  named: boolean;
}

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '88px minmax(0, 1fr)',
    alignItems: 'baseline',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    fontVariantNumeric: 'tabular-nums',
    [`@media ${PHONE}`]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  named: {
    gridTemplateColumns: '168px minmax(0, 1fr)',
    [`@media ${PHONE}`]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  place: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  key: { overflowWrap: 'anywhere' },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  id: { color: tokens.colorNeutralForeground2 },
  /** Placed below the record and aligned with it. */
  cells: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `0 ${tokens.spacingHorizontalL}`,
    gridColumn: '2',
    [`@media ${PHONE}`]: { gridColumn: '1' },
  },
  cell: { display: 'inline-flex', alignItems: 'baseline', gap: tokens.spacingHorizontalXS },
  header: { color: tokens.colorNeutralForeground2 },
  before: { textDecorationLine: 'line-through', color: tokens.colorNeutralForeground2 },
});

/** The rows with one kind of change: the record, with each value before and after the import. */
export function ChangeGrid({ engine, change, label, total, revision, named }: ChangeGridProps) {
  const styles = useStyles();
  return (
    <LongList<ChangedRow>
      label={label}
      total={total}
      rowHeight={40}
      stamp={`${revision}/${change}`}
      load={(from, count) => engine.changes(change, from, count)}
    >
      {row => (
        <div className={mergeClasses(styles.root, named && styles.named)}>
          <span className={styles.place}>
            {row.row === 0 ? 'Not in the file' : `Row ${row.row}`}
            {named && row.row > 0 && `, ${row.fileName}`}
          </span>
          <span className={styles.key}>
            {placesText(row.places) !== '' && <span className={styles.name}>{placesText(row.places)}</span>}
            <span className={placesText(row.places) === '' ? styles.name : styles.id}>{keyText(row.key)}</span>
          </span>
          <span className={styles.cells}>
            {row.cells.map(({ header, before, after }) => (
              <span key={header} className={styles.cell}>
                <span className={styles.header}>{header}:</span>
                {before !== null && after !== null && listChange(before, after) ? (
                  <span>
                    <ChangedText before={before} after={after} />
                  </span>
                ) : before !== null && after !== null ? (
                  <>
                    <del className={styles.before}>{before}</del>
                    <ArrowRightRegular aria-label="becomes" />
                    <ins style={{ textDecorationLine: 'none' }}>{after}</ins>
                  </>
                ) : before === null ? (
                  (after ?? 'blank')
                ) : (
                  <del className={styles.before}>{before}</del>
                )}
              </span>
            ))}
          </span>
        </div>
      )}
    </LongList>
  );
}
