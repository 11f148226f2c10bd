import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { asTask, newTask } from '../db/turns.ts';
import { isPassing } from '../base/errors.ts';
import { Later, RestartedElsewhere, Stopping, type JobKind, type NamedJob, type Weight } from './kind.ts';
import { claimJob, endJob, keepJob, leaveJob, nextRunAt, ownOf, releaseJobs, type Job } from './queue.ts';

const HEARTBEAT_MILLIS = 4_000;
const LOOK_MILLIS = 8_000;
const RETRY_MILLIS = 5_000;
/** For how many milliseconds a job is retried while the database is busy or unreachable. */
const PASSING_MILLIS = 15 * 60_000;
/**
 * If the server was killed this many times during a job, the job itself is assumed to be the cause, such as by
 * exhausting the memory.
 */
const MOST_STARTS = 3;

/** How a job's turn ended. A job that was `left` continues later. */
export type JobEnd = 'done' | 'left' | 'given up';

export interface JobRunner {
  /** Tells the runner that a new job was added. */
  poke: () => void;
  /** Interrupts running jobs cleanly; resolves when no job is running. */
  close: () => Promise<void>;
}

/** Runs the jobs of one weight, one after another. */
interface Lane {
  poke: () => void;
  ended: () => Promise<void>;
}

/**
 * Runs background work in an API process, light and heavy work in parallel. Waiting jobs are stored in the database, so
 * any process can take them, and the jobs of a killed process are restarted.
 * @param kinds all kinds known to this process; other jobs wait for a process that knows their kind
 * @param onProblem is called for each error, to log it. `key`: the job's key; empty if the queue itself could not be read
 * @param around wraps each turn of a job, for example to measure it
 * @param onFailure is called for each error that is not retried at once, unless giving up the job emits an event of its
 *   own; `named` is null for the queue itself
 */
export function createJobRunner(
  { kind: databaseKind, pool }: Pick<Database, 'kind' | 'pool'>,
  kinds: readonly JobKind[],
  onProblem: (error: Error, key: string) => void,
  around: (kind: string, work: () => Promise<JobEnd>) => Promise<JobEnd> = (_, work) => work(),
  onFailure: (error: Error, key: string, named: NamedJob | null) => void = () => undefined,
): JobRunner {
  const known = new Map(kinds.map(kind => [kind.kind, kind as JobKind<unknown>]));
  const events = new EventEmitter().setMaxListeners(0);
  let closed = false;
  const isOpen = (): boolean => !closed;
  const tick = (): void => {
    if (closed) throw new Stopping();
  };
  /** Whether the jobs of a predecessor have been returned to the queue; on PostgreSQL, their signs of life end. */
  let released: Promise<void> | null = databaseKind === 'embedded' ? null : Promise.resolve();
  const release = (): Promise<void> =>
    (released ??= releaseJobs(pool).catch((error: unknown) => {
      released = null;
      throw error;
    }));

  /** Waits before the next attempt; returns false if the server is stopped in the meantime. */
  const rest = async (): Promise<boolean> => {
    const stop = new AbortController();
    const ending = (): void => stop.abort();
    events.once('closed', ending);
    await pause(RETRY_MILLIS, undefined, { signal: stop.signal }).catch(() => undefined);
    events.off('closed', ending);
    return isOpen();
  };

  /**
   * Runs a job until it ends or is interrupted.
   * @throws RestartedElsewhere
   */
  const attempt = async (job: Job, kind: JobKind<unknown>): Promise<JobEnd> => {
    const { key, payload } = job;
    const leave = async (millis = 0): Promise<JobEnd> => {
      await leaveJob(pool, job, millis === 0 ? 0 : Date.now() + millis);
      return 'left';
    };
    const leftAnyway = (): JobEnd => 'left';
    const own = ownOf(job);
    const until = Date.now() + PASSING_MILLIS;
    /** A job that was restarted elsewhere is not given up here. */
    const isOwn = (): Promise<boolean> =>
      own(pool).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RestartedElsewhere) return false;
          throw error;
        },
      );
    let isGivenUp = job.attempts > MOST_STARTS && (await kind.giveUp(payload, null, own));
    while (!isGivenUp) {
      try {
        await kind.run(payload, tick, own);
        break;
      } catch (error) {
        if (closed || error instanceof Stopping) return leave().catch(leftAnyway);
        if (error instanceof Later) return leave(error.millis);
        if (error instanceof RestartedElsewhere) throw error;
        onProblem(error as Error, key);
        // For example, the database was restarted, or a lock is held by a statement of a dead process: nothing has
        // taken effect yet.
        if (!isPassing(error) || Date.now() >= until) {
          if (!(await isOwn())) return 'left';
          isGivenUp = await kind.giveUp(payload, error as Error, own);
          if (!isGivenUp || !kind.tellsFailure?.(payload)) {
            // Without its name, the failure is reported by its key, and the job ends or waits all the same.
            const named = await kind.named?.(payload).catch(() => null);
            onFailure(error as Error, key, named ?? null);
          }
        }
        if (!isGivenUp && !(await rest())) return leave().catch(leftAnyway);
      }
    }
    await endJob(pool, job);
    return isGivenUp ? 'given up' : 'done';
  };

  const work = (job: Job, kind: JobKind<unknown>): Promise<JobEnd> =>
    attempt(job, kind).catch((error: unknown) => {
      if (error instanceof RestartedElsewhere) return 'left';
      throw error;
    });

  const runJob = async (job: Job): Promise<void> => {
    const heart =
      databaseKind === 'postgres'
        ? setInterval(() => void keepJob(pool, job).catch(() => undefined), HEARTBEAT_MILLIS)
        : undefined;
    try {
      await around(job.kind, () => work(job, known.get(job.kind) as JobKind<unknown>));
    } finally {
      clearInterval(heart);
    }
  };

  const laneOf = (weight: Weight): Lane => {
    let again = false;
    let underWay: Promise<void> | null = null;
    let wake: NodeJS.Timeout | undefined;
    const drain = async (): Promise<void> => {
      await release();
      while (isOpen()) {
        again = false;
        const now = Date.now();
        const job = await claimJob(pool, weight, [...known.keys()], now);
        if (job) await runJob(job);
        else if (!again) {
          const at = await nextRunAt(pool, weight, now);
          clearTimeout(wake);
          if (at !== null && isOpen()) wake = setTimeout(poke, Math.min(LOOK_MILLIS, at - now)).unref();
          return;
        }
      }
    };
    const poke = (): void => {
      again = true;
      if (closed || underWay) return;
      // Runs as a separate task, because it is long and must not count toward the call that found the job.
      underWay = asTask(newTask(weight === 'heavy' ? 'long' : 'short'), drain)
        .catch((error: Error) => {
          if (closed) return;
          onProblem(error, '');
          onFailure(error, '', null);
        })
        .finally(() => {
          underWay = null;
          if (again && !closed) poke();
        });
    };
    return {
      poke,
      ended: async () => {
        clearTimeout(wake);
        await underWay;
      },
    };
  };
  const lanes = [laneOf('light'), laneOf('heavy')];
  const poke = (): void => {
    for (const lane of lanes) lane.poke();
  };
  const timer = setInterval(poke, LOOK_MILLIS).unref();

  return {
    poke,
    close: async () => {
      closed = true;
      clearInterval(timer);
      events.emit('closed');
      await Promise.all(lanes.map(lane => lane.ended()));
    },
  };
}
