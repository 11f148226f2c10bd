import type { Notifications } from '../../contract/notify.ts';

/** What the bell knows of the person's notifications on the server; the part that reads them is loaded after the first list. */
export interface ServerBellState {
  /** null until they were read. */
  known: Notifications | null;
  /** Marks all that are known as read, on every device of the person. */
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
