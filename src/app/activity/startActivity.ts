import type { TrackerEvent } from '../../contract/activity.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { CHANNEL_CONFIG_PATH } from '../../screens/channelConfig/paths.ts';
import { laterOf } from '../../sync/actions/askedLater.ts';
import { sendUnsentLayout } from '../../sync/actions/homeLayout.ts';
import { ActivityTab } from '../../sync/activity/activityTab.ts';
import { clockAhead } from '../../sync/network/transportClock.ts';
import { SHELL_PROJECT } from '../documentTitle.ts';
import { onErrorReports } from '../monitoring.ts';
import { notices } from '../notices/noticeStore.ts';
import { fetchUpdate, takeOver } from '../pwa.ts';
import { createReleaseNotice, loadedRelease } from '../release/releaseNotice.ts';
import { router } from '../router.ts';
import { currentSession, subscribeSession, type SessionState } from '../session/sessionStore.ts';
import { pageOf, projectOf } from '../subApps.ts';
import { afterActing } from './afterActing.ts';
import { tabSession } from './tabSession.ts';
import { createLaterNotice } from './laterNotice.ts';
import { createClockNotice } from './clockNotice.ts';
import { browserParts, missingParts } from './missingParts.ts';
import { startTracker } from './tracker.ts';

/** VER-2: Reload reloads the page after 200 ms. */
const RELOAD_AFTER = 200;
const SHELL_MODULE = 'shell';

/**
 * Reloads into the new release. Its service worker must take over first, because otherwise the cache would serve the
 * old page.
 */
async function reload(): Promise<void> {
  const online = currentSession()?.client.board.now.network === 'online';
  await Promise.all([takeOver(online), new Promise(resolve => setTimeout(resolve, RELOAD_AFTER))]);
  location.reload();
}

/** Calls `look` now, when the network comes or goes, and on every page; returns a function that stops this. */
function lookAgain({ board, status }: SessionState['client'], look: () => void): () => void {
  let { network } = board.now;
  const stopNetwork = status.subscribe(() => {
    if (board.now.network === network) return;
    ({ network } = board.now);
    look();
  });
  const stopPages = router.subscribe('onResolved', ({ pathChanged }) => pathChanged && look());
  look();
  return () => {
    stopNetwork();
    stopPages();
  };
}

/** Sends a layout of Home that was changed offline, although the person has left Home, which sends its own. */
const startLayout = ({ client, session }: SessionState): (() => void) =>
  lookAgain(client, () => {
    if (client.board.now.network !== 'online' || location.pathname === '/') return;
    const country = currentSession()?.session.info.currentEntity ?? session.info.currentEntity;
    void sendUnsentLayout(client, country);
  });

/** Compares the device's clock with the server's while the server is reachable. */
function startClocks({ client }: SessionState): () => void {
  const compare = createClockNotice({
    ahead: clockAhead,
    warn: (text, again) => notices.add('warning', text, { label: 'Compare again', run: again }),
    agree: text => notices.add('success', text),
    ticks: () => performance.now(),
  });
  return lookAgain(client, () => {
    if (client.board.now.network === 'online') void compare();
  });
}

/** Watches for switches requested offline that await a decision; returns a function that stops watching. */
function startLater({ client, session }: SessionState): { look: () => void; stop: () => void } {
  const info = () => currentSession()?.session.info ?? session.info;
  const notice = createLaterNotice({
    clock: client.env.clock,
    notices,
    later: laterOf(client, channelConfig.id),
    here: () => ({
      country: info().currentEntity,
      timeZone: COUNTRIES[info().currentEntity].timeZone,
      online: client.board.now.network === 'online',
      asksItself: location.pathname === CHANNEL_CONFIG_PATH,
    }),
    decide: () => void router.navigate({ to: CHANNEL_CONFIG_PATH }),
  });
  const look = () => void notice.look();
  const stopLooking = lookAgain(client, look);
  return {
    look,
    stop() {
      stopLooking();
      notice.stop();
    },
  };
}

/** Activity tracking and the release notice for one person in this tab; returns a function that stops both. */
function startFor(state: SessionState): { tab: ActivityTab; stop: () => void } {
  const { client, session } = state;
  const tabId = client.env.uuid();
  const sessionId = tabSession();
  const country = () => currentSession()?.session.info.currentEntity ?? session.info.currentEntity;
  const origin = () => {
    const path = location.pathname.slice(0, 300);
    return { country: country(), project: projectOf(path)?.name ?? SHELL_PROJECT, sessionId, path };
  };
  const tab = new ActivityTab({
    signals: client.signals,
    place: () => {
      const here = origin();
      const module = (pageOf(here.path)?.slice(1) ?? SHELL_MODULE).slice(0, 100);
      return { ...here, tabId, module, visible: document.visibilityState === 'visible' };
    },
    onRelease: info => release.released(info.release_time),
    onClosed: () => release.closedElsewhere(),
  });
  const release = createReleaseNotice({
    loaded: loadedRelease(document),
    notices,
    onClosed: () => tab.noticeClosed(),
    onNewer: () => void fetchUpdate(),
    reload: () => void reload(),
  });

  const { email } = session.info;
  const acted = afterActing<TrackerEvent>(
    event => tab.record(event),
    ({ type }) => type === 'unload' || type === 'visibility',
  );
  const stopTracker = startTracker({
    window,
    turnedOn: () => tab.turnedOn,
    record: (type, name) => acted.record({ type, name, email, at: Date.now(), ...origin() }),
    onPage: shown => router.subscribe('onResolved', ({ pathChanged }) => pathChanged && shown()),
  });
  const stopPages = router.subscribe('onResolved', ({ pathChanged }) => {
    if (!pathChanged) return;
    tab.here();
    release.pageChanged();
    tab.use({ kind: 'count', name: 'page', count: 1, message: '', at: Date.now(), ...origin() });
  });
  onErrorReports(({ area, message, path, at }) =>
    tab.use({
      ...origin(),
      kind: 'error',
      name: area.slice(0, 100),
      count: 1,
      message: message.replaceAll('\0', '').slice(0, 500),
      path: path.slice(0, 300),
      at,
    }),
  );

  const listening = new AbortController();
  const options = { signal: listening.signal };
  document.addEventListener('visibilitychange', () => tab.here(), options);
  window.addEventListener('pagehide', () => tab.gone(), options);
  window.addEventListener('pageshow', () => tab.here(), options);
  return {
    tab,
    stop() {
      listening.abort();
      onErrorReports(null);
      stopPages();
      stopTracker();
      acted.flush();
      tab.close();
    },
  };
}

/**
 * Starts activity tracking (TRK-1), usage reporting (TRK-4), the responses to the crash monitor (TRK-5), the
 * new-release notice (VER-1), the notice of pending decisions (CHC-19) and the sending of Home's layout for the signed-in
 * person. Loaded after the first paint. Returns the function to call when a newer service worker is waiting.
 */
export function startActivity(): { look: () => void } {
  void browserParts().then(parts => missingParts(parts).map(({ kind, text }) => notices.add(kind, text)));
  let running: ReturnType<typeof startFor> | null = null;
  let later: ReturnType<typeof startLater> | null = null;
  let stopLayout = (): void => undefined;
  let stopClocks = (): void => undefined;
  const follow = (state: SessionState | null): void => {
    running?.stop();
    later?.stop();
    stopLayout();
    stopClocks();
    running = state ? startFor(state) : null;
    later = state ? startLater(state) : null;
    stopLayout = state ? startLayout(state) : () => undefined;
    stopClocks = state ? startClocks(state) : () => undefined;
  };
  follow(currentSession());
  subscribeSession((next, before) => {
    if (next?.client !== before?.client) follow(next);
    else {
      running?.tab.here();
      later?.look();
    }
  });
  return { look: () => running?.tab.look() };
}
