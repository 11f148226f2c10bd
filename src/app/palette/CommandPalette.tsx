import { useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import type { ChannelRow } from '../../contract/channels.ts';
import type { ViewRow } from '../../contract/views.ts';
import type { LocationTreeRow } from '../../contract/locations.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useViews } from '../../sync/hooks/useViews.ts';
import { chooseDensity } from '../../ui/list/preferences.ts';
import { viewHref } from '../../screens/shared/views/viewTexts.ts';
import { useFindPlaces } from '../../sync/hooks/useFindPlaces.ts';
import { useShell, type Shell } from '../appContext.ts';
import { NativeDialog } from '../frame/NativeDialog.tsx';
import type { RecentPage } from '../recent.ts';
import { useRecentPages } from '../useRecentPages.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useSession } from '../session/useSession.ts';
import { setThemeChoice, themeChoice, type ThemeChoice } from '../theme/themeChoice.ts';
import { historiesFor, historyHref, historyLabel } from './histories.ts';
import { SearchList } from './SearchList.tsx';
import type { Choice } from './search.ts';
import type { TypedAhead } from './useTypedAhead.ts';

const useStyles = makeStyles({
  dialog: {
    width: 'min(600px, calc(100vw - 24px))',
    maxHeight: 'min(480px, calc(100dvh - 48px))',
    marginTop: '10vh',
    overflow: 'hidden',
    // Only an open dialog may set its own `display`.
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
  { choice: 'system', label: 'Theme: system' },
  { choice: 'light', label: 'Theme: light' },
  { choice: 'dark', label: 'Theme: dark' },
];

const AREA_PATH = '/carrier/serviceable/location';
const TREE_PATH = '/carrier/locationTree';
/** Maximum number of places requested per search. */
const PLACES_MOST = 8;

const withFilters = (path: string, filters: object): string =>
  `${path}?q=${encodeURIComponent(JSON.stringify(filters))}`;

const opens =
  (path: string) =>
  ({ entries }: Shell['menu'][number]): boolean =>
    entries.some(entry => entry.path === path);

/** Recently opened pages that are missing from the menu. */
const recentOf = (pages: readonly RecentPage[], shell: Shell, go: (path: string) => void): Command[] =>
  pages
    .filter(({ path }) => path !== '/' && !shell.menu.some(opens(path)))
    .map(({ path, title }) => ({ id: `recent-${path}`, label: title, group: 'Recent', run: () => go(path) }));

/** Whether the menu has a link to a page. */
const leadsTo = ({ menu }: Shell, path: string): boolean =>
  menu.some(({ entries }) => entries.some(entry => entry.path === path || path.startsWith(`${entry.path}/`)));

/** Operation histories of pages in the menu. */
const historiesOf = (shell: Shell, can: (code: string) => boolean, go: (path: string) => void): Command[] =>
  historiesFor(path => leadsTo(shell, path), can).map(page => ({
    id: `history-${page.path}`,
    label: historyLabel(page),
    group: 'Histories',
    searched: true,
    run: () => go(historyHref(page)),
  }));

function channelsOf(channels: readonly ChannelRow[], shell: Shell, go: (path: string) => void): Command[] {
  if (!leadsTo(shell, AREA_PATH)) return [];
  return channels.map(({ channelId, name }) => ({
    id: `channel-${channelId}`,
    label: `${channelId} ${name}`,
    group: 'Channels',
    detail: 'Serviceable locations',
    searched: true,
    run: () => go(withFilters(AREA_PATH, { channelId, type: 0 })),
  }));
}

/** The places found; each opens the list of places, filtered to that place. */
function placesOf(places: readonly LocationTreeRow[], shell: Shell, go: (path: string) => void): Command[] {
  if (!leadsTo(shell, TREE_PATH)) return [];
  return places.map(({ locationId, name, level, state, city, district }) => ({
    id: `place-${locationId}`,
    label: `${name} ${locationId}`,
    group: 'Places',
    detail: [state, city, district].slice(0, level).toReversed().join(', '),
    searched: true,
    run: () => go(withFilters(TREE_PATH, { locationId })),
  }));
}

/** Saved views of lists in the menu; each opens its list with that view applied. */
function viewsOf(views: readonly ViewRow[], shell: Shell, go: (path: string) => void): Command[] {
  const pages = shell.menu.flatMap(({ entries }) => entries);
  return views.flatMap(view => {
    // A sibling tab is reached through the same menu entry.
    const area = view.path.split('/').slice(0, 3).join('/');
    const isArea = view.path !== area;
    const page = pages.find(({ path }) => path === view.path || (isArea && path.startsWith(`${area}/`)));
    if (!page) return [];
    const whose = view.shared ? 'Shared view' : 'My view';
    return [
      {
        id: `view-${view.id}`,
        label: view.name,
        group: 'Views',
        detail: `${whose}, ${page.name}`,
        run: () => go(viewHref(view)),
      },
    ];
  });
}

function commandsOf(shell: Shell, go: (path: string) => void, warn: (text: string) => void): Command[] {
  const entries: Command[] = shell.menu.flatMap(group =>
    group.entries.map(entry => ({
      id: `page-${entry.id}`,
      label: entry.name,
      group: 'Pages',
      detail: group.name,
      run: () => go(entry.path),
    })),
  );
  const pages = [
    { id: 'page-home', label: 'Home', group: 'Pages', run: () => go('/') },
    { id: 'page-queue', label: 'Changes on this device', group: 'Pages', run: () => go('/queue') },
    { id: 'page-access', label: 'My access', group: 'Pages', run: () => go('/my-access') },
    { id: 'page-offline', label: 'Offline data', group: 'Pages', run: () => go('/offline-data') },
    ...entries,
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
  const densities = (['comfortable', 'compact'] as const).map(density => ({
    id: `density-${density}`,
    label: `Density: ${density}`,
    group: 'Settings',
    detail: 'Row height in this list',
    run: () => {
      if (!chooseDensity(density)) warn('There is no list on this page. Open one and choose its density there.');
    },
  }));
  const { install } = shell;
  return [
    ...pages,
    ...(countries.length > 1 ? countries : []),
    ...themes,
    ...densities,
    { id: 'help', label: 'Keyboard shortcuts', group: 'Settings', detail: '?', run: shell.openShortcuts },
    ...(install ? [{ id: 'install', label: 'Install app', group: 'Settings', run: install }] : []),
    { id: 'sign-out', label: 'Sign out', group: 'Settings', run: () => shell.signOut(false) },
  ];
}

/** The command palette (Ctrl+K): jumps to any menu entry, country, theme or command. */
export function CommandPalette({ typedAhead, onClose }: { typedAhead: TypedAhead; onClose: () => void }) {
  const styles = useStyles();
  const shell = useShell();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const userId = useSession()?.session.info.userId ?? 0;
  const recent = useRecentPages(userId, shell.entity);
  const channels = useChannels();
  const { views } = useViews();
  const { can, notify } = useUi();
  const places = useFindPlaces(text, PLACES_MOST);
  const commands = useMemo(() => {
    const go = (path: string) => void navigate({ href: path });
    const known = commandsOf(shell, go, notify.warning);
    const isPage = ({ group }: Command) => group === 'Pages';
    return [
      ...known.filter(isPage),
      ...recentOf(recent, shell, go),
      ...viewsOf(views, shell, go),
      ...historiesOf(shell, can, go),
      ...known.filter(command => !isPage(command)),
      ...channelsOf(channels ?? [], shell, go),
      ...placesOf(places, shell, go),
    ];
  }, [shell, can, navigate, recent, channels, places, views, notify]);
  return (
    <NativeDialog label="Command palette" className={styles.dialog} onClose={onClose}>
      <SearchList
        choices={commands}
        label="Search pages and commands"
        placeholder="Go to a page, view, channel, place, location ID, country or command"
        onText={setText}
        headings
        typedAhead={typedAhead}
        onChoose={id => {
          onClose();
          // Runs after the dialog has restored the focus, so that a surface opened by the command keeps the focus.
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
