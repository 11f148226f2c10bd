import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, minHeight: '32px' },
  title: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** A page's title with its primary action at the right. The breadcrumb above it is the shell's. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  const styles = useStyles();
  return (
    <header className={styles.root}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </header>
  );
}
