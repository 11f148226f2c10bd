import type { Pool } from 'pg';
import type { Country } from '../../domain/country.ts';
import { formatCursor, headCursor, readFeedState } from './cursor.ts';
import { createRounds } from './rounds.ts';

/**
 * Tells listeners in which entities there are new changes to read. Checks for changes after each commit in this
 * process, whenever another process sends a notification through the database, and otherwise every second.
 */
export interface EventHub {
  /** Must be called when something may have been committed. */
  poke: () => void;
  /**
   * Calls `listener` with the new cursor after commits. `ready` resolves once no later commit can be missed, even if
   * the database fails repeatedly before that; `end` unsubscribes.
   */
  subscribe: (entity: Country, listener: (cursor: string) => void) => { ready: Promise<void>; end: () => void };
  /** Reports that sessions have ended, in this process or another, so that their streams recheck them. */
  sessionsEnded: (ended: EndedSessions) => void;
  /** Calls the listener when sessions have ended; returns an unsubscribe function. */
  onSessionsEnded: (listener: (ended: EndedSessions) => void) => () => void;
  /** Sends news other than feed changes to listeners; the news may come from this process or another. */
  announce: (news: News) => void;
  /** Calls the listener with each piece of such news; returns an unsubscribe function. */
  onNews: (listener: (news: News) => void) => () => void;
  close: () => Promise<void>;
}

/** News for open consoles that is not about a commit of changes. */
export type News =
  /** An administrator changed something that affects permissions, so every open stream reloads its person. */
  | { kind: 'rights' }
  /** An administrator changed the menu, which consoles then load again. */
  | { kind: 'menu' }
  /** These people have new notifications, or have read some on another device. */
  | { kind: 'bell'; userIds: readonly number[] }
  /** An import that is shown in a list (of tasks, price lists or batches) was queued, started, ended or deleted. */
  | { kind: 'batches'; entity: Country; importId: string };

export const RIGHTS_CHANGED: News = { kind: 'rights' };
export const MENU_CHANGED: News = { kind: 'menu' };

/** A person's session has ended, or it has ended other sessions of the person. */
export interface EndedSessions {
  userId: number;
  /** Hash of the token of the session that signed out, or that signed in and thereby ended other sessions. */
  by: string;
  /** Whether other sessions of the person may have ended as well. */
  others: boolean;
}

/** Milliseconds until the next check while commits are held back by an older transaction. */
const HIDDEN_MILLIS = 100;

/**
 * @param pollMillis how often to poll while there are listeners; 0 for never (an embedded database has only one
 *   process)
 */
export function createHub(pool: Pool, pollMillis: number, onProblem: (error: Error) => void): EventHub {
  const listeners = new Map<Country, Set<(cursor: string) => void>>();
  const rounds = createRounds<string>();
  const watchers = new Set<(ended: EndedSessions) => void>();
  const newsListeners = new Set<(news: News) => void>();
  /** Subscriptions that wait until a check succeeds. */
  let waiting: (() => void)[] = [];
  let seen: bigint | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const wait = (millis: number) => {
    clearTimeout(timer);
    timer = undefined;
    if (!closed && millis > 0 && listeners.size > 0) timer = setTimeout(poke, millis).unref();
  };

  const look = async () => {
    const state = await readFeedState(pool);
    const from = (seen ??= state.horizon);
    const { rows } = await pool.query<{ entity: Country; visible: boolean }>({
      name: 'feed-news',
      text: 'SELECT DISTINCT entity, xid < $2::xid8 AS visible FROM changes WHERE entity = ANY ($3) AND xid >= $1::xid8',
      values: [String(from), String(state.horizon), [...listeners.keys()]],
    });
    // Set only after the check succeeded, so that after a failed check, the next one starts from the same position.
    seen = state.horizon;
    for (const ready of waiting) ready();
    waiting = [];
    const cursor = formatCursor(headCursor(state));
    for (const row of rows) {
      if (row.visible) rounds.notify(listeners.get(row.entity) ?? [], cursor);
    }
    wait(rows.some(row => !row.visible) ? HIDDEN_MILLIS : pollMillis);
  };

  function poke(): void {
    if (closed || listeners.size === 0) return;
    if (looking) {
      again = true;
      return;
    }
    looking = look()
      .catch((error: Error) => {
        if (!closed) onProblem(error);
        wait(pollMillis || 1000);
      })
      .finally(() => {
        looking = null;
        if (again) {
          again = false;
          poke();
        }
      });
  }

  return {
    poke,
    subscribe: (entity, listener) => {
      if (listeners.size === 0) seen = null;
      const set = listeners.get(entity) ?? new Set();
      set.add(listener);
      listeners.set(entity, set);
      if (seen === null) poke();
      return {
        ready: looking ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(),
        end: () => {
          set.delete(listener);
          rounds.forget(listener);
          if (set.size === 0 && listeners.get(entity) === set) listeners.delete(entity);
        },
      };
    },
    sessionsEnded: ended => {
      for (const watcher of watchers) watcher(ended);
    },
    onSessionsEnded: watcher => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    announce: news => {
      for (const listener of newsListeners) listener(news);
    },
    onNews: listener => {
      newsListeners.add(listener);
      return () => newsListeners.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
      rounds.close();
    },
  };
}
