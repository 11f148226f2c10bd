/**
 * A short queue for CPU-intensive work: runs a few callers at a time, treats lanes fairly, and limits how long callers
 * wait.
 */

/** Thrown if the queue is full, the wait is too long, or the server is stopping. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

export interface Turns {
  /**
   * Enters the queue, runs `before` immediately, and runs `work` when its turn comes.
   * @param lane callers in the same lane run in order of arrival; lanes take turns
   * @param left aborted when the caller disconnects; work that is still waiting is dropped
   * @param before work that does not need a turn; if it throws, the slot is released
   * @throws Busy without running `work`
   */
  run: <T>(lane: string, left: AbortSignal, before: () => Promise<void>, work: () => Promise<T>) => Promise<T>;
  /** Rejects waiting and new callers. Work that has started is not interrupted. */
  close: () => void;
}

export interface TurnLimits {
  /** Maximum number of callers that run concurrently. */
  atOnce: number;
  /** Maximum number of waiting callers, in total and in each lane. */
  waiting: number;
  perLane: number;
  /** Maximum number of milliseconds for which a caller waits. */
  waitMillis: number;
}

interface Waiting {
  begin: () => void;
  refuse: () => void;
}

export function createTurns({ atOnce, waiting, perLane, waitMillis }: TurnLimits): Turns {
  /** The lanes, in the order in which they get their turns. */
  const lanes = new Map<string, Set<Waiting>>();
  let running = 0;
  let count = 0;
  let closed = false;

  const remove = (lane: string, entry: Waiting): void => {
    const line = lanes.get(lane);
    if (!line?.delete(entry)) return;
    count -= 1;
    if (line.size === 0) lanes.delete(lane);
  };

  const next = (): void => {
    while (running < atOnce) {
      const [first] = lanes;
      if (!first) return;
      const [lane, line] = first;
      const [entry] = line;
      if (!entry) return;
      remove(lane, entry);
      // The lane's remaining callers move to the end of the queue.
      if (line.size > 0) {
        lanes.delete(lane);
        lanes.set(lane, line);
      }
      running += 1;
      entry.begin();
    }
  };

  const isFull = (lane: string): boolean => closed || count >= waiting || (lanes.get(lane)?.size ?? 0) >= perLane;

  const wait = (lane: string, left: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lanes.get(lane) ?? new Set();
      const settle = (end: () => void) => () => {
        clearTimeout(timer);
        left.removeEventListener('abort', entry.refuse);
        remove(lane, entry);
        end();
      };
      const entry: Waiting = { begin: settle(resolve), refuse: settle(() => reject(new Busy())) };
      const timer = setTimeout(entry.refuse, waitMillis);
      left.addEventListener('abort', entry.refuse);
      lanes.set(lane, line.add(entry));
      count += 1;
      next();
    });

  return {
    run: async (lane, left, before, work) => {
      if (left.aborted || isFull(lane)) throw new Busy();
      const given = new AbortController();
      const turn = wait(lane, AbortSignal.any([left, given.signal]));
      const done = (): void => {
        running -= 1;
        next();
      };
      const ready = before();
      await Promise.all([turn, ready]).catch(async (error: unknown) => {
        given.abort();
        await ready.catch(() => undefined);
        // If `before` fails, the turn passes to the next caller, even if it has already been granted.
        void turn.then(done, () => undefined);
        throw error;
      });
      try {
        return await work();
      } finally {
        done();
      }
    },
    close: () => {
      closed = true;
      for (const line of lanes.values()) for (const entry of line) entry.refuse();
    },
  };
}
