import { CheckmarkCircleRegular, ErrorCircleRegular, WarningRegular } from '@fluentui/react-icons';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Finding } from '../../domain/rates/completeness.ts';
import type { RowRef } from '../../domain/rates/rows.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useLooks } from './looks.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '420px', overflowY: 'auto' },
  item: {
    display: 'flex',
    alignItems: 'baseline',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXXS} 0`,
  },
  icon: { flexShrink: 0, transform: 'translateY(2px)' },
  error: { color: tokens.colorPaletteRedForeground1 },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
  ok: { color: tokens.colorPaletteGreenForeground1 },
});

interface FindingsProps {
  findings: readonly Finding[];
  /** The basis of the list, and what it omits. */
  note: string;
  onLead: (row: RowRef) => void;
}

/** What is still missing before a version is complete; each item links to its cell. */
export function Findings({ findings, note, onLead }: FindingsProps) {
  const styles = useStyles();
  const looks = useLooks();
  const { link } = useLinkStyles();
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.length - errors;
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return (
    <section className={looks.card} aria-label="Completeness">
      <div className={looks.bar}>
        <h3 className={looks.title}>
          {errors === 0 ? 'Complete' : `Not complete: ${count(errors, 'error')}`}
          {warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}
        </h3>
      </div>
      <p className={looks.note}>{note}</p>
      {findings.length === 0 ? (
        <p className={looks.note}>
          <CheckmarkCircleRegular className={styles.ok} aria-hidden /> Every parcel within its bounds has a price.
        </p>
      ) : (
        <ul className={styles.list}>
          {findings.map(({ level, text, row }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two findings may be of one row
            <li key={at} className={styles.item}>
              {level === 'error' ? (
                <ErrorCircleRegular className={`${styles.icon} ${styles.error}`} aria-label="Error" />
              ) : (
                <WarningRegular className={`${styles.icon} ${styles.warning}`} aria-label="Warning" />
              )}
              <button type="button" className={link} onClick={() => onLead(row)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
