import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useDayLooks } from './dayLooks.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  sample: {
    position: 'relative',
    boxSizing: 'border-box',
    width: '18px',
    height: '18px',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
  },
});

/** Explains the appearance of the different kinds of days. */
export function Legend({ compares }: { compares: boolean }) {
  const styles = useStyles();
  const looks = useDayLooks();
  const items = [
    { word: 'Weekend', look: looks.weekend },
    { word: 'Holiday', look: looks.holiday },
    { word: 'Holiday on a weekend', look: mergeClasses(looks.holiday, looks.both) },
    { word: 'Working day on a weekend', look: looks.madeUp },
    { word: 'Not saved yet', look: looks.changed },
    ...(compares ? [{ word: 'Differs', look: looks.differs }] : []),
  ];
  return (
    <ul className={styles.root} aria-label="Legend">
      {items.map(({ word, look }) => (
        <li key={word} className={styles.item}>
          <span className={mergeClasses(styles.sample, look)} aria-hidden />
          {word}
        </li>
      ))}
    </ul>
  );
}
