import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, DismissCircleRegular } from '@fluentui/react-icons';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    whiteSpace: 'nowrap',
    verticalAlign: 'middle',
  },
  yes: { color: tokens.colorStatusSuccessForeground1 },
  no: { color: tokens.colorNeutralForeground3 },
});

/** Yes or no as an icon and a word, never by color alone (SAL-14). */
export function YesNo({ value }: { value: boolean }) {
  const styles = useStyles();
  const Icon = value ? CheckmarkCircleFilled : DismissCircleRegular;
  return (
    <span className={mergeClasses(styles.root, value ? styles.yes : styles.no)}>
      <Icon aria-hidden fontSize={tokens.fontSizeBase400} />
      {value ? 'Yes' : 'No'}
    </span>
  );
}
