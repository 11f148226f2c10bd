import {
  checkWhitelist as whitelistCall,
  getMenu,
  getSession,
  login,
  logout,
  setCurrentEntity,
  signInWithPasskey,
  type MenuNode,
  type SessionInfo,
} from '../../contract/session.ts';
import type { Country } from '../../domain/country.ts';
import type { Channel, Env } from '../base/env.ts';
import {
  NOTHING_OWED,
  SESSION_CHANNEL,
  SessionDb,
  type Refreshes,
  type SessionSignal,
  type SessionStore,
  type StoredSession,
} from '../storage/sessionDb.ts';
import type { OpenImports } from '../imports/db.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { devicesDataLater, type Decided, type PersonsData, type Started } from './personsData.ts';

/** 'unknown': the server is unreachable, and no response within the age limit is stored. */
export type WhitelistAnswer = 'allowed' | 'denied' | 'signedOut' | 'unknown';

/** Time in milliseconds for which a whitelist response is valid without the network (SHELL-3). */
export const WHITELIST_AGE = 24 * 60 * 60 * 1000;
/** Time in milliseconds that a sign-in or sign-out waits for the sender to release the lock. */
const QUIET_WAIT = 3000;
/**
 * The lock of requests whose replies set or remove the session's cookie. Without it, the late reply of a sign-out that
 * another context sends could remove the cookie of a sign-in.
 */
const COOKIE_LOCK = 'ops-session-cookie';
/** The lock of requests that tell the server which country was selected. */
const ENTITY_LOCK = 'ops-session-entity';
/** Time in milliseconds that such a request waits for another one. */
const COOKIE_WAIT = 10_000;

export interface SignOutOptions {
  everywhere?: boolean;
  /** Whether the person chose to discard what is unsent. */
  discard?: boolean;
  /** What the person was asked about (`lastOf`); by default, everything that is there now. */
  asked?: Decided | undefined;
}

export interface SessionKeeperDeps {
  env: Pick<Env, 'clock' | 'locks' | 'openChannel'>;
  transport: Transport;
  /** Defaults to the device's own storage. */
  store?: SessionStore;
  data?: PersonsData;
}

/** The session stored in this browser, for all tabs: who is signed in, their menus, and their whitelist response. */
export class SessionKeeper {
  private readonly deps: SessionKeeperDeps;
  private readonly db: SessionStore;
  private readonly data: PersonsData;
  private readonly listeners = new Set<(session: StoredSession | null) => void>();
  private channel: Channel<SessionSignal> | null = null;
  private refreshing: Promise<Outcome<SessionInfo>> | null = null;
  private refreshingNext: Promise<Outcome<SessionInfo>> | null = null;
  private checking: { userId: number; answer: Promise<WhitelistAnswer> } | null = null;
  private paying: Promise<void> = Promise.resolve();

  constructor(deps: SessionKeeperDeps) {
    this.deps = deps;
    this.db = deps.store ?? new SessionDb();
    this.data = deps.data ?? devicesDataLater;
  }

  load(): Promise<StoredSession | null> {
    return this.db.get('session');
  }

  /** Subscribes to changes of the stored session, in this tab and in others. */
  onChange(listener: (session: StoredSession | null) => void): () => void {
    this.open();
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Requests from the server who is signed in. Only one request runs at a time: a call made during a request gets the
   * next request's response, because the current one may date from before the change that triggered the call (MR4).
   */
  refresh(): Promise<Outcome<SessionInfo>> {
    if (this.refreshing) {
      this.refreshingNext ??= this.refreshing
        .catch(() => undefined)
        .then(() => {
          this.refreshingNext = null;
          return this.refresh();
        });
      return this.refreshingNext;
    }
    const asked = this.doRefresh().finally(() => {
      this.refreshing = null;
    });
    this.refreshing = asked;
    return asked;
  }

  signIn(email: string, password: string): Promise<Outcome<SessionInfo>> {
    return this.enter(() => this.deps.transport.call(login, { email, password }));
  }

  /** Finishes a sign-in with the authenticator's response. */
  finishWithPasskey(response: string): Promise<Outcome<SessionInfo>> {
    return this.enter(() => this.deps.transport.call(signInWithPasskey, { response }));
  }

  private async enter(ask: () => Promise<Outcome<SessionInfo>>): Promise<Outcome<SessionInfo>> {
    const before = await this.load();
    // This person's writes must not be sent with the next person's cookie, so their sender is stopped first.
    const enter = async (): Promise<Outcome<SessionInfo>> => {
      const outcome = await ask();
      if (outcome.kind !== 'ok') return outcome;
      await this.db.set('owed', null);
      // The previously signed-in person may have signed out meanwhile.
      const now = await this.load();
      const session = this.sessionOf(outcome.data, now);
      await this.db.set('session', session);
      // Announced even if the same session was already stored, because the tab that stored it may have closed before it
      // notified this one.
      if (!(await this.adopted(session, now))) this.notifyTabs(session);
      return outcome;
    };
    return this.quietly(before?.info.userId ?? null, () => this.locked(COOKIE_LOCK, COOKIE_WAIT, enter));
  }

  /**
   * Ends the session here immediately, and on the server as soon as it is reachable. The mirror is removed; the outbox
   * is removed if nothing in it is unsent or the person chose to discard it (SW1, OB6).
   * @returns the URL at which the browser also ends the session at the identity provider, or null
   */
  async signOut({ everywhere = false, discard = false, asked }: SignOutOptions = {}): Promise<string | null> {
    const session = await this.load();
    const userId = session?.info.userId ?? null;
    // The person's decision covers the writes that they were asked about; another tab may queue one more before they
    // answer, or while the server is being notified.
    const given = userId !== null && discard ? (asked ?? (await this.data.lastOf(userId))) : null;
    const end = async () => {
      const outcome = await this.deps.transport.call(logout, { everywhere });
      const delivered = outcome.kind === 'ok' || outcome.kind === 'signedOut';
      await this.db.set('owed', delivered ? null : { ...NOTHING_OWED, logout: true, everywhere });
      await this.db.set('session', null);
      return outcome;
    };
    return this.quietly(userId, async () => {
      const outcome = await this.locked(COOKIE_LOCK, COOKIE_WAIT, end);
      this.notifyTabs(null);
      if (userId !== null) await this.data.forgetUser(userId, given, this.deps.env.clock.now());
      return outcome.kind === 'ok' ? (outcome.data?.endSession ?? null) : null;
    });
  }

  /** The last of the person's writes and imports, read before they are asked what to do with them. */
  lastOf(userId: number): Promise<Decided> {
    return this.data.lastOf(userId);
  }

  unsentCount(userId: number): Promise<number> {
    return this.data.unsentOf(userId);
  }

  undecidedCount(userId: number): Promise<number> {
    return this.data.undecidedOf(userId);
  }

  importCounts(userId: number): Promise<OpenImports> {
    return this.data.importsOf(userId);
  }

  draftCounts(userId: number): Promise<Started> {
    return this.data.draftsOf(userId);
  }

  /** Switches to a country; works offline, and the server is notified when it is reachable. */
  async switchEntity(country: Country): Promise<StoredSession> {
    // Both values are stored at once: if the page closed in between, the server's next response would switch the
    // country back.
    const { session } = await this.db.update(
      stored =>
        stored.session && {
          session: { ...stored.session, info: withEntity(stored.session.info, country) },
          owed: { ...(stored.owed ?? NOTHING_OWED), entity: country },
        },
    );
    if (!session) throw new Error('Nobody is signed in, so there is no country to switch.');
    this.notifyTabs(session);
    void this.payEntity();
    return session;
  }

  /** SHELL-3: a cached response within its age limit is used immediately, and then refetched. */
  async checkWhitelist(): Promise<WhitelistAnswer> {
    const session = await this.load();
    if (!session) return 'signedOut';
    const stored = session.whitelist;
    const age = stored ? Math.abs(this.deps.env.clock.now() - stored.checkedAt) : Infinity;
    const asked = this.askWhitelist(session.info.userId);
    if (!stored || age >= WHITELIST_AGE) return asked;
    // Nobody waits for this request; if it fails, the cached response remains.
    asked.catch(() => undefined);
    return stored.allowed ? 'allowed' : 'denied';
  }

  /** A country's menu: the stored one immediately, or else the server's. */
  async loadMenu(country: Country): Promise<readonly MenuNode[] | undefined> {
    const stored = (await this.load())?.menu[country];
    return stored ?? this.refreshMenu(country);
  }

  /** Requests a country's menu; returns the stored one if the server is unreachable. */
  async refreshMenu(country: Country): Promise<readonly MenuNode[] | undefined> {
    const session = await this.load();
    if (!session) return undefined;
    const { userId } = session.info;
    const { menus } = await this.db.update(({ menus: all }) => ({
      menus: { ...all, [country]: nextOf(all?.[country]) },
    }));
    const turn = menus?.[country]?.asked ?? 0;
    const outcome = await this.deps.transport.call(getMenu, {}, { entity: country });
    if (outcome.kind !== 'ok') return session.menu[country];
    let menu: readonly MenuNode[] | undefined = outcome.data.list;
    let changed = false;
    const stored = await this.db.update(({ session: now, menus: all }) => {
      if (now?.info.userId !== userId) return null;
      const last = all?.[country];
      // A later request, of this context or another, has already been answered, and knows newer permissions (MR4).
      if ((last?.stored ?? 0) > turn) {
        menu = now.menu[country];
        return null;
      }
      changed = JSON.stringify(now.menu[country]) !== JSON.stringify(outcome.data.list);
      return {
        session: { ...now, menu: { ...now.menu, [country]: outcome.data.list } },
        menus: { ...all, [country]: { asked: last?.asked ?? turn, stored: turn } },
      };
    });
    if (changed) this.notifyTabs(stored.session);
    return menu;
  }

  private async doRefresh(): Promise<Outcome<SessionInfo>> {
    const owed = await this.db.get('owed');
    const before = await this.load();
    if (owed?.logout && !before) return this.locked(COOKIE_LOCK, COOKIE_WAIT, () => this.payLogout());
    if (owed?.entity) await this.payEntity();
    const { refresh } = await this.db.update(({ refresh: last }) => ({ refresh: nextOf(last) }));
    const turn = refresh?.asked ?? 0;
    const outcome = await this.deps.transport.call(getSession, {});
    if (outcome.kind !== 'ok') return outcome;
    let former: StoredSession | null | undefined;
    const { session } = await this.db.update(stored => {
      // Someone signed in or out here while the response was pending, so it must not restore the previous session.
      if (stored.session?.info.userId !== before?.info.userId) return null;
      // A request that another context sent later has already been answered, and knows newer permissions (MR4).
      if ((stored.refresh?.stored ?? 0) > turn) return null;
      former = stored.session;
      // The same applies to a country selected meanwhile, whether or not the server knows about it yet.
      const here = former?.info.currentEntity;
      const chosen = stored.owed?.entity ?? (here === before?.info.currentEntity ? undefined : here);
      return {
        session: this.sessionOf(chosen ? withEntity(outcome.data, chosen) : outcome.data, former),
        refresh: { asked: stored.refresh?.asked ?? turn, stored: turn },
      };
    });
    if (!session) return { kind: 'signedOut', message: 'You are not logged in.' };
    if (former !== undefined) await this.adopted(session, former);
    return { kind: 'ok', data: session.info };
  }

  /** Tells the server about a sign-out that could not reach it, unless somebody has signed in meanwhile. */
  private async payLogout(): Promise<Outcome<SessionInfo>> {
    const owed = await this.db.get('owed');
    if (!owed?.logout || (await this.load())) return this.doRefresh();
    const ended = await this.deps.transport.call(logout, { everywhere: owed.everywhere });
    if (ended.kind !== 'ok' && ended.kind !== 'signedOut') return ended as Outcome<SessionInfo>;
    await this.db.set('owed', null);
    return { kind: 'signedOut', message: 'You are not logged in.' };
  }

  /**
   * One call at a time, in all tabs: if the server handled two in the other order, the former country would come back.
   */
  private payEntity(): Promise<void> {
    this.paying = this.paying
      .catch(() => undefined)
      .then(() => this.locked(ENTITY_LOCK, COOKIE_WAIT, () => this.payNextEntity()));
    return this.paying;
  }

  private async payNextEntity(): Promise<void> {
    const country = (await this.db.get('owed'))?.entity;
    if (!country) return;
    const outcome = await this.deps.transport.call(setCurrentEntity, { country });
    if (outcome.kind !== 'ok' && outcome.kind !== 'refused') return;
    await this.db.update(({ owed }) => (owed?.entity === country ? { owed: { ...owed, entity: null } } : null));
  }

  /** The server's data about the person, merged with the stored data. */
  private sessionOf(info: SessionInfo, before: StoredSession | null): StoredSession {
    return {
      info,
      menu: before?.info.userId === info.userId ? before.menu : {},
      whitelist: { allowed: info.whitelisted, checkedAt: this.deps.env.clock.now() },
    };
  }

  /**
   * Called when a session was stored: removes what its person may not see (MR4) and announces the session; returns
   * whether the session has changed.
   */
  private async adopted(session: StoredSession, before: StoredSession | null): Promise<boolean> {
    const { info } = session;
    const same = before?.info.userId === info.userId;
    if (same && JSON.stringify(before.info) === JSON.stringify(info)) return false;
    if (same) await this.data.pruneUser(info).catch(() => undefined);
    else await this.data.forgetOthers(info.userId).catch(() => undefined);
    this.notifyTabs(session);
    return true;
  }

  private askWhitelist(userId: number): Promise<WhitelistAnswer> {
    // A response to a request for the previous person says nothing about this one.
    if (this.checking?.userId === userId) return this.checking.answer;
    const asked: Promise<WhitelistAnswer> = this.doAskWhitelist(userId).finally(() => {
      if (this.checking?.answer === asked) this.checking = null;
    });
    this.checking = { userId, answer: asked };
    return asked;
  }

  private async doAskWhitelist(userId: number): Promise<WhitelistAnswer> {
    const outcome = await this.deps.transport.call(whitelistCall, {});
    if (outcome.kind === 'signedOut') return 'signedOut';
    if (outcome.kind !== 'ok') return 'unknown';
    const { allowed } = outcome.data;
    let changed = false;
    const stored = await this.db.update(({ session }) => {
      // Someone else has signed in since.
      if (session?.info.userId !== userId) return null;
      changed = session.whitelist?.allowed !== allowed;
      return { session: { ...session, whitelist: { allowed, checkedAt: this.deps.env.clock.now() } } };
    });
    if (changed) this.notifyTabs(stored.session);
    return allowed ? 'allowed' : 'denied';
  }

  /** Runs while the person's sender is stopped: holds the sender's lock itself, or has waited long enough for it. */
  private async quietly<T>(userId: number | null, work: () => Promise<T>): Promise<T> {
    if (userId === null) return work();
    this.open().post({ t: 'leaving', userId });
    try {
      return await this.locked(`ops-sender-${userId}`, QUIET_WAIT, work);
    } finally {
      // If the person stays the same, their engines continue.
      const now = await this.load();
      this.open().post({ t: 'changed', userId: now?.info.userId ?? null });
    }
  }

  /** Runs while holding a lock, or after waiting long enough for it. */
  private async locked<T>(name: string, wait: number, work: () => Promise<T>): Promise<T> {
    const { clock, locks } = this.deps.env;
    const waiting = new AbortController();
    const cancel = clock.after(wait, () => waiting.abort());
    let working: Promise<T> | null = null;
    const once = () => {
      cancel();
      working ??= work();
      return working;
    };
    try {
      return await locks.request(name, { signal: waiting.signal }, once);
    } catch {
      // The lock was not granted in time or was stolen; work that has already started is not started again, and its own
      // failure is reported.
      return await once();
    }
  }

  private notifyTabs(session: StoredSession | null): void {
    this.open().post({ t: 'changed', userId: session?.info.userId ?? null });
    for (const listener of this.listeners) listener(session);
  }

  private open(): Channel<SessionSignal> {
    this.channel ??= this.deps.env.openChannel<SessionSignal>(SESSION_CHANNEL, signal => {
      if (signal.t !== 'changed') return;
      void this.load().then(session => {
        for (const listener of this.listeners) listener(session);
      });
    });
    return this.channel;
  }
}

/** The numbers of requests after one more has been sent. */
const nextOf = (last: Refreshes | null | undefined): Refreshes => ({
  asked: (last?.asked ?? 0) + 1,
  stored: last?.stored ?? 0,
});

const withEntity = (info: SessionInfo, country: Country): SessionInfo => ({
  ...info,
  currentEntity: country,
  permissionCodes: info.codesByEntity[country] ?? (info.currentEntity === country ? info.permissionCodes : []),
});
