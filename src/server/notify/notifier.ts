import { asTask, newTask } from '../db/turns.ts';
import type { Database } from '../db/open.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Mailer } from './mail.ts';
import { isWork, planEvents } from './plan.ts';
import type { Renderer } from './template.ts';
import { claimPushes, sendPush, type PushSettings } from './push.ts';
import { claimDue, sendDelivery, type SendDeps, type WebhookOff } from './send.ts';

/** Plans, sends and pushes notifications in the background, in any number of processes on one database. */
export interface Notifier {
  /** Processes everything that is due. */
  look: () => Promise<void>;
  renderer: Renderer;
  mail: Mailer | null;
  close: () => Promise<void>;
}

export interface NotifierOptions {
  database: Pick<Database, 'pool'>;
  mailer: Mailer | null;
  /** The origin of the console (OPS_BASE_URL), to which e-mails link. */
  baseUrl: string | undefined;
  /** Keys for Web Push; null if push messages are not sent. */
  push: PushSettings | null;
  /** Closed together with the notifier. */
  renderer: Renderer;
  /** Functions that emit events triggered only by the passage of time; `now` is in epoch seconds. */
  scans: readonly ((db: Queryable, now: number) => Promise<void>)[];
  allowedHosts: ReadonlySet<string>;
  /** Called when a person has new notifications in the bell. */
  onBell: (userId: number) => Promise<void>;
  /** Called in the transaction that turns off a webhook, to log it. */
  onWebhookOff: (db: Queryable, off: WebhookOff) => Promise<void>;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  /** Milliseconds between passes; if null, a pass runs only when `look` is called. */
  every: number | null;
  onProblem: (error: Error) => void;
}

/** Seconds between checks for events triggered only by the passage of time. */
const SCAN_EVERY = 300;
/** Maximum number of rounds in a pass, so that it ends even if the clock stands still. */
const ROUNDS_MOST = 1_000;
/** Number of planning steps per round, limited so that messages are sent even if new events keep arriving. */
const PLANS_MOST = 100;

export function createNotifier({
  database,
  mailer,
  baseUrl,
  push,
  renderer,
  scans,
  allowedHosts,
  onBell,
  onWebhookOff,
  now,
  every,
  onProblem,
}: NotifierOptions): Notifier {
  const { pool } = database;
  let closed = false;
  const seconds = (): number => Math.floor(now() / 1000);
  const deps: SendDeps = {
    db: pool,
    renderer,
    mailer,
    baseUrl,
    allowedHosts,
    onBell,
    onWebhookOff,
    now: seconds,
    isClosed: () => closed,
  };
  const isOpen = (): boolean => !closed;

  let scannedAt = -Infinity;
  const work = async (): Promise<void> => {
    if (seconds() - scannedAt >= SCAN_EVERY) {
      scannedAt = seconds();
      for (const scan of scans) await scan(pool, scannedAt);
    }
    for (let round = 0; round < ROUNDS_MOST && isOpen(); round++) {
      if (!(await isWork(pool, seconds(), push !== null))) return;
      for (let more = true, plans = 0; more && plans < PLANS_MOST && isOpen(); plans++)
        more = await planEvents(database);
      const due = isOpen() ? await claimDue(pool, seconds()) : [];
      // All deliveries are sent at once, so that a slow receiver does not delay the others.
      await Promise.all(due.map(delivery => sendDelivery(deps, delivery)));
      if (push === null || !isOpen()) continue;
      const toPush = { db: pool, push, allowedHosts, now: seconds };
      const messages = await claimPushes(pool, seconds());
      await Promise.all(messages.map(message => sendPush(toPush, message)));
    }
  };
  let running: Promise<void> = Promise.resolve();
  const look = (): Promise<void> => {
    // Runs as a separate task, because it is long and must not count toward the call that triggered it.
    running = running.then(() => (closed ? undefined : asTask(newTask('short'), work)));
    const done = running;
    running = running.catch(() => undefined);
    return done;
  };
  const timer =
    every === null
      ? undefined
      : setInterval(() => void look().catch(error => isOpen() && onProblem(error as Error)), every).unref();
  return {
    look,
    renderer,
    mail: mailer,
    close: async () => {
      closed = true;
      clearInterval(timer);
      renderer.close();
      mailer?.close();
      await running;
    },
  };
}
