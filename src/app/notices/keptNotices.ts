import type { Notice, NoticeState } from './noticeStore.ts';

/**
 * Keeps the bell's notices across page reloads: per person and tab, in storage shared by all tabs, so that a sign-out
 * in one tab removes the notices of all (SW1, MR4). Only sentences are kept, never form contents.
 */

/** A stored notice, without its action, whose code is gone after a reload. */
export type KeptNotice = Pick<Notice, 'kind' | 'text' | 'detail' | 'href' | 'times' | 'at'>;

export interface KeptNotices {
  unread: number;
  history: readonly KeptNotice[];
}

export interface Keeper {
  /** Returns this tab's notices for the person; removes those of other people and of tabs closed long ago. */
  load(userId: number): KeptNotices;
  save(userId: number, state: NoticeState): void;
  /** Removes everyone's notices in all tabs. */
  forget(): void;
}

/** The subset of localStorage used here. */
export interface KeeperStorage {
  keys(): string[];
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'ops-notices-';
const NONE: KeptNotices = { unread: 0, history: [] };
/** Time in milliseconds after which a closed tab's notices are removed. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
/** Maximum length of a stored sentence, because a server message may quote a long text. */
const LONGEST = 500;

const KINDS: readonly string[] = ['error', 'warning', 'success'] satisfies Notice['kind'][];

/** Whether a URL belongs to this console; notices must never link to other sites. */
const isOwnAddress = (href: unknown): boolean => typeof href === 'string' && /^\/(?![/\\])/.test(href);

const isKept = (value: unknown): value is KeptNotice => {
  const notice = value as Partial<KeptNotice> | null;
  return (
    KINDS.includes(String(notice?.kind)) &&
    typeof notice?.text === 'string' &&
    typeof notice.detail === 'string' &&
    (notice.href === undefined || isOwnAddress(notice.href)) &&
    typeof notice.times === 'number' &&
    typeof notice.at === 'number'
  );
};

function parse(text: string | null): KeptNotices {
  try {
    const { unread, history } = JSON.parse(text ?? 'null') as { unread?: unknown; history?: unknown };
    if (!Array.isArray(history)) return NONE;
    const kept = history.filter(isKept);
    return { unread: typeof unread === 'number' ? Math.max(0, Math.min(unread, kept.length)) : 0, history: kept };
  } catch {
    return NONE;
  }
}

/** The window's storage. */
export const browserStorage: KeeperStorage = {
  keys: () => Object.keys(localStorage),
  getItem: key => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
  removeItem: key => localStorage.removeItem(key),
};

/** @param tab name of the tab, which survives reloads */
export function createKeeper(storage: KeeperStorage, tab: string, now: () => number): Keeper {
  const remove = (which: (key: string) => boolean): void => {
    try {
      for (const key of storage.keys()) if (key.startsWith(PREFIX) && which(key)) storage.removeItem(key);
    } catch {
      // If a browser blocks storage, nothing is stored.
    }
  };
  const isOver = (key: string): boolean => {
    const latest = parse(storage.getItem(key)).history[0]?.at ?? 0;
    return latest < now() - KEPT_FOR;
  };
  return {
    load(userId) {
      remove(key => !key.startsWith(`${PREFIX}${userId}-`) || isOver(key));
      try {
        return parse(storage.getItem(`${PREFIX}${userId}-${tab}`));
      } catch {
        return NONE;
      }
    },
    save(userId, { history, unread }) {
      // A notice about something in progress may be outdated after a reload; the queue shows the current state.
      const kept = history
        .filter(({ kind }) => KINDS.includes(kind))
        .map(({ kind, text, detail, href, times, at }): KeptNotice => {
          const link = href === undefined || href.length > LONGEST ? {} : { href };
          return { kind, text: text.slice(0, LONGEST), detail: detail.slice(0, LONGEST), ...link, times, at };
        });
      const key = `${PREFIX}${userId}-${tab}`;
      try {
        if (kept.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify({ unread, history: kept }));
      } catch {
        // Without storage, the bell starts empty after a reload.
      }
    },
    forget: () => remove(() => true),
  };
}
