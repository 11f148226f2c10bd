import type { Env } from '../base/env.ts';

/**
 * Tracks who has a person's database open with a Web Lock: users hold it shared, removal holds it exclusively.
 * IndexedDB by itself cannot do this: a deletion that was requested cannot be undone, so it would also take what
 * another tab stores in the same instant, and one that a frozen tab is in the way of would block everyone who comes
 * later.
 */
const lockOf = (database: string): string => `ops-open-${database}`;

type Surroundings = Pick<Env, 'locks' | 'clock'>;

/** Who removes a database asks for it within this time of asking to have it alone, or not at all: it may have been frozen … */
const REMOVE_MOST = 2000;
/** … so whoever has waited this long for it opens the database: nobody removes it any more. */
const WAIT_MOST = 10_000;

/** One user's share of a database's lock. */
export class InUse {
  private readonly env: Surroundings;
  private readonly name: string;
  private readonly ending = new AbortController();
  private release: () => void = () => undefined;
  private started: Promise<void> | null = null;
  private ended: Promise<unknown> = Promise.resolve();

  constructor(env: Surroundings, database: string) {
    this.env = env;
    this.name = lockOf(database);
  }

  /** Resolves once nobody removes the database; from then on nobody does until `end`. */
  begin(): Promise<void> {
    this.started ??= new Promise((resolve, reject) => {
      const { locks, clock } = this.env;
      const held = new Promise<void>(release => {
        this.release = release;
      });
      // Where the wait is over before it is granted, the request stays in the queue, before anyone who would remove later.
      const cancel = clock.after(WAIT_MOST, resolve);
      const over = locks.request(this.name, { mode: 'shared', signal: this.ending.signal }, async () => {
        cancel();
        resolve();
        await held;
      });
      over.catch(reject);
      this.ended = over.catch(cancel);
    });
    return this.started;
  }

  /** Resolves once others may remove it. */
  async end(): Promise<void> {
    this.ending.abort();
    this.release();
    await this.ended;
  }
}

/** A tab that still has a database open closes it within moments, unless it is frozen. */
const LOOK_EVERY = 200;
const LOOK_MOST = 10_000;

/**
 * Runs once as soon as nobody has the database open, and makes everyone who is about to open it wait. Checks
 * immediately, which is awaited, and then a few more times; never runs if a frozen tab has it open. @param run receives
 * a function that checks, right before removal, whether it still may
 */
export async function onceUnused(
  { locks, clock }: Surroundings,
  database: string,
  run: (may: () => boolean) => Promise<void>,
): Promise<void> {
  const end = clock.ticks() + LOOK_MOST;
  const attempt = () => {
    // From before it has the lock: it may be frozen between having it and knowing so.
    const latest = clock.ticks() + REMOVE_MOST;
    return locks.request(lockOf(database), { ifAvailable: true }, async held => {
      if (held) await run(() => clock.ticks() < latest);
      return held;
    });
  };
  // What cannot be removed now is left to the next sign-out.
  const look = async (): Promise<void> => {
    const done = await attempt().catch(() => true);
    if (!done && clock.ticks() < end) clock.after(LOOK_EVERY, () => void look());
  };
  await look();
}
