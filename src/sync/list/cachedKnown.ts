import type { CacheStatus } from '../mirror/cacheStatus.ts';
import type { StoredEntry } from '../outbox/entry.ts';

/** What a look at the queue and then at the mirror brought, in that order. */
export interface CachedKnown {
  /** The outbox's order of endings before the entries were read. */
  settledAt: number;
  entries: StoredEntry[];
  /** Read after the entries: where one has ended, its row is in the mirror already. */
  cacheStatus: CacheStatus;
}

/** After the last list about a channel has gone, what it knew is good for the next one this long (ticks). */
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
 * What the list that is shown has by its live query, for the next question about the same channel: a key press then waits
 * for no database. What changes in the moment between comes by the next one's own live query.
 */
export const cachedKnown = {
  /** A list begins to look. What was known before nobody looked is forgotten. */
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
  /** Null where nobody has looked, or not lately. */
  get(client: object, name: string, now: number): CachedKnown | null {
    const one = of(client, name);
    return one.lists.size > 0 || now < one.until ? one.known : null;
  },
};
