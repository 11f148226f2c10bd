import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    display: 'block',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  head: { display: 'block', fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  line: { display: 'block' },
});

/** "What does this shift?" and the sentences that answer it; renders nothing if there are none. */
export function ShiftNote({ sentences }: { sentences: readonly string[] }) {
  const styles = useStyles();
  return (
    <output
      className={sentences.length === 0 ? undefined : styles.root}
      aria-live="polite"
      aria-label="What does this shift?"
    >
      {sentences.length > 0 && <strong className={styles.head}>What does this shift?</strong>}
      {sentences.map(sentence => (
        <span key={sentence} className={styles.line}>
          {sentence}{' '}
        </span>
      ))}
    </output>
  );
}
