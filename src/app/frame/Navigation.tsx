import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular, HomeRegular } from '@fluentui/react-icons';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { createElement, useId, useState } from 'react';
import { isPlainClick } from '../../ui/isPlainClick.ts';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { useUi } from '../../ui/UiContext.ts';
import type { MenuGroup } from '../menu.ts';
import { useShell } from '../appContext.ts';
import { focusRing } from './focusRing.ts';
import { groupIcon } from './groupIcons.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalMNudge,
    width: '100%',
    minHeight: '36px',
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
  entry: { paddingLeft: '40px', minHeight: '32px' },
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
  /** Icons alone; a click opens the navigation at that group. */
  collapsed: boolean;
  onExpand: () => void;
  /** An entry was followed: the drawer closes. */
  onFollow?: () => void;
}

/** Home and the seven groups with their entries (MENU-1). The group of the open page is unfolded. */
export function Navigation({ collapsed, onExpand, onFollow }: NavigationProps) {
  const styles = useStyles();
  const { menu, menuKnown, place } = useShell();
  const atHome = useLocation({ select: location => location.pathname === '/' });
  const [toggled, setToggled] = useState<Readonly<Record<number, boolean>>>({});
  const isOpen = (group: MenuGroup): boolean => toggled[group.id] ?? place?.group.id === group.id;
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
        <NavigationGroup
          key={group.id}
          group={group}
          collapsed={collapsed}
          open={isOpen(group)}
          onFollow={onFollow}
          onToggle={() => {
            setToggled({ ...toggled, [group.id]: collapsed || !isOpen(group) });
            if (collapsed) onExpand();
          }}
        />
      ))}
      {!menuKnown && !collapsed && (
        <li className={styles.empty}>The menu of this country appears once the server has been reached.</li>
      )}
    </ul>
  );
}

interface GroupProps {
  group: MenuGroup;
  collapsed: boolean;
  open: boolean;
  onToggle: () => void;
  onFollow: (() => void) | undefined;
}

function NavigationGroup({ group, collapsed, open, onToggle, onFollow }: GroupProps) {
  const styles = useStyles();
  const { place } = useShell();
  const { userKey, entity } = useUi();
  const navigate = useNavigate();
  const listId = useId();
  const Chevron = open ? ChevronDownRegular : ChevronRightRegular;
  const holdsPage = place?.group.id === group.id;
  return (
    <li>
      <button
        type="button"
        className={mergeClasses(
          styles.item,
          collapsed && styles.rail,
          holdsPage && (collapsed ? styles.active : styles.current),
        )}
        aria-expanded={open && !collapsed}
        {...(open && !collapsed ? { 'aria-controls': listId } : {})}
        {...(collapsed ? { title: group.name, 'aria-label': group.name } : {})}
        onClick={onToggle}
      >
        {createElement(groupIcon(group.icon), { className: styles.icon, 'aria-hidden': true })}
        {!collapsed && (
          <>
            <span className={styles.groupName}>{group.name}</span>
            <Chevron className={styles.chevron} aria-hidden />
          </>
        )}
      </button>
      {open && !collapsed && (
        <ul className={styles.list} id={listId}>
          {group.entries.map(entry => {
            const active = place?.entry.id === entry.id;
            return (
              <li key={entry.id}>
                <Link
                  to={entry.path}
                  className={mergeClasses(styles.item, styles.entry, active && styles.active)}
                  aria-current={active ? 'page' : undefined}
                  onClick={event => {
                    onFollow?.();
                    // The entry of the open page leads back to what was searched there.
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
          })}
        </ul>
      )}
    </li>
  );
}
