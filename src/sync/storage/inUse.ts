import type { Env } from '../base/env.ts';

/**
 * Uses a Web Lock to track who has a person's database open: users hold a shared lock, and a removal holds an exclusive
 * one. IndexedDB alone cannot do this: a requested deletion cannot be canceled, so it would also delete what another
 * tab stores at that moment, and a deletion blocked by a frozen tab would block all later users.
 */
const lockOf = (database: string): string => `ops-open-${database}`;

type Surroundings = Pick<Env, 'locks' | 'clock'>;

/**
 * A removal happens within this many milliseconds of the request for the exclusive lock or, because the process may
 * have been frozen, not at all.
 */
const REMOVE_MOST = 2000;
/** A user that has waited this long for the lock opens the database: by then, nobody can still be removing it. */
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

  /** Resolves once nobody is removing the database; from then until `end`, nobody will. */
  begin(): Promise<void> {
    this.started ??= new Promise((resolve, reject) => {
      const { locks, clock } = this.env;
      const held = new Promise<void>(release => {
        this.release = release;
      });
      // If the wait ends before the lock is granted, the request stays in the queue, ahead of any later removal.
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

  /** Resolves once others may remove the database. */
  async end(): Promise<void> {
    this.ending.abort();
    this.release();
    await this.ended;
  }
}

/**
 * How often and for how long to check, in milliseconds: a tab that still has the database open closes it within
 * moments, unless it is frozen.
 */
const LOOK_EVERY = 200;
const LOOK_MOST = 10_000;

/**
 * Runs once, as soon as nobody has the database open, and makes anyone about to open it wait. The first check is
 * immediate and awaited, followed by a few more; never runs if a frozen tab has the database open.
 * @param run receives a function to call right before the removal, which returns whether the removal may still happen
 */
export async function onceUnused(
  { locks, clock }: Surroundings,
  database: string,
  run: (may: () => boolean) => Promise<void>,
): Promise<void> {
  const end = clock.ticks() + LOOK_MOST;
  const attempt = () => {
    // Measured from before the lock is granted, because the process may freeze between the grant and the callback.
    const latest = clock.ticks() + REMOVE_MOST;
    return locks.request(lockOf(database), { ifAvailable: true }, async held => {
      if (held) await run(() => clock.ticks() < latest);
      return held;
    });
  };
  // A database that cannot be removed now is left to the next sign-out.
  const look = async (): Promise<void> => {
    const done = await attempt().catch(() => true);
    if (!done && clock.ticks() < end) clock.after(LOOK_EVERY, () => void look());
  };
  await look();
}
