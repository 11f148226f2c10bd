import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeIP } from '@fastify/rate-limit';
import { ApiError } from '../http/envelope.ts';
import type { LoginFailures } from './loginFailures.ts';

/**
 * Limits failed sign-ins, per address and e-mail and, more loosely, per address alone (one password tried on many
 * e-mails). Successful ones cost nothing: a team behind one address signs in freely each morning.
 */
export interface LoginLimit {
  /**
   * Runs one attempt.
   * @param attempt answers whether the password was right
   * @throws ApiError 429 when too many failed before, without running the attempt
   */
  guard: (request: FastifyRequest, email: string, attempt: () => Promise<boolean>) => Promise<boolean>;
}

const WINDOW = 15 * 60_000;
const PER_EMAIL = 10;
const PER_ADDRESS = 100;

/** Needs @fastify/rate-limit to be registered with the store of `failures` (and without a global limit). */
export function createLoginLimit(app: FastifyInstance, failures: LoginFailures): LoginLimit {
  const emailOf = new WeakMap<FastifyRequest, string>();
  const byEmail = (request: FastifyRequest) => `e ${normalizeIP(request.ip)} ${emailOf.get(request) ?? ''}`;
  const perEmail = app.createRateLimit({ max: PER_EMAIL, timeWindow: WINDOW, keyGenerator: byEmail });
  const perAddress = app.createRateLimit({
    max: PER_ADDRESS,
    timeWindow: WINDOW,
    keyGenerator: request => `a ${normalizeIP(request.ip)}`,
  });

  const refuse = (seconds: number): never => {
    throw new ApiError(429, `Too many failed sign-ins. Try again in ${Math.ceil(Math.max(1, seconds) / 60)} min.`, {
      retryAfterSeconds: Math.max(1, seconds),
    });
  };

  return {
    guard: async (request, email, attempt) => {
      emailOf.set(request, email);
      const address = await perAddress(request, { increment: false });
      if (!address.isAllowed && address.remaining === 0) refuse(address.ttlInSeconds);
      // Counted as failed before it is tried: many at once must not slip through before the first of them has failed.
      const own = await perEmail(request);
      if (!own.isAllowed && own.isExceeded) refuse(own.ttlInSeconds);
      const right = await attempt();
      if (right) await failures.takeBack(byEmail(request));
      else await perAddress(request);
      return right;
    },
  };
}
