import type { CacheStatus } from '../mirror/cacheStatus.ts';
import type { StoredEntry } from '../outbox/entry.ts';

/** The result of reading the queue and then the mirror, in that order. */
export interface CachedKnown {
  /** The outbox's latest settlement number before the entries were read. */
  settledAt: number;
  entries: StoredEntry[];
  /** Read after the entries, so that a settled entry's row is already in the mirror. */
  cacheStatus: CacheStatus;
}

/** Time (in ticks) for which the data of a channel's last closed list stays available to the next list. */
const LINGER = 1000;

interface Shared {
  known: CachedKnown | null;
  lists: Set<object>;
  until: number;
}

const shared = new WeakMap<object, Map<string, Shared>>();

function of(client: object, name: string): Shared {
  const all = shared.get(client) ?? new Map<string, Shared>();
  shared.set(client, all);
  const one = all.get(name) ?? { known: null, lists: new Set(), until: 0 };
  all.set(name, one);
  return one;
}

/**
 * Data from the live query of the displayed list, reused by the next request about the same channel, so that a
 * keystroke does not wait for the database. Later changes arrive through the next list's own live query.
 */
export const cachedKnown = {
  /** Called when a list starts reading. Data from a period when no list was reading is discarded. */
  join(client: object, name: string, list: object, now: number): void {
    const one = of(client, name);
    if (one.lists.size === 0 && now >= one.until) one.known = null;
    one.lists.add(list);
  },
  note(client: object, name: string, known: CachedKnown | null): void {
    of(client, name).known = known;
  },
  leave(client: object, name: string, list: object, now: number): void {
    const one = of(client, name);
    one.lists.delete(list);
    one.until = now + LINGER;
  },
  /** Null if no list has read the data recently. */
  get(client: object, name: string, now: number): CachedKnown | null {
    const one = of(client, name);
    return one.lists.size > 0 || now < one.until ? one.known : null;
  },
};
