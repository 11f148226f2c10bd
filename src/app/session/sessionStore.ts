import type { Country } from '../../domain/country.ts';
import { openSync, type SyncClient } from '../../sync/client/client.ts';
import {
  onSessionCalls,
  loadMenu,
  loadSession,
  onSessionChange,
  refreshMenu,
  refreshSession,
  switchEntity,
  type StoredSession,
} from '../../sync/session/session.ts';
import { reportError } from '../monitoring.ts';

/**
 * The person signed in in this tab, with their single engine client. The session database, which all tabs share, is the
 * source of truth; this is its live copy.
 */
export interface SessionState {
  session: StoredSession;
  client: SyncClient;
}

type Listener = (next: SessionState | null, before: SessionState | null) => void;

let state: SessionState | null = null;
let chosen: Country | null = null;
let booted: Promise<SessionState | null> | null = null;
const listeners = new Set<Listener>();

export const currentSession = (): SessionState | null => state;

export function subscribeSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// A 401 to the check before a navigation ends the session, as any other 401 does (ERR-2).
onSessionCalls((outcome, definition) => state?.client.board.report(outcome, definition));

const fetching = new Set<Country>();

/** A country that was never opened on this device has no menu yet. */
function fetchMissingMenu({ info, menu }: StoredSession): void {
  const country = info.currentEntity;
  if (menu[country] || fetching.has(country)) return;
  fetching.add(country);
  loadMenu(country)
    .catch((error: unknown) => reportError('menu', error))
    .finally(() => fetching.delete(country));
}

/** Makes a stored session the current one; if the person changes, closes the previous person's engine. */
function adopt(session: StoredSession | null): SessionState | null {
  const before = state;
  if (!session) state = null;
  else if (before && before.session.info.userId === session.info.userId) state = { session, client: before.client };
  else state = { session, client: openSync(session.info) };
  for (const listener of listeners) listener(state, before);
  const [now, was] = [session?.info.currentEntity, before?.session.info.currentEntity];
  if (now !== was && now !== chosen) chosen = null;
  if (before && before.client !== state?.client) {
    // Runs once the pages that read through the client are unmounted.
    setTimeout(() => before.client.close());
  }
  if (!session) return state;
  fetchMissingMenu(session);
  const rightsBefore = before?.session.info.userId === session.info.userId ? before.session.info.codesByEntity : null;
  if (rightsBefore && JSON.stringify(rightsBefore) !== JSON.stringify(session.info.codesByEntity)) {
    // A change of permissions changes the menu.
    void refreshMenu(session.info.currentEntity).catch((error: unknown) => reportError('menu', error));
  }
  return state;
}

/** Time in milliseconds that a first visit waits for the server to confirm the cookie. */
const COLD_WAIT = 8000;

async function storedSession(): Promise<StoredSession | null> {
  const session = await loadSession();
  if (session) return session;
  // Nothing is stored on this device, but the cookie may still be valid, e.g. because site data was cleared or the
  // profile was copied.
  const waited = new Promise<null>(resolve => setTimeout(() => resolve(null), COLD_WAIT));
  const answer = await Promise.race([refreshSession(), waited]);
  return answer?.kind === 'ok' ? loadSession() : null;
}

async function boot(): Promise<SessionState | null> {
  let session: StoredSession | null = null;
  try {
    session = await storedSession();
  } finally {
    // Even if it could not be read: the person may sign in later, in any tab.
    onSessionChange(adopt);
  }
  return adopt(session);
}

/** Loads this tab's session once; later calls return the current one. */
export function bootSession(): Promise<SessionState | null> {
  booted ??= boot().catch((error: unknown) => {
    // The database is blocked or broken: the person can still sign in, and the sign-in page says so if that fails too.
    reportError('session', error);
    return null;
  });
  return booted.then(() => state);
}

let confirmedAt = Number.NEGATIVE_INFINITY;

/** The server has just confirmed that this person is signed in. */
export const confirmSession = (): void => void (confirmedAt = performance.now());

/** Remaining time in milliseconds for which to ignore the engine's outdated view of the session; 0 if it is current. */
export const confirmedFor = (): number => Math.max(0, confirmedAt + 5000 - performance.now());

/** Rereads the session, after signing in or out in this tab. */
export async function reloadSession(): Promise<SessionState | null> {
  await bootSession();
  return adopt(await loadSession());
}

/** The country selected in this tab; null once it has followed another tab to a different one. */
export const chosenHere = (): Country | null => chosen;

/** Switches to a country; works offline, and every open tab follows. */
export async function changeEntity(country: Country): Promise<void> {
  chosen = country;
  const session = await switchEntity(country);
  // Meanwhile, the tab may have followed another one.
  chosen = country;
  adopt(session);
}

/**
 * Refetches the person, their permissions and the menus of all their countries from the server, so that switching works
 * offline. Call it after the first paint; if it fails, the cached values remain.
 */
export async function refreshBehind(): Promise<void> {
  if (!state) return;
  const answer = await refreshSession();
  if (answer.kind !== 'ok') return;
  const { currentEntity, entities } = answer.data;
  const others = entities.map(entity => entity.country).filter(country => country !== currentEntity);
  for (const country of [currentEntity, ...others]) await refreshMenu(country);
}
