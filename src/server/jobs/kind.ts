import type { Country } from '../../domain/country.ts';
import type { Queryable } from '../db/transaction.ts';

/** Background work from the runner's point of view: a kind of job declares its weight and how to execute it. */

/**
 * light: takes about a second and only needs the database. heavy: anything else, such as reading a file. Each weight
 * has its own queue, so that light work never waits for heavy work.
 */
export type Weight = 'light' | 'heavy';

/**
 * A job must call this from time to time while it runs.
 * @throws Stopping when the server is being stopped; the job is then restarted later
 */
export type Tick = () => void;

/**
 * Makes sure, until the end of a transaction, that no other process restarts the job. A job must call this in the
 * transaction of everything that it writes, unless another condition refuses what was restarted: a process may be frozen
 * for so long that its job is restarted and even completed elsewhere, and then continue.
 * @param db the connection of the transaction
 * @throws RestartedElsewhere
 */
export type Own = (db: Queryable) => Promise<void>;

/** What people call a job. */
export interface NamedJob {
  job: string;
  /** The country of its data, and the e-mail of its person; omitted for a job of the server as a whole. */
  country?: Country;
  person?: string;
}

/** A kind of background work, which the runner (jobs/runner) executes. `P` is the input of its jobs, as JSON. */
export interface JobKind<P = never> {
  /** Stored with each job, so it must never change. */
  kind: string;
  weight: (payload: P) => Weight;
  /**
   * Does the work. Because it is restarted after a kill, it must store its result in the same transaction as its
   * effect. Temporary database errors are retried for a while.
   * @throws Later to be restarted after a while, Stopping, RestartedElsewhere
   */
  run: (payload: P, tick: Tick, own: Own) => Promise<void>;
  /**
   * Ends a job that cannot be completed, either after an error or, if `error` is null, because the server was
   * repeatedly killed while it ran.
   * @returns whether the job has ended; if false, it is run once more
   * @throws RestartedElsewhere
   */
  giveUp: (payload: P, error: Error | null, own: Own) => Promise<boolean>;
  /** Whether giving up such a job emits an event that names it, so that the error needs no event of its own. */
  tellsFailure?: (payload: P) => boolean;
  /** What people call the job in an event about an error, and whose it is; without it, the event contains its key. */
  named?: (payload: P) => Promise<NamedJob | null>;
}

/** Thrown to interrupt the job cleanly because the server is being stopped. */
export class Stopping extends Error {}

/** Thrown if another process has restarted the job, so that this one must end without a trace. */
export class RestartedElsewhere extends Error {}

/** Thrown if external reasons prevent a job from running now, so that it goes back to its queue for a while. */
export class Later extends Error {
  readonly millis: number;

  constructor(millis: number) {
    super(`to be done in ${millis} ms`);
    this.millis = millis;
  }
}
