import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { NavigationRegular, SearchRegular } from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShell } from '../appContext.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { Bell } from './Bell.tsx';
import { CountrySwitcher } from './CountrySwitcher.tsx';
import { HEADER_HEIGHT, NARROW, NARROW_QUERY, PHONE, WIDE } from './layout.ts';
import { ProductMark } from './ProductMark.tsx';
import { SyncPill } from './SyncPill.tsx';
import { UserMenu } from './UserMenu.tsx';
import { focusRing } from './focusRing.ts';

const useStyles = makeStyles({
  bar: {
    gridArea: 'bar',
    position: 'relative',
    zIndex: 10,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: HEADER_HEIGHT,
    padding: `0 ${tokens.spacingHorizontalM} 0 ${tokens.spacingHorizontalS}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [PHONE]: { padding: `0 ${tokens.spacingHorizontalXS}`, gap: 0 },
    '@media print': { display: 'none' },
  },
  product: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    ...focusRing,
    [PHONE]: { padding: tokens.spacingVerticalXS },
  },
  productName: { [PHONE]: { display: 'none' } },
  search: {
    justifyContent: 'flex-start',
    width: '300px',
    margin: '0 auto',
    // Shrinks to make room for the breadcrumb.
    [WIDE]: { flexShrink: 9, width: '240px', minWidth: '140px', margin: `0 ${tokens.spacingHorizontalM}` },
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
    [NARROW]: { width: '32px', minWidth: '32px', margin: '0 0 0 auto', padding: '5px', border: 'none' },
  },
  searchText: { flexGrow: 1, textAlign: 'left', [NARROW]: { display: 'none' } },
  key: {
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase100,
    [NARROW]: { display: 'none' },
  },
  place: { display: 'none', [WIDE]: { display: 'block', flex: '1 1 auto', minWidth: 0 } },
  pill: { marginRight: tokens.spacingHorizontalXS, [PHONE]: { minWidth: 0 } },
});

interface TopBarProps {
  navigationOpen: boolean;
  onToggleNavigation: () => void;
  /** The open page's breadcrumb, in a wide window. */
  children: ReactNode;
}

/** Contains product, country, breadcrumb, command palette, sync pill, notices and user menu. */
export function TopBar({ navigationOpen, onToggleNavigation, children }: TopBarProps) {
  const styles = useStyles();
  const { openPalette } = useShell();
  const narrow = useMedia(NARROW_QUERY);
  return (
    <header className={styles.bar}>
      <Button
        appearance="subtle"
        icon={<NavigationRegular />}
        aria-label={navigationOpen ? 'Collapse navigation' : 'Expand navigation'}
        aria-expanded={navigationOpen}
        onClick={onToggleNavigation}
      />
      <Link to="/" className={styles.product} aria-label="Ops Portal, home">
        <ProductMark size={26} />
        <span className={styles.productName}>Ops Portal</span>
      </Link>
      <CountrySwitcher />
      <div className={styles.place}>{children}</div>
      <Button
        className={styles.search}
        icon={<SearchRegular />}
        {...(narrow ? { 'aria-label': 'Go to a page or command' } : {})}
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        <span className={styles.searchText}>Go to…</span>
        <kbd className={styles.key}>Ctrl K</kbd>
      </Button>
      <span className={styles.pill}>
        <SyncPill />
      </span>
      <Bell />
      <UserMenu />
    </header>
  );
}
