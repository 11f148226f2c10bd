import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Kinds of tasks. short: a call that a person is waiting for. following: a console's call that fetches changes made by
 * others; all open consoles make such calls at the same time. costly: a search, a large page or an export, which reads
 * many rows for one person. long: an import.
 */
export const TASK_KINDS = ['short', 'following', 'costly', 'long'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/**
 * A unit of work for the database, such as a request, an import or an export. The durations of all its statements are
 * added up.
 */
export interface Task {
  /** Sequence number, in order of arrival. */
  readonly no: number;
  kind: TaskKind;
  /** How long the task has used the connection, in ms. */
  spent: number;
}

const current = new AsyncLocalStorage<Task>();
let tasks = 0;

/**
 * Creates a task. Imports and costly reads count as long from the start; a request counts as long after LONG_MILLIS.
 */
export const newTask = (kind: TaskKind = 'short'): Task => ({ no: ++tasks, kind, spent: 0 });

/** Runs `work` in such a way that every connection that it uses, now or later, is charged to `task`. */
export const asTask = <T>(task: Task, work: () => T): T => current.run(task, work);

/** Marks the current call as costly, which is not known until its input has been parsed. */
export function becomeCostly(): void {
  const task = current.getStore();
  if (task?.kind === 'short') task.kind = 'costly';
}

/** The kind of the current task. */
export const currentKind = (): TaskKind => current.getStore()?.kind ?? 'short';

/**
 * Charges the reading of all batches to one task, no matter what requests the next batch, such as a stream whose reader
 * is ready.
 */
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

/** Determines the order of callers that wait for a connection. */
export interface Turns {
  /** Resolves with a function that ends the turn when it is the caller's turn. */
  take: () => Promise<() => void>;
}

/** A request that has used the connection for longer than this waits together with long work from then on. */
const LONG_MILLIS = 300;
/** Long work that has waited for this long goes first, no matter how much time it has used. */
const MOST_WAIT_MILLIS = 2_000;
/** A following call that has waited for this long gets every second turn of the short calls. */
const FOLLOWER_WAIT_MILLIS = 500;

/**
 * After a statement of a costly read that took longer than this, costly reads pause for as long as the statement took,
 * while other callers are active.
 */
const REST_FROM_MILLIS = 20;
const LONGEST_REST_MILLIS = 1_000;
/**
 * A caller whose last short turn was within this time counts as active: between two of its calls nobody is waiting, but
 * its next call is imminent.
 */
const THERE_MILLIS = 1_000;

interface Waiting {
  task: Task;
  since: number;
  start: () => void;
}

/**
 * Assigns turns on the embedded database's only connection. While both long work and short calls are waiting, each gets
 * half of the time. Short calls run in order of arrival, so a call with ten statements waits once rather than ten
 * times. Following calls come after them, statement by statement, so that all calls that are about to read the same
 * changes wait and are then served by one read (feed/sharedRead). Among long work, the task that has used the least
 * time goes first, so a small import overtakes a large export. PGlite cannot interrupt a statement, so after a heavy
 * statement of a costly read, other callers have the database to themselves for an equal time.
 * @param now milliseconds of a monotonic clock
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const waiting: Waiting[] = [];
  /**
   * The time used by long work minus the time used by short calls, limited to one turn. If it is positive, short calls
   * go first.
   */
  let lead = 0;
  let busy = false;

  let followed = false;

  /** The time before which no costly read or long work starts. */
  let restUntil = 0;
  /**
   * The last two different callers that had a short turn, latest first. At least one of them is not the task that is
   * pausing.
   */
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
            // Deferred for two reasons: the task that has just received its reply may have its next statement ready,
            // and the process must be able to handle requests between statements.
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
