import { makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { COUNTRIES } from '../../domain/country.ts';
import { useShell, type Shell } from '../appContext.ts';
import { NativeDialog } from '../frame/NativeDialog.tsx';
import { splitMenu, type MenuGroup } from '../menu.ts';
import { setThemeChoice, themeChoice, type ThemeChoice } from '../theme/themeChoice.ts';
import { SearchList } from './SearchList.tsx';
import type { Choice } from './search.ts';
import type { TypedAhead } from './useTypedAhead.ts';

const useStyles = makeStyles({
  dialog: {
    width: 'min(600px, calc(100vw - 24px))',
    maxHeight: 'min(480px, calc(100dvh - 48px))',
    marginTop: '10vh',
    overflow: 'hidden',
    // Only an open dialog may have a display of its own.
    '&[open]': { display: 'flex', flexDirection: 'column' },
  },
  hint: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface Command extends Choice {
  run: () => void;
}

const THEMES: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'system', label: 'Theme: as the system' },
  { choice: 'light', label: 'Theme: light' },
  { choice: 'dark', label: 'Theme: dark' },
];

function commandsOf(shell: Shell, go: (path: string) => void): Command[] {
  const { built, later } = splitMenu(shell.menu);
  const entriesOf = (groups: readonly MenuGroup[], later: boolean): Command[] =>
    groups.flatMap(group =>
      group.entries.map(entry => ({
        id: `page-${entry.id}`,
        label: entry.name,
        group: later ? 'Later' : 'Pages',
        detail: later ? `${group.name}, not built yet` : group.name,
        later,
        run: () => go(entry.path),
      })),
    );
  const pages = [
    { id: 'page-home', label: 'Home', group: 'Pages', run: () => go('/') },
    { id: 'page-queue', label: 'Changes on this device', group: 'Pages', run: () => go('/queue') },
    { id: 'page-offline', label: 'Offline data', group: 'Pages', run: () => go('/offline-data') },
    ...entriesOf(built, false),
  ];
  const countries = shell.countries.map(country => ({
    id: `country-${country}`,
    label: COUNTRIES[country].name,
    group: 'Country',
    detail: country,
    selected: country === shell.entity,
    run: () => shell.switchTo(country),
  }));
  const themes = THEMES.map(({ choice, label }) => ({
    id: `theme-${choice}`,
    label,
    group: 'Settings',
    selected: choice === themeChoice(),
    run: () => setThemeChoice(choice),
  }));
  const { install } = shell;
  return [
    ...pages,
    ...(countries.length > 1 ? countries : []),
    ...themes,
    { id: 'help', label: 'Keyboard shortcuts', group: 'Settings', detail: '?', run: shell.openShortcuts },
    ...(install ? [{ id: 'install', label: 'Install app', group: 'Settings', run: install }] : []),
    { id: 'sign-out', label: 'Sign out', group: 'Settings', run: () => shell.signOut(false) },
    ...entriesOf(later, true),
  ];
}

/** Ctrl+K: jumps to any menu entry, another country, a theme or a command. */
export function CommandPalette({ typedAhead, onClose }: { typedAhead: TypedAhead; onClose: () => void }) {
  const styles = useStyles();
  const shell = useShell();
  const navigate = useNavigate();
  const commands = commandsOf(shell, path => void navigate({ to: path }));
  return (
    <NativeDialog label="Command palette" className={styles.dialog} onClose={onClose}>
      <SearchList
        choices={commands}
        label="Search pages and commands"
        placeholder="Go to a page, a country or a command"
        headings
        typedAhead={typedAhead}
        onChoose={id => {
          onClose();
          // After the dialog gave the focus back, so that a command which opens another surface keeps it.
          const command = commands.find(candidate => candidate.id === id);
          if (command) setTimeout(() => command.run());
        }}
      />
      <div className={styles.hint} aria-hidden>
        ↑ ↓ to move · Enter to open · Esc to close
      </div>
    </NativeDialog>
  );
}
