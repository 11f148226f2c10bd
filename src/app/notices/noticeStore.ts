/**
 * Notices (ERR-1): errors stay until the person closes them, other kinds disappear on their own. Repeated texts produce
 * a single notice with a count. All shown notices stay in a history, which the bell opens.
 */

export type NoticeKind = 'error' | 'warning' | 'success' | 'info';

export interface NoticeAction {
  label: string;
  run: () => void;
  /** Called when the person closes the notice without accepting its offer. */
  dismissed?: () => void;
  /** Whether the notice disappears on its own after `OFFERED_FOR` despite its action. */
  passing?: boolean;
}

export interface Notice {
  id: number;
  kind: NoticeKind;
  text: string;
  /** The record that the notice is about; empty if there is none. */
  detail: string;
  /** Console URL of the record in `detail`. */
  href?: string;
  /** How often the notice was repeated while it was shown. */
  times: number;
  /** Epoch milliseconds of the latest occurrence. */
  at: number;
  action?: NoticeAction;
}

export type NoticeContent = Pick<Notice, 'kind' | 'text' | 'detail' | 'href' | 'action'>;

export interface NoticeState {
  /** Currently shown notices, newest first. */
  readonly shown: readonly Notice[];
  /** All notices since the person signed in in this tab, newest first, at most fifty. */
  readonly history: readonly Notice[];
  /** Number of errors and warnings received since the history was last opened. */
  readonly unread: number;
}

/**
 * Time in milliseconds for which a notice is shown; null if it stays until closed, as does any notice with an action.
 */
export const SHOWN_FOR: Readonly<Record<NoticeKind, number | null>> = {
  error: null,
  warning: 6000,
  success: 4000,
  info: 4000,
};

/** Time in milliseconds for which a temporary offer is shown: long enough to read and reach it. */
export const OFFERED_FOR = 8000;

const HISTORY = 50;

export interface NoticeStore {
  get: () => NoticeState;
  subscribe: (listener: () => void) => () => void;
  add: (kind: NoticeKind, text: string, action?: NoticeAction) => number;
  /** Shows a notice about a record, which can be updated as the record's state changes. */
  open: (notice: NoticeContent) => number;
  /** Replaces a notice's text, and shows the notice again if it has disappeared. */
  change: (id: number, notice: NoticeContent) => void;
  /** Removes a notice that turned out to be wrong, also from the history. */
  withdraw: (id: number) => void;
  close: (id: number) => void;
  /** Runs a notice's action once: the notice disappears, and its history entry no longer offers the action. */
  take: (id: number) => void;
  /** Closes a notice at the person's request. */
  dismiss: (id: number) => void;
  closeAll: () => void;
  markRead: () => void;
  /** Appends the notices from before this tab's reload, without showing them. */
  restore: (kept: { unread: number; history: readonly Omit<Notice, 'id' | 'action'>[] }) => void;
  /** While held (pointer over the stack or focus inside it), no notice disappears on its own. */
  hold: (held: boolean) => void;
  /** Removes all notices, because another person signed in. */
  clear: () => void;
}

export interface NoticeTimers {
  now: () => number;
  start: (run: () => void, millis: number) => unknown;
  stop: (timer: unknown) => void;
}

const browserTimers: NoticeTimers = {
  now: () => Date.now(),
  start: (run, millis) => setTimeout(run, millis),
  stop: timer => clearTimeout(timer as number),
};

export function createNoticeStore(timers: NoticeTimers = browserTimers): NoticeStore {
  let state: NoticeState = { shown: [], history: [], unread: 0 };
  let nextId = 1;
  let held = false;
  const running = new Map<number, unknown>();
  /** Ids of the notices from before the reload. */
  const restored = new Set<number>();
  const listeners = new Set<() => void>();

  const set = (next: NoticeState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const stopTimer = (id: number): void => {
    timers.stop(running.get(id));
    running.delete(id);
  };
  const startTimer = (notice: Notice): void => {
    stopTimer(notice.id);
    const { action, kind } = notice;
    const millis = action ? (action.passing ? OFFERED_FOR : null) : SHOWN_FOR[kind];
    if (millis !== null && !held)
      running.set(
        notice.id,
        timers.start(() => close(notice.id), millis),
      );
  };
  const close = (id: number): void => {
    stopTimer(id);
    // The element under the pointer has been removed, so its `pointerleave` event may never arrive. The same applies
    // whenever notices are removed.
    const released = held;
    held = false;
    set({ ...state, shown: state.shown.filter(notice => notice.id !== id) });
    if (released) for (const notice of state.shown) startTimer(notice);
  };

  /** Shows a notice at the top; `isNews` is true if it was not shown before. */
  const put = (notice: Notice, isNews: boolean): void => {
    const others = (list: readonly Notice[]): Notice[] => list.filter(other => other.id !== notice.id);
    set({
      shown: [notice, ...others(state.shown)],
      history: [notice, ...others(state.history)].slice(0, HISTORY),
      unread: Math.min(
        HISTORY,
        state.unread + (isNews && (notice.kind === 'error' || notice.kind === 'warning') ? 1 : 0),
      ),
    });
    startTimer(notice);
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(kind, text, action) {
      const same = state.shown.find(notice => notice.kind === kind && notice.text === text && notice.detail === '');
      const notice: Notice = {
        id: same?.id ?? nextId++,
        kind,
        text,
        detail: '',
        times: (same?.times ?? 0) + 1,
        at: timers.now(),
        ...(action ? { action } : {}),
      };
      // A persistent notice, such as one about a release, is created again after a reload, so it replaces the stored
      // one.
      const isStanding = action !== undefined && action.passing !== true;
      const former = isStanding ? state.history.filter(one => restored.has(one.id) && one.text === text) : [];
      if (former.length > 0) set({ ...state, history: state.history.filter(one => !former.includes(one)) });
      put(notice, !same && former.length === 0);
      return notice.id;
    },
    open(content) {
      const notice = { ...content, id: nextId++, times: 1, at: timers.now() };
      put(notice, true);
      return notice.id;
    },
    change(id, content) {
      const notice = { ...content, id, times: 1, at: timers.now() };
      const place = state.shown.findIndex(other => other.id === id);
      put(notice, false);
      if (place <= 0) return;
      // A notice that the person is reading keeps its position.
      const shown = state.shown.filter(other => other.id !== id);
      set({ ...state, shown: [...shown.slice(0, place), notice, ...shown.slice(place)] });
    },
    withdraw(id) {
      close(id);
      set({ ...state, history: state.history.filter(notice => notice.id !== id) });
    },
    close,
    take(id) {
      const { action } = state.history.find(notice => notice.id === id) ?? {};
      close(id);
      set({
        ...state,
        history: state.history.map(notice => {
          const { action: _, ...rest } = notice;
          return notice.id === id ? rest : notice;
        }),
      });
      action?.run();
    },
    dismiss(id) {
      const { action } = state.shown.find(notice => notice.id === id) ?? {};
      close(id);
      action?.dismissed?.();
    },
    closeAll() {
      const { shown } = state;
      for (const notice of shown) stopTimer(notice.id);
      held = false;
      set({ ...state, shown: [] });
      for (const { action } of shown) action?.dismissed?.();
    },
    markRead: () => set({ ...state, unread: 0 }),
    restore(kept) {
      if (kept.history.length === 0) return;
      const former = kept.history.map((notice): Notice => ({ ...notice, id: nextId++ }));
      for (const { id } of former) restored.add(id);
      set({
        ...state,
        history: [...state.history, ...former].slice(0, HISTORY),
        unread: Math.min(HISTORY, state.unread + kept.unread),
      });
    },
    hold(next) {
      if (held === next) return;
      held = next;
      for (const notice of state.shown) {
        if (held) stopTimer(notice.id);
        else startTimer(notice);
      }
    },
    clear() {
      for (const notice of state.shown) stopTimer(notice.id);
      held = false;
      set({ shown: [], history: [], unread: 0 });
    },
  };
}

/** The console's own notices. */
export const notices = createNoticeStore();
