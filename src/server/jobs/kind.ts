/** Background work from the runner's point of view: a kind of job declares how heavy it is and how to execute it. */

/**
 * light: takes about a second and needs only the database. heavy: anything else, such as reading a file. Each weight
 * has its own queue, so that light work never waits for heavy work.
 */
export type Weight = 'light' | 'heavy';

/**
 * Called by a job from time to time while it runs.
 * @throws Stopping when the server is being stopped; the job is then restarted later
 */
export type Tick = () => void;

/** A kind of background work, executed by the runner (jobs/runner). `P` is its jobs' input, as JSON. */
export interface JobKind<P = never> {
  /** Stored with each job, so it must never change. */
  kind: string;
  weight: (payload: P) => Weight;
  /**
   * Does the work. It is restarted after a kill, so it must store its result in the same transaction as its effect.
   * @throws Later to be restarted after a while; Stopping; temporary database errors are retried for a while
   */
  run: (payload: P, tick: Tick) => Promise<void>;
  /**
   * Ends a job that cannot be completed: after an error or, if `error` is null, because the server was repeatedly
   * killed during it.
   * @returns whether the job has ended; if false, it is run again after all
   */
  giveUp: (payload: P, error: Error | null) => Promise<boolean>;
}

/** Thrown because the server is stopping, to interrupt the job cleanly. */
export class Stopping extends Error {}

/** Thrown if a job cannot run now for external reasons, so that it goes back to its queue for a while. */
export class Later extends Error {
  readonly millis: number;

  constructor(millis: number) {
    super(`to be done in ${millis} ms`);
    this.millis = millis;
  }
}
