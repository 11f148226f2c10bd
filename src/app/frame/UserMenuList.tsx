import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  CheckmarkRegular,
  DarkThemeRegular,
  DatabaseRegular,
  KeyboardRegular,
  PeopleTeamRegular,
  ShieldKeyholeRegular,
  SignOutRegular,
  TabletLaptopRegular,
  WeatherMoonRegular,
  WeatherSunnyRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { PRIVILEGE } from '../../domain/permission.ts';
import { useShell } from '../appContext.ts';
import { useSession } from '../session/useSession.ts';
import { setThemeChoice, useThemeChoice, type ThemeChoice } from '../theme/themeChoice.ts';
import { usePopupStyles } from './popupStyles.ts';

const useStyles = makeStyles({
  check: { marginInlineStart: 'auto', flexShrink: 0 },
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
  /** A set of options, one of which is selected. */
  chosen?: boolean;
}

const THEMES: readonly { choice: ThemeChoice; label: string; Icon: FluentIcon }[] = [
  { choice: 'system', label: 'Theme: system', Icon: DarkThemeRegular },
  { choice: 'light', label: 'Theme: light', Icon: WeatherSunnyRegular },
  { choice: 'dark', label: 'Theme: dark', Icon: WeatherMoonRegular },
];

/** The open user menu; arrow keys navigate, Escape closes it. */
export function UserMenuList({ onClose }: { onClose: (refocus?: boolean) => void }) {
  const styles = useStyles();
  const popup = usePopupStyles();
  const shell = useShell();
  const state = useSession();
  const theme = useThemeChoice();
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
    { label: 'My access', Icon: ShieldKeyholeRegular, run: shell.openAccess },
    ...THEMES.map(({ choice, label, Icon }, at) => ({
      label,
      Icon,
      run: () => setThemeChoice(choice),
      chosen: choice === theme,
      apart: at === 0,
    })),
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
        {entries.map(({ label, Icon, run, apart, chosen }) => (
          <div key={label} role="none">
            {apart === true && <hr className={popup.rule} />}
            <button
              type="button"
              role={chosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={chosen}
              tabIndex={-1}
              className={popup.row}
              onClick={() => {
                onClose(true);
                run();
              }}
            >
              <Icon className={popup.rowIcon} aria-hidden />
              {label}
              {chosen === true && <CheckmarkRegular className={styles.check} aria-hidden />}
            </button>
          </div>
        ))}
      </div>
    </div>
  );
}
