/** Background work from the runner's point of view: a kind of job says how heavy it is and how it is executed. */

/**
 * light: takes about a second and needs only the database. heavy: anything else, such as reading a file. Each weight
 * has its own queue, so that light work never waits for heavy work.
 */
export type Weight = 'light' | 'heavy';

/**
 * A job calls this from time to time while it runs. @throws Stopping when the server is stopped; the job is then
 * started again later
 */
export type Tick = () => void;

/** A kind of background work, which the runner executes (jobs/runner). `P` is the input of its jobs, as JSON. */
export interface JobKind<P = never> {
  /** Stored with each job, so it must never change. */
  kind: string;
  weight: (payload: P) => Weight;
  /**
   * Does the work. After a kill it is started again, so it must store its result in the same transaction as its effect.
   * @throws Later to be started again after a while; Stopping; temporary errors of the database are retried for a while
   */
  run: (payload: P, tick: Tick) => Promise<void>;
  /**
   * Ends a job that cannot be completed: after an error or, if `error` is null, because the server was killed again and
   * again during it.
   * @returns whether the job has ended; if false, it is run again anyway
   */
  giveUp: (payload: P, error: Error | null) => Promise<boolean>;
}

/** The server is stopping, so the job is interrupted cleanly. */
export class Stopping extends Error {}

/** A job cannot run now for external reasons, so it goes back to its queue for a while. */
export class Later extends Error {
  readonly millis: number;

  constructor(millis: number) {
    super(`to be done in ${millis} ms`);
    this.millis = millis;
  }
}
