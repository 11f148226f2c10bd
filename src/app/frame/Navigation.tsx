import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular, HomeRegular, type FluentIcon } from '@fluentui/react-icons';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { createElement, useId, useState, type ReactNode } from 'react';
import { groupIcon } from '../../ui/groupIcons.ts';
import { isPlainClick } from '../../ui/isPlainClick.ts';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { useUi } from '../../ui/UiContext.ts';
import type { MenuEntry, MenuGroup } from '../menu.ts';
import { useShell } from '../appContext.ts';
import { focusRing } from './focusRing.ts';
import { PHONE } from './layout.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalMNudge,
    width: '100%',
    minHeight: '36px',
    [PHONE]: { minHeight: '40px' },
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalMNudge}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'left',
    textDecorationLine: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground2Hover },
    ':active': { backgroundColor: tokens.colorSubtleBackgroundPressed },
    ...focusRing,
  },
  groupName: { flexGrow: 1, minWidth: 0 },
  entry: { paddingLeft: '40px', minHeight: '32px', [PHONE]: { minHeight: '40px' } },
  active: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1Selected,
    fontWeight: tokens.fontWeightSemibold,
    position: 'relative',
    '::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: '8px',
      bottom: '8px',
      width: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandBackground,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase500 },
  chevron: { flexShrink: 0, fontSize: tokens.fontSizeBase300, color: tokens.colorNeutralForeground3 },
  rail: { justifyContent: 'center', padding: 0 },
  empty: {
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface NavigationProps {
  /** Shows icons only; a click expands the navigation at that group. */
  collapsed: boolean;
  onExpand: () => void;
  /** Called when a link is followed, so that the drawer closes. */
  onFollow?: () => void;
}

/** Lists Home and the page groups (MENU-1). The open page's group is expanded. */
export function Navigation({ collapsed, onExpand, onFollow }: NavigationProps) {
  const styles = useStyles();
  const { menu, menuKnown, place } = useShell();
  const { online } = useUi();
  const atHome = useLocation({ select: location => location.pathname === '/' });
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const holder = place?.group.id;
  const groupProps = (id: number) => {
    const open = toggled[id] ?? holder === id;
    return {
      collapsed,
      open: open && !collapsed,
      holdsPage: holder === id,
      onToggle: () => {
        setToggled({ ...toggled, [id]: collapsed || !open });
        if (collapsed) onExpand();
      },
    };
  };
  const entriesOf = (group: MenuGroup) =>
    group.entries.map(entry => <NavigationEntry key={entry.id} entry={entry} onFollow={onFollow} />);
  return (
    <ul className={styles.list}>
      <li>
        <Link
          to="/"
          className={mergeClasses(styles.item, collapsed && styles.rail, atHome && styles.active)}
          aria-current={atHome ? 'page' : undefined}
          title={collapsed ? 'Home' : undefined}
          aria-label={collapsed ? 'Home' : undefined}
          onClick={onFollow}
        >
          <HomeRegular className={styles.icon} aria-hidden />
          {!collapsed && 'Home'}
        </Link>
      </li>
      {menu.map(group => (
        <NavigationGroup key={group.id} name={group.name} icon={groupIcon(group.icon)} {...groupProps(group.id)}>
          {entriesOf(group)}
        </NavigationGroup>
      ))}
      {!menuKnown && !collapsed && (
        <li className={styles.empty}>
          {online ? 'Loading the menu ...' : 'The menu for this country will appear once the server can be reached.'}
        </li>
      )}
    </ul>
  );
}

interface GroupProps {
  name: string;
  icon: FluentIcon;
  collapsed: boolean;
  open: boolean;
  holdsPage: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function NavigationGroup({ name, icon, collapsed, open, holdsPage, onToggle, children }: GroupProps) {
  const styles = useStyles();
  const listId = useId();
  const Chevron = open ? ChevronDownRegular : ChevronRightRegular;
  return (
    <li>
      <button
        type="button"
        className={mergeClasses(
          styles.item,
          collapsed && styles.rail,
          holdsPage && (collapsed ? styles.active : styles.current),
        )}
        aria-expanded={open}
        {...(open ? { 'aria-controls': listId } : {})}
        {...(collapsed ? { title: name, 'aria-label': name } : {})}
        onClick={onToggle}
      >
        {createElement(icon, { className: styles.icon, 'aria-hidden': true })}
        {!collapsed && (
          <>
            <span className={styles.groupName}>{name}</span>
            <Chevron className={styles.chevron} aria-hidden />
          </>
        )}
      </button>
      {open && (
        <ul className={styles.list} id={listId}>
          {children}
        </ul>
      )}
    </li>
  );
}

function NavigationEntry({ entry, onFollow }: { entry: MenuEntry; onFollow: (() => void) | undefined }) {
  const styles = useStyles();
  const { place } = useShell();
  const { userKey, entity } = useUi();
  const navigate = useNavigate();
  const active = place?.entry.id === entry.id;
  return (
    <li>
      <Link
        to={entry.path}
        className={mergeClasses(styles.item, styles.entry, active && styles.active)}
        aria-current={active ? 'page' : undefined}
        onClick={event => {
          onFollow?.();
          // The open page's entry leads back to the last search there.
          const kept = active ? lastAddress(userKey, entity, entry.path) : undefined;
          if (kept === undefined || !isPlainClick(event)) return;
          event.preventDefault();
          void navigate({ href: kept });
        }}
      >
        {entry.name}
      </Link>
    </li>
  );
}
