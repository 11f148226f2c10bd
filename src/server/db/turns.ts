import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * short: a call that a person waits for. following: a call of a console that fetches what others have changed, as all open
 * consoles do at once. costly: a search, a large page, an export: it looks at many rows for one person. long: an import.
 */
export const TASK_KINDS = ['short', 'following', 'costly', 'long'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** One piece of work for the database: a request, an import, an export. Its statements are served with one account. */
export interface Task {
  /** Order of arrival. */
  readonly no: number;
  kind: TaskKind;
  /** Milliseconds for which it has had the connection. */
  spent: number;
}

const current = new AsyncLocalStorage<Task>();
let tasks = 0;

/** A new task. Imports and costly reads are long at once; a request becomes long when it has used LONG_MILLIS. */
export const newTask = (kind: TaskKind = 'short'): Task => ({ no: ++tasks, kind, spent: 0 });

/** Runs `work` so that every connection it takes, also later, counts for `task`. */
export const asTask = <T>(task: Task, work: () => T): T => current.run(task, work);

/** The call that the caller works for is a costly one: found out when its input has been read. */
export function becomeCostly(): void {
  const task = current.getStore();
  if (task?.kind === 'short') task.kind = 'costly';
}

/** Kind of the task that the caller works for. */
export const currentKind = (): TaskKind => current.getStore()?.kind ?? 'short';

/** Batches that are read as parts of one task, whoever asks for the next one: a stream does so when its reader is ready. */
export function batchesAs<T>(task: Task, batches: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const source = batches[Symbol.asyncIterator]();
      return {
        next: () => asTask(task, () => source.next()),
        return: async value => {
          await asTask(task, async () => source.return?.());
          return { done: true, value: value as T };
        },
      };
    },
  };
}

/** Orders those who wait for a connection. */
export interface Turns {
  /** Resolves when it is the caller's turn; returns how to end it. */
  take: () => Promise<() => void>;
}

/** A request that has had the connection for longer than this waits with the long work from then on. */
const LONG_MILLIS = 300;
/** Long work that has waited for this long goes first, whatever others have had. */
const MOST_WAIT_MILLIS = 2_000;
/** A follower that has waited for this long takes every second turn of the short calls. */
const FOLLOWER_WAIT_MILLIS = 500;

/** A statement of a costly read that takes longer than this is followed by a rest as long as itself, while others are there. */
const REST_FROM_MILLIS = 20;
const LONGEST_REST_MILLIS = 1_000;
/** Who has had a short turn in this time is there: between two calls nobody waits, and the next one is about to come. */
const THERE_MILLIS = 1_000;

interface Waiting {
  task: Task;
  since: number;
  start: () => void;
}

/**
 * Turns at the one connection of the embedded database. Long work and short calls get half of the time each while both wait.
 * Short calls go in the order in which they came, so a call of ten statements waits once and not ten times. Followers come after
 * them, statement by statement: those who are about to read the same changes all wait for it then, and one read serves them
 * (feed/sharedRead). Of the long work the one that has had least goes first, so a small import passes a large export. PGlite ends
 * no statement early, so after a heavy one of a costly read other people have the database to themselves for as long as it took.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const waiting: Waiting[] = [];
  /** Time that long work has had above that of short calls, within one turn of each; positive lets short calls go first. */
  let lead = 0;
  let busy = false;

  let followed = false;

  /** No costly read and no long work begins before this time. */
  let restUntil = 0;
  /** The last two calls that had a short turn, the latest first: one of them is not the task that rests. */
  let there: { task: Task; at: number }[] = [];
  let waking: NodeJS.Timeout | undefined;

  const isLong = ({ task }: Waiting): boolean =>
    task.kind === 'long' || task.kind === 'costly' || task.spent > LONG_MILLIS;
  const isFollowing = (one: Waiting): boolean => one.task.kind === 'following' && !isLong(one);

  const first = (list: readonly Waiting[], before: (a: Waiting, b: Waiting) => number): Waiting | undefined =>
    list.reduce<Waiting | undefined>((best, one) => (best && before(best, one) <= 0 ? best : one), undefined);

  const byWait = (a: Waiting, b: Waiting): number => a.since - b.since;

  const chooseShort = (): Waiting | undefined => {
    const short = first(
      waiting.filter(one => !isLong(one) && !isFollowing(one)),
      (a, b) => a.task.no - b.task.no,
    );
    const follower = first(waiting.filter(isFollowing), byWait);
    const isDue = follower !== undefined && !followed && now() - follower.since > FOLLOWER_WAIT_MILLIS;
    return isDue ? follower : (short ?? follower);
  };

  const choose = (): Waiting | undefined => {
    const short = chooseShort();
    const rest = restUntil - now();
    if (rest > 0) {
      if (!short && waiting.length > 0) {
        clearTimeout(waking);
        waking = setTimeout(next, rest);
      }
      return short;
    }
    const longs = waiting.filter(isLong);
    const oldest = first(longs, byWait);
    const long =
      oldest && now() - oldest.since > MOST_WAIT_MILLIS ? oldest : first(longs, (a, b) => a.task.spent - b.task.spent);
    if (!short || !long) lead = 0;
    return short && (!long || lead > 0) ? short : (long ?? short);
  };

  const next = (): void => {
    if (busy) return;
    const chosen = choose();
    if (!chosen) return;
    waiting.splice(waiting.indexOf(chosen), 1);
    followed = isFollowing(chosen);
    busy = true;
    chosen.start();
  };

  return {
    take: () =>
      new Promise(resolve => {
        const task = current.getStore() ?? newTask();
        const start = (): void => {
          const began = now();
          const long = isLong({ task, since: 0, start });
          resolve(() => {
            const took = now() - began;
            task.spent += took;
            lead += long ? took : -took;
            const ended = now();
            if (!long && task.kind === 'short') {
              there = [{ task, at: ended }, ...there.filter(one => one.task !== task).slice(0, 1)];
            } else if (task.kind === 'costly' && took > REST_FROM_MILLIS) {
              const others = there.some(one => one.task !== task && ended - one.at < THERE_MILLIS + took);
              if (others) restUntil = ended + Math.min(took, LONGEST_REST_MILLIS);
            }
            // Only then: the task that has just had its answer may have its next statement ready. And whoever runs statement
            // after statement lets the process read and answer requests in between.
            setImmediate(() => {
              busy = false;
              next();
            });
          });
        };
        waiting.push({ task, since: now(), start });
        next();
      }),
  };
}
