import type { Notifications } from '../../contract/notify.ts';

/** The bell's state for the person's server notifications; the code that reads them is loaded after the first list. */
export interface ServerBellState {
  /** Null until the notifications have been read. */
  known: Notifications | null;
  /** Marks all known notifications as read on all of the person's devices. */
  markRead: () => void;
}

const nothing = (): void => undefined;
let state: ServerBellState = { known: null, markRead: nothing };
const listeners = new Set<() => void>();

export const serverBell = {
  get: (): ServerBellState => state,
  set(next: ServerBellState): void {
    state = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
