import { liveQuery, type Subscription } from 'dexie';

/** Changes that follow each other more quickly than this (in milliseconds) count as a busy period. */
const BUSY = 250;
/** In a busy period, a query pauses for this multiple of its own duration, within these bounds (in milliseconds). */
const REST_SHARE = 4;
const REST_LEAST = 30;
const REST_MOST = 250;

interface Observer<T> {
  next: (value: T) => void;
  error: (error: unknown) => void;
}

/**
 * Runs a query now and whenever its data changes, like Dexie's live query, but only a few times a second during rapid
 * changes. Otherwise a thousand settling writes would make every open list read a thousand times from the very database
 * that the writes are using, and a query slower than the interval between changes would never deliver a result. A
 * single change is delivered immediately, the last of many after a pause.
 *
 * @returns an unsubscribe function
 */
export function pacedLive<T>(query: () => Promise<T>, { next, error }: Observer<T>): () => void {
  let current: Subscription | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let notifiedAt = -Infinity;
  let took = 0;

  const notify = (value: T): void => {
    notifiedAt = performance.now();
    if (!over) next(value);
  };

  const rest = (): void => {
    current?.unsubscribe();
    current = null;
    clearTimeout(timer);
    timer = setTimeout(begin, Math.min(REST_MOST, Math.max(REST_LEAST, took * REST_SHARE)));
  };

  function begin(): void {
    if (over) return;
    let reading = false;
    let overtaken = false;
    let first = true;
    const read = async (): Promise<{ value: T } | null> => {
      // The data changed while it was being read: the current result is still delivered, and the change after a pause.
      if (reading) {
        overtaken = true;
        return null;
      }
      reading = true;
      const began = performance.now();
      try {
        const value = await query();
        took = performance.now() - began;
        // Deferred, because reads from within the query would be tracked as the query's own.
        if (overtaken) setTimeout(() => own === current && (notify(value), rest()), 0);
        return { value };
      } catch (reason) {
        if (overtaken) setTimeout(() => own === current && !over && (error(reason), rest()), 0);
        throw reason;
      } finally {
        reading = false;
      }
    };
    const own: Subscription = liveQuery(read).subscribe({
      next: answer => {
        if (!answer || overtaken) return;
        const busy = !first && performance.now() - notifiedAt < BUSY;
        first = false;
        notify(answer.value);
        if (busy && own === current) rest();
      },
      error: reason => {
        if (!over) error(reason);
      },
    });
    current = own;
  }

  begin();
  return () => {
    over = true;
    clearTimeout(timer);
    current?.unsubscribe();
  };
}
