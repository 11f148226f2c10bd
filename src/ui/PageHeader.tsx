import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: `calc(${tokens.spacingHorizontalM} + ${tokens.spacingHorizontalMNudge})`,
    rowGap: tokens.spacingVerticalXS,
    minHeight: '36px',
    '@media (max-height: 480px)': { minHeight: '32px' },
  },
  title: {
    margin: 0,
    flexGrow: 1,
    whiteSpace: 'nowrap',
    '@media (max-width: 899px)': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  withTabs: { flexGrow: 0 },
  // Tabs that do not fit next to the title wrap to their own line, except in a low window, e.g. at 200 % zoom, where
  // the rows need that height more.
  tabs: {
    flex: '1 1 auto',
    minWidth: 0,
    '@media (max-height: 480px)': { flexBasis: 0 },
    '@media (max-width: 639px)': { flexBasis: '100%' },
    '@media print': { display: 'none' },
  },
});

interface PageHeaderProps {
  title: string;
  /** The page's tabs, on the same line as the title. */
  tabs?: ReactNode;
  children?: ReactNode;
}

/** A page's title and tabs, with its primary action at the right. The breadcrumb is part of the shell. */
export function PageHeader({ title, tabs, children }: PageHeaderProps) {
  const styles = useStyles();
  return (
    <header className={styles.root}>
      <h1 className={mergeClasses(styles.title, tabs !== undefined && styles.withTabs)}>{title}</h1>
      {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
      {children}
    </header>
  );
}
