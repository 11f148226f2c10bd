import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  DatabaseRegular,
  KeyboardRegular,
  PeopleTeamRegular,
  SignOutRegular,
  TabletLaptopRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { PRIVILEGE } from '../../domain/permission.ts';
import { useShell } from '../appContext.ts';
import { useSession } from '../session/useSession.ts';
import { usePopupStyles } from './popupStyles.ts';

const useStyles = makeStyles({
  email: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
});

const LEVEL = {
  [PRIVILEGE.systemAdmin]: 'System Admin',
  [PRIVILEGE.entityAdmin]: 'Entity Admin',
  [PRIVILEGE.normal]: '',
} as const;

interface Item {
  label: string;
  Icon: FluentIcon;
  run: () => void;
  apart?: boolean;
}

/** The open user menu; arrows move, Escape closes. */
export function UserMenuList({ onClose }: { onClose: (refocus?: boolean) => void }) {
  const styles = useStyles();
  const popup = usePopupStyles();
  const shell = useShell();
  const state = useSession();
  const menuRef = useRef<HTMLDivElement>(null);
  const items = (): HTMLButtonElement[] => [...(menuRef.current?.querySelectorAll('button') ?? [])];
  useEffect(() => menuRef.current?.querySelector('button')?.focus(), []);
  if (!state) return null;
  const { email, name, privilege } = state.session.info;

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.findIndex(item => item === document.activeElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    all.at(target % all.length)?.focus();
  };

  const { install } = shell;
  const entries: Item[] = [
    ...(install ? [{ label: 'Install app', Icon: ArrowDownloadRegular, run: install }] : []),
    { label: 'Keyboard shortcuts', Icon: KeyboardRegular, run: shell.openShortcuts },
    { label: 'Changes on this device', Icon: TabletLaptopRegular, run: shell.openQueue },
    { label: 'Offline data', Icon: DatabaseRegular, run: shell.openOfflineData },
    { label: 'Sign out', Icon: SignOutRegular, run: () => shell.signOut(false), apart: true },
    { label: 'Sign out everywhere', Icon: PeopleTeamRegular, run: () => shell.signOut(true) },
  ];
  return (
    <div className={mergeClasses(popup.surface, popup.right)}>
      <div className={popup.head}>
        <div className={styles.email}>{email}</div>
        <div className={popup.muted}>{[name, LEVEL[privilege]].filter(text => text && text !== email).join(' · ')}</div>
      </div>
      <hr className={popup.rule} />
      <div role="menu" aria-label="User menu" tabIndex={-1} ref={menuRef} onKeyDown={onKeyDown}>
        {entries.map(({ label, Icon, run, apart }) => (
          <div key={label} role="none">
            {apart === true && <hr className={popup.rule} />}
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={popup.row}
              onClick={() => {
                onClose(true);
                run();
              }}
            >
              <Icon className={popup.rowIcon} aria-hidden />
              {label}
            </button>
          </div>
        ))}
      </div>
    </div>
  );
}
