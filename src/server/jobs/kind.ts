/** What background work is to the runner: a kind of job says how heavy it is and how it is done. */

/**
 * light: done in about a second and by the database alone. heavy: anything else, such as what reads a file. Each weight has a line of
 * its own, so that light work never waits for heavy work.
 */
export type Weight = 'light' | 'heavy';

/** Called by a job from time to time while it runs. @throws Stopping when the server is being stopped: the job starts again then */
export type Tick = () => void;

/** A kind of background work, handed to the runner (jobs/runner). `P` is what a job of it is given, as JSON. */
export interface JobKind<P = never> {
  /** Stored with each job, so it never changes. */
  kind: string;
  weight: (payload: P) => Weight;
  /**
   * Does the work. A process that is killed in the middle starts it again, so it leaves its result with its effect.
   * @throws Later to be started again after a time; Stopping; an error of the database that passes is tried again for a while
   */
  run: (payload: P, tick: Tick) => Promise<void>;
  /**
   * Ends what cannot be done: after an error, or (null) since the server was killed at it time and again.
   * @returns whether it has ended; false has it run all the same
   */
  giveUp: (payload: P, error: Error | null) => Promise<boolean>;
}

/** The server is being stopped: the job is left in order. */
export class Stopping extends Error {}

/** A job cannot be done now, through no fault of its own: it goes back to its line for a time. */
export class Later extends Error {
  readonly millis: number;

  constructor(millis: number) {
    super(`to be done in ${millis} ms`);
    this.millis = millis;
  }
}
