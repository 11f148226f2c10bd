/** Background work as seen by the runner: a kind of job defines its weight and how it is executed. */

/**
 * light: takes about a second and only the database. heavy: anything else, such as reading a file. Each weight has its
 * own queue, so that light work never waits for heavy work.
 */
export type Weight = 'light' | 'heavy';

/** Called by a job from time to time while it runs. @throws Stopping when the server is being stopped: the job starts again then */
export type Tick = () => void;

/** A kind of background work, handed to the runner (jobs/runner). `P` is the input of its jobs, as JSON. */
export interface JobKind<P = never> {
  /** Stored with each job, so it never changes. */
  kind: string;
  weight: (payload: P) => Weight;
  /**
   * Does the work. After a kill it is started again, so it must store its result together with its effect. @throws
   * Later to be restarted after a time; Stopping; temporary database errors are retried for a while
   */
  run: (payload: P, tick: Tick) => Promise<void>;
  /**
   * Ends a job that cannot be done: after an error, or (null) because the server was repeatedly killed during it.
   * @returns whether it has ended; with false it runs anyway
   */
  giveUp: (payload: P, error: Error | null) => Promise<boolean>;
}

/** The server is stopping: the job is interrupted cleanly. */
export class Stopping extends Error {}

/** A job cannot be done now for external reasons: it returns to its queue for a time. */
export class Later extends Error {
  readonly millis: number;

  constructor(millis: number) {
    super(`to be done in ${millis} ms`);
    this.millis = millis;
  }
}
