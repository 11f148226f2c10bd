import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons';
import type { Met, Theirs } from './theirs.ts';
import type { Values } from './formState.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    marginBottom: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusWarningBorder1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
  },
  title: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, overflowWrap: 'anywhere' },
  icon: { flexShrink: 0, color: tokens.colorStatusWarningForeground1 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    minHeight: '28px',
  },
  text: { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  choice: { minWidth: 'auto' },
});

interface TheirChangesProps<V extends Values> {
  met: readonly Met[];
  theirs: Theirs<V>;
  labelOf: (key: string) => string;
  disabled: boolean;
  onKeep: (met: Met, keeps: 'mine' | 'theirs') => void;
}

/**
 * Shows a colleague's changes to the record while its form is open, and lets the person choose, field by field, which
 * value to keep.
 */
export function TheirChanges<V extends Values>({ met, theirs, labelOf, disabled, onKeep }: TheirChangesProps<V>) {
  const styles = useStyles();
  const open = met.filter(({ keeps }) => keeps === null).length;
  return (
    <section className={styles.root} aria-label="Changed while open" data-field="theirs">
      <output className={styles.title}>
        <PeopleRegular className={styles.icon} aria-hidden />
        {`${theirs.by} changed this record while you had it open.${open > 0 ? ' Choose which value to keep.' : ''}`}
      </output>
      <ul className={styles.list}>
        {met.map(one => {
          const label = labelOf(one.key);
          const [mine, other] = [one.mine, one.theirs].map(value => theirs.words(one.key, value) || 'empty');
          return (
            <li key={one.key} className={styles.line}>
              <span className={styles.text}>{`${label}: ${other} (theirs), ${mine} (yours)`}</span>
              {(['theirs', 'mine'] as const).map(keeps => (
                <Button
                  key={keeps}
                  size="small"
                  className={styles.choice}
                  appearance={one.keeps === keeps ? 'primary' : 'secondary'}
                  aria-pressed={one.keeps === keeps}
                  aria-label={`${keeps === 'theirs' ? 'Theirs' : 'Yours'}: ${label}`}
                  disabled={disabled}
                  onClick={() => onKeep(one, keeps)}
                >
                  {keeps === 'theirs' ? 'Theirs' : 'Yours'}
                </Button>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
