import type { Country } from '../../domain/country.ts';
import { readUrlState } from '../../ui/list/urlState.ts';
import { offeredSwitch } from '../../ui/offeredSwitch.ts';
import { isOnDevice } from '../../sync/hooks/useChannelCountry.ts';
import { notices } from '../notices/noticeStore.ts';
import { router } from '../router.ts';
import { chosenHere, currentSession, subscribeSession, type SessionState } from '../session/sessionStore.ts';
import { switchCountry } from '../session/switchCountry.ts';
import { pageOf } from '../subApps.ts';
import { CountryKeeper } from './countryKeeper.ts';

/**
 * Time in milliseconds that a list with a channel in its URL gets to look up the channel's country and offer the switch
 * itself.
 */
const LIST_WAIT = 1500;

/**
 * Whether a page shows a country's data: true for every registered page and its log. Home, the queue and Offline data
 * belong to the person and the device.
 */
const showsCountry = (path: string): boolean => pageOf(path) !== undefined;

/** Bypasses the router, which would rerender the page for a parameter that it ignores. */
const put = (search: string): void => {
  const { pathname, hash } = window.location;
  History.prototype.replaceState.call(window.history, window.history.state, '', pathname + search + hash);
};

async function pageOffers(search: string): Promise<boolean> {
  const { q } = readUrlState(Object.fromEntries(new URLSearchParams(search)));
  if (offeredSwitch.get() === null && typeof q['channelId'] === 'number') {
    await new Promise(resolve => setTimeout(resolve, LIST_WAIT));
  }
  return offeredSwitch.get() !== null;
}

async function isMissing(country: Country): Promise<boolean> {
  const client = currentSession()?.client;
  if (!client || client.board.now.network !== 'offline') return false;
  // If this device's data cannot be read, there is nothing to show for that country either.
  return !(await isOnDevice(client, country).catch(() => false));
}

const infoOf = (state: SessionState | null) => state?.session.info;

/**
 * Starts keeping the country in the URL.
 *
 * @param first the page's country when it opened; null if nobody was signed in
 */
export function startAddress(first: Country | null): void {
  const keeper = new CountryKeeper({
    address: () => window.location,
    put,
    showsCountry,
    person: () => {
      const info = infoOf(currentSession());
      return info ? { current: info.currentEntity, countries: info.entities.map(({ country }) => country) } : null;
    },
    notices,
    pageOffers,
    isMissing,
    switchTo: country => void switchCountry(country),
    clearFilters: () => router.navigate({ to: '.', search: {} as never, replace: true }),
  });
  // The router reports a URL before the browser's location changes.
  const soon = (): void => queueMicrotask(keeper.look);
  router.history.subscribe(({ action: { type } }) => {
    if (type === 'PUSH' || type === 'REPLACE') soon();
  });
  // Also handles a Back navigation that a dialog blocked and that the router therefore does not report.
  addEventListener('popstate', soon);
  offeredSwitch.subscribe(soon);
  // The network state determines what an offer says about this device.
  let unfollow = (): void => undefined;
  const followNetwork = (state: SessionState | null): void => {
    unfollow();
    unfollow = state?.client.board.listen(soon) ?? (() => undefined);
  };
  followNetwork(currentSession());
  subscribeSession((next, before) => {
    if (next?.client !== before?.client) followNetwork(next);
    const [now, was] = [infoOf(next), infoOf(before)];
    if (now?.userId !== was?.userId) keeper.personChanged();
    else if (now && was && now.currentEntity !== was.currentEntity)
      keeper.changed(was.currentEntity, chosenHere() === now.currentEntity);
  });
  const current = infoOf(currentSession())?.currentEntity;
  if (current !== undefined && first !== null && current !== first) keeper.changed(first, chosenHere() === current);
  else keeper.look();
}
