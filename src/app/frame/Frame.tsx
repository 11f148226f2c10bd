import { makeStyles, tokens } from '@fluentui/react-components';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect, useMemo, useState, type Dispatch, type SetStateAction } from 'react';
import { SyncProvider } from '../../sync/hooks/SyncProvider.tsx';
import { COUNTRIES } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import { PRIVILEGE } from '../../domain/permission.ts';
import { ShellContext } from '../appContext.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { useSession } from '../session/useSession.ts';
import { usePageMeta } from '../usePageMeta.ts';
import { crumbsOf } from '../pageMeta.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { useShortcuts } from '../palette/useShortcuts.ts';
import { useTypedAhead } from '../palette/useTypedAhead.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { HEADER_HEIGHT, NARROW_QUERY, NAV_COLLAPSED, NAV_WIDTH, NOTICES_ROOM, PHONE, WIDE_QUERY } from './layout.ts';
import { Navigation } from './Navigation.tsx';
import { TopBar } from './TopBar.tsx';
import { UiProvider } from './UiProvider.tsx';
import { usePageEffects } from './usePageEffects.ts';
import { useRefusalNotices } from './useRefusalNotices.ts';
import { useShellValue } from './useShellValue.ts';
import { useSignedOutWatch } from './useSignedOutWatch.ts';
import { useSigningOut } from './useSigningOut.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const KEY = 'ops-navigation';

const stored = (): boolean => {
  try {
    const text = localStorage.getItem(KEY);
    // By default, the navigation is collapsed on a small laptop, to leave the width to the table.
    return text === null ? innerWidth < 1200 : text === 'folded';
  } catch {
    return false;
  }
};

/** Whether the navigation shows only icons; remembered on this device once a person changes it. */
function useNavigationFold(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [folded, setFolded] = useState(stored);
  const [first] = useState(folded);
  useEffect(() => {
    try {
      if (folded !== first || localStorage.getItem(KEY) !== null) {
        localStorage.setItem(KEY, folded ? 'folded' : 'open');
      }
    } catch {
      // Without storage, the window width decides again on the next visit.
    }
  }, [folded, first]);
  return [folded, setFolded];
}

const NoCountryPage = lazyPart(() => import('./NoCountryPage.tsx').then(module => module.NoCountryPage));
const NavigationDrawer = lazyPart(() => import('./NavigationDrawer.tsx').then(module => module.NavigationDrawer));
const CommandPalette = lazyPart(() => import('../palette/CommandPalette.tsx').then(module => module.CommandPalette));
const Shortcuts = lazyPart(() => import('../palette/Shortcuts.tsx').then(module => module.Shortcuts));
const PausedNotice = lazyPart(
  () => import('./PausedNotice.ts').then(module => module.PausedNotice),
  () => null,
);
const SignOutDialog = lazyPart(() => import('./SignOutDialog.tsx').then(module => module.SignOutDialog));

/** Loads the notice only if there are paused writes: its file loads many others, before the first list. */
const PausedWrites = () => (useSyncStatus().paused > 0 ? <PausedNotice /> : null);

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    gridTemplateAreas: '"bar bar" "nav main" "nav notices"',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridTemplateRows: `${HEADER_HEIGHT} minmax(0, 1fr) ${NOTICES_ROOM}`,
    height: '100dvh',
    backgroundColor: tokens.colorNeutralBackground1,
    // In print, the page is as long as its content and has no navigation.
    '@media print': { display: 'block', height: 'auto' },
  },
  nav: {
    gridArea: 'nav',
    boxSizing: 'border-box',
    overflowY: 'auto',
    overflowX: 'hidden',
    overscrollBehavior: 'contain',
    padding: tokens.spacingHorizontalS,
    borderRight: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    '@media print': { display: 'none' },
  },
  main: {
    gridArea: 'main',
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    overflow: 'auto',
    padding: `0 ${tokens.spacingHorizontalL}`,
    outlineStyle: 'none',
    [PHONE]: { padding: `0 ${tokens.spacingHorizontalM}` },
    '@media print': { display: 'block', overflow: 'visible', padding: 0 },
  },
  // The person, country and date shown on a printed page.
  paper: { margin: 0, fontSize: tokens.fontSizeBase200 },
  skip: {
    position: 'absolute',
    left: tokens.spacingHorizontalM,
    top: '-100px',
    zIndex: 30,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':focus': { top: tokens.spacingVerticalS },
    '@media print': { display: 'none' },
  },
});

/**
 * The frame around every page of a signed-in person; if nobody is signed in, the router is already navigating to the
 * sign-in page.
 */
export function Frame() {
  const state = useSession();
  if (!state) return null;
  const { entities, privilege } = state.session.info;
  // A System Admin without a country needs access, to create the first one.
  if (entities.length === 0 && privilege !== PRIVILEGE.systemAdmin)
    return (
      <Suspense fallback={null}>
        <NoCountryPage state={state} />
      </Suspense>
    );
  return <SignedInFrame key={state.session.info.userId} state={state} />;
}

function SignedInFrame({ state }: { state: SessionState }) {
  const entity = state.session.info.currentEntity;
  return (
    <SyncProvider client={state.client} entity={entity}>
      <UiProvider session={state.session}>
        <FrameBody state={state} />
      </UiProvider>
    </SyncProvider>
  );
}

/** Connects the engine once the page is on the screen, after the frame and the router's own state. */
function PageShown({ engine }: { engine: SessionState['client']['engine'] }) {
  useEffect(() => engine.pageShown(), [engine]);
  return null;
}

/** The person, country and date, in the country's time zone. */
function paperLine({ session: { info } }: SessionState): string {
  const { name, timeZone } = COUNTRIES[info.currentEntity];
  return `${name}, ${info.email}, ${formatTime(Math.floor(Date.now() / 1000), timeZone)}`;
}

type Overlay = 'palette' | 'shortcuts' | null;

function FrameBody({ state }: { state: SessionState }) {
  const styles = useStyles();
  const [overlay, setOverlay] = useState<Overlay>(null);
  // Renders the frame first, then its content in slices: rendering both at once would block the tab longer than any
  // later step.
  const framed = useDeferredValue(true, false);
  const narrow = useMedia(NARROW_QUERY);
  const paper = useMedia('print');
  const wide = useMedia(WIDE_QUERY);
  const [folded, setFolded] = useNavigationFold();
  const [drawer, setDrawer] = useState(false);
  const signingOut = useSigningOut(state);
  const path = useLocation({ select: location => location.pathname });
  const openers = useMemo(
    () => ({
      openPalette: () => setOverlay('palette'),
      openShortcuts: () => setOverlay('shortcuts'),
      toggleNavigation: () => (narrow ? setDrawer(was => !was) : setFolded(was => !was)),
    }),
    [narrow, setFolded],
  );
  const shell = useShellValue(state, openers, signingOut.start);
  const meta = usePageMeta();
  const { entity, place } = shell;
  useShortcuts(openers);
  const typedAhead = useTypedAhead(overlay === 'palette');
  usePageEffects(state.session.info.userId, entity, meta, place);
  useSignedOutWatch();
  useRefusalNotices(state.client);
  const crumbs = crumbsOf(meta, place, path);
  const closeOverlay = (): void => setOverlay(null);

  return (
    <ShellContext.Provider value={shell}>
      <div className={styles.frame}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <TopBar navigationOpen={narrow ? drawer : !folded} onToggleNavigation={openers.toggleNavigation}>
          {wide && crumbs.length > 1 && <Breadcrumb crumbs={crumbs} />}
        </TopBar>
        {!narrow && (
          <nav className={styles.nav} aria-label="Main" style={{ width: folded ? NAV_COLLAPSED : NAV_WIDTH }}>
            {framed && <Navigation collapsed={folded} onExpand={() => setFolded(false)} />}
          </nav>
        )}
        <main className={styles.main} id="main" tabIndex={-1} key={entity}>
          {paper && <p className={styles.paper}>{paperLine(state)}</p>}
          {!wide && crumbs.length > 1 && <Breadcrumb crumbs={crumbs} />}
          <Suspense fallback={null}>
            {framed && (
              <>
                <Outlet />
                <PageShown engine={state.client.engine} />
              </>
            )}
          </Suspense>
        </main>
      </div>
      <PausedWrites />
      {narrow && drawer && <NavigationDrawer onClose={() => setDrawer(false)} />}
      {overlay === 'palette' && <CommandPalette typedAhead={typedAhead} onClose={closeOverlay} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={closeOverlay} />}
      {signingOut.asking !== null && (
        <SignOutDialog {...signingOut.asking} onCancel={signingOut.cancel} onSignOut={signingOut.confirm} />
      )}
    </ShellContext.Provider>
  );
}
