import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeIP } from '@fastify/rate-limit';
import { ApiError } from '../base/envelope.ts';
import type { LoginFailures } from './loginFailures.ts';
import { Busy, createTurns } from './turns.ts';

/**
 * Limits sign-ins (docs/sign-in.md): how many passwords are hashed concurrently, and how many attempts may fail for
 * each address and e-mail, for each address (one password tried with many e-mails), and for each browser with which the
 * person has signed in before. Correct passwords are not counted, so that a team sharing one address can always sign in
 * in the morning.
 */
export interface LoginLimit {
  /**
   * Runs an attempt once it gets its turn.
   * @param device id of the browser, if the person has signed in on it before
   * @param left aborted when the caller disconnects
   * @param attempt returns whether the password was correct
   * @throws ApiError 429 after too many failed attempts, 503 if too many are waiting; in both cases the attempt is not
   *   run
   */
  guard: (
    who: { request: FastifyRequest; email: string; device: string | null; left: AbortSignal },
    attempt: () => Promise<boolean>,
  ) => Promise<boolean>;
  /** Rejects all waiting attempts; called when the server stops. */
  close: () => void;
}

const WINDOW = 15 * 60_000;
const PER_EMAIL = 10;
const PER_DEVICE = 10;
const PER_ADDRESS = 100;
/**
 * If more attempts than this have failed for one e-mail in unknown browsers, from any address, further such attempts
 * are paced.
 */
const UNPACED = 20;
const SECOND = 1_000;
/** Maximum delay in ms between paced attempts from an address that has already failed for this e-mail ... */
const PACE_MOST = 60 * SECOND;
/** ... and from an address that has not, such as the person's own. */
const PACE_FRESH = 5 * SECOND;

/** Size of libuv's thread pool, which file I/O and compression need as well. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
/**
 * A hash occupies one thread and one core for a fifth of a second. Computing at most two at a time leaves threads for
 * file I/O and compression.
 */
const TURNS = {
  atOnce: Math.max(1, Math.min(2, Math.floor(THREADS / 2))),
  waiting: 40,
  perLane: 20,
  // Shorter than the console's timeout for a call.
  waitMillis: 12_000,
};
const BUSY_SECONDS = 2;

/** Requires @fastify/rate-limit to be registered with the store of `failures` and without a global limit. */
export function createLoginLimit(app: FastifyInstance, failures: LoginFailures): LoginLimit {
  const turns = createTurns(TURNS);
  const keys = new WeakMap<FastifyRequest, Readonly<Record<'email' | 'address' | 'device', string>>>();
  const limiter = (kind: 'email' | 'address' | 'device', max: number) => {
    const keyOf = (request: FastifyRequest): string => keys.get(request)?.[kind] ?? '';
    const count = app.createRateLimit({ max, timeWindow: WINDOW, keyGenerator: keyOf });
    return { keyOf, count };
  };
  const perEmail = limiter('email', PER_EMAIL);
  const perAddress = limiter('address', PER_ADDRESS);
  const perDevice = limiter('device', PER_DEVICE);

  /**
   * Paces attempts for one e-mail from unknown browsers at any address. Nobody is locked out: a slot becomes free
   * within a minute, or within seconds for an address without failures, and known browsers are not paced.
   * @throws ApiError 429
   */
  const pace = async (email: string, tries: number, isFresh: boolean): Promise<void> => {
    if (tries <= UNPACED) return;
    const pause = Math.min(PACE_MOST, SECOND * 2 ** Math.min(tries - UNPACED, 10));
    const millis = await (isFresh
      ? failures.reserve(`f ${email}`, Math.min(PACE_FRESH, pause))
      : failures.reserve(`p ${email}`, pause));
    if (millis === 0) return;
    const seconds = Math.ceil(millis / SECOND);
    throw new ApiError(
      429,
      `Too many failed sign-ins with this e-mail. Try again in ${seconds} s, or in a browser where you signed in before.`,
      { retryAfterSeconds: seconds },
    );
  };

  /** @throws ApiError 429 with the number of seconds to wait */
  const refuse = (seconds: number): never => {
    throw new ApiError(429, `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} min.`, {
      retryAfterSeconds: seconds,
    });
  };

  return {
    guard: async ({ request, email, device, left }, attempt) => {
      const address = normalizeIP(request.ip);
      keys.set(request, { email: `e ${address} ${email}`, address: `a ${address}`, device: `d ${device}` });
      const limits = device === null ? [perAddress, perEmail] : [perDevice];
      const lane = device === null ? address : `device ${device}`;
      const counted: string[] = [];
      let failed = false;
      // An attempt is counted as failed before it is made, so that many concurrent attempts cannot get through before
      // the first one has failed.
      const count = async (): Promise<void> => {
        let isFresh = false;
        for (const limit of limits) {
          const state = await limit.count(request);
          counted.push(limit.keyOf(request));
          if (state.isAllowed) continue;
          if (state.isExceeded) refuse(Math.max(1, state.ttlInSeconds));
          isFresh = limit === perEmail && state.remaining === PER_EMAIL - 1;
        }
        if (device !== null) return;
        const key = `m ${email}`;
        const { current } = await failures.count(key, WINDOW);
        counted.push(key);
        await pace(email, current, isFresh);
      };
      try {
        return await turns.run(lane, left, count, async () => {
          failed = !(await attempt());
          return !failed;
        });
      } catch (error) {
        if (!(error instanceof Busy)) throw error;
        throw new ApiError(503, 'Too many people are signing in right now. Try again in a few seconds.', {
          retryAfterSeconds: BUSY_SECONDS,
        });
      } finally {
        if (!failed) for (const key of counted) await failures.takeBack(key);
      }
    },
    close: turns.close,
  };
}
