import type { CallDefinition } from '../../contract/call.ts';
import { getVersion } from '../../contract/activity.ts';
import { PASSKEY_NEEDED, passkeyOptions, signInWays, type MenuNode, type SessionInfo } from '../../contract/session.ts';
import type { Country } from '../../domain/country.ts';
import { browserEnv } from '../storage/browserEnv.ts';
import { answered } from '../network/outcome.ts';
import { storedProject } from '../network/project.ts';
import type { OpenImports } from '../imports/db.ts';
import type { StoredSession } from '../storage/sessionDb.ts';
import type { Decided, Started } from './personsData.ts';
import { SessionKeeper, type SignOutOptions, type WhitelistAnswer } from './sessionKeeper.ts';
import { createTransport, platformFetch, type Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';

export type { Decided, Started, StoredSession, WhitelistAnswer };

/** This browser's session, as used by the shell. Everything except `signIn` and `refreshSession` works offline. */

let keeper: SessionKeeper | null = null;
let network: Transport | null = null;
let onOutcome: (outcome: Outcome, definition: CallDefinition) => void = () => undefined;

/** Subscribes to the outcomes of calls made here; used by the code that tracks network and session (ERR-2). */
export const onSessionCalls = (listener: typeof onOutcome): void => void (onOutcome = listener);

function browserKeeper(): SessionKeeper {
  keeper ??= new SessionKeeper({
    env: browserEnv(),
    transport: browserTransport(),
  });
  return keeper;
}

function browserTransport(): Transport {
  network ??= createTransport({
    fetch: platformFetch,
    baseUrl: '',
    project: storedProject,
    onOutcome: (outcome, definition) => onOutcome(outcome, definition),
  });
  return network;
}

/** Whether the server is reachable, checked without using or changing a session. */
export const reachesServer = async (): Promise<boolean> =>
  answered(await browserTransport().call(getVersion, { project: storedProject() ?? '' }));

/** The person signed in on this device; null if there is none. */
export const loadSession = (): Promise<StoredSession | null> => browserKeeper().load();

/** Requests from the server who is signed in, and stores the response. */
export const refreshSession = (): Promise<Outcome<SessionInfo>> => browserKeeper().refresh();

/**
 * The name of the identity provider with which people can also sign in; null if there is none or the server is
 * unreachable.
 */
export async function signInProvider(): Promise<string | null> {
  const outcome = await browserTransport().call(signInWays, {});
  return outcome.kind === 'ok' ? (outcome.data.oidc?.name ?? null) : null;
}

/** Signs in. Another person's cached data is removed; their unsent writes are kept until they return (MR4, OB6). */
export const signIn = (email: string, password: string): Promise<Outcome<SessionInfo>> =>
  browserKeeper().signIn(email, password);

/** Whether a refused sign-in continues with the person's passkey. */
export const needsPasskey = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.retcode === PASSKEY_NEEDED;

/**
 * Finishes signing in with a passkey on this device or a security key.
 * @throws Error with a message if the browser or the person refuses
 */
export async function finishWithPasskey(): Promise<Outcome<SessionInfo>> {
  const asked = await browserTransport().call(passkeyOptions, {});
  if (asked.kind !== 'ok') return asked;
  const { usePasskey } = await import('./passkey.ts');
  return browserKeeper().finishWithPasskey(await usePasskey(asked.data.options));
}

/**
 * Signs out, even offline; unsent writes are kept unless `discard` is set.
 * @returns the URL at which the browser also ends the session at the identity provider, or null
 */
export const signOut = (options: SignOutOptions = {}): Promise<string | null> => browserKeeper().signOut(options);

/** The last of the person's writes and imports, read before they are asked what to do with them. */
export const lastOf = (userId: number): Promise<Decided> => browserKeeper().lastOf(userId);

/** Number of the person's unfinished writes, about which a sign-out must ask. */
export const unsentCount = (userId: number): Promise<number> => browserKeeper().unsentCount(userId);

/** Number of those unfinished writes that are not sent until the person decides. */
export const undecidedCount = (userId: number): Promise<number> => browserKeeper().undecidedCount(userId);

/** How many of the unfinished writes are imports of files, and how many are bulk changes. */
export const importCounts = (userId: number): Promise<OpenImports> => browserKeeper().importCounts(userId);

/** The forms and imports that the person started but did not apply, about which a sign-out also asks. */
export const draftCounts = (userId: number): Promise<Started> => browserKeeper().draftCounts(userId);

/** Whether the given person is signed in here. */
export const isSignedIn = async (userId: number): Promise<boolean> => (await loadSession())?.info.userId === userId;

/** Switches to a country. */
export const switchEntity = (country: Country): Promise<StoredSession> => browserKeeper().switchEntity(country);

/** Whether the person may use the console (SHELL-3); checked before each navigation. */
export const checkWhitelist = (): Promise<WhitelistAnswer> => browserKeeper().checkWhitelist();

/** A country's menu: the stored one, or else the server's; undefined if neither is available. */
export const loadMenu = (country: Country): Promise<readonly MenuNode[] | undefined> =>
  browserKeeper().loadMenu(country);

/** A country's menu from the server, or the stored one if the server is unreachable. */
export const refreshMenu = (country: Country): Promise<readonly MenuNode[] | undefined> =>
  browserKeeper().refreshMenu(country);

/** Subscribes to changes of the stored session, in this tab and in others; returns an unsubscribe function. */
export const onSessionChange = (listener: (session: StoredSession | null) => void): (() => void) =>
  browserKeeper().onChange(listener);
