import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { CallDefinition } from '../../contract/call.ts';
import { ApiError } from './envelope.ts';
import { AT_ONCE, MANY_ROWS, type LimitName } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of base/limits that applies to the route. */
    limit?: LimitName;
  }
  interface FastifyInstance {
    /** The row for each route, by method and path. */
    limitOfRoute: ReadonlyMap<string, LimitName>;
  }
}

const IMPORTING = /\.(import|bulk|revert)$/;

/** Returns the row that applies to a call's route, derived from the call's declaration. */
export function limitOf({ id, permission, costly, write, method }: CallDefinition): LimitName {
  if (permission === 'public') return 'open';
  if (costly) return costly;
  if (IMPORTING.test(id)) return 'import';
  return write !== undefined || method !== 'GET' ? 'write' : 'read';
}

const ANY_ORDER = ['sort', 'quick'];

/**
 * Returns the row that applies to a single request: large pages and searches are heavier than other requests of the
 * same call.
 */
export function limitOfRequest(definition: CallDefinition, input: unknown): LimitName {
  const limit = limitOf(definition);
  if (limit !== 'read' || !definition.paging) return limit;
  const { size, count, ...filters } = input as Readonly<Record<string, unknown>>;
  if (Number(size ?? count ?? 0) >= MANY_ROWS) return 'page';
  const isSearch = Object.entries(filters).some(
    ([name, value]) => ANY_ORDER.includes(name) || (typeof value === 'string' && name !== 'country'),
  );
  return isSearch ? 'search' : limit;
}

/** The error for a caller that disconnected while waiting: nobody gets the reply, and the work is skipped. */
const hasLeft = (): ApiError => new ApiError(499, "The caller disconnected before it was this call's turn.");

interface Line {
  underWay: number;
  waiting: Set<() => void>;
}

/** Counts each caller's calls in progress, so that no single caller can exhaust the server's memory and time. */
export class UnderWay {
  readonly #lines = new Map<string, Line>();
  /** For each reply, the work that has not finished yet. */
  readonly #work = new WeakMap<ServerResponse, Promise<unknown>>();

  /**
   * Keeps a reply's slot until `work` has finished, even if the client disconnects: work in the database continues, and
   * a caller that repeatedly sends a request and disconnects must not have more work in progress than others.
   */
  during<T>(answer: ServerResponse, work: Promise<T>): Promise<T> {
    this.#work.set(answer, work);
    return work;
  }

  /**
   * Takes a slot until the reply has been sent or the client has disconnected; waits if all slots are taken.
   * @param who the person's id, or the address
   * @returns null if a slot was free; otherwise a promise that resolves when the call gets its turn
   * @throws ApiError 429 if too many calls are already waiting, 499 if the client disconnected before its turn
   */
  take(limit: LimitName, who: number | string, answer: ServerResponse): Promise<void> | null {
    const { atOnce, waiting, what, retryAfterSeconds } = AT_ONCE[limit];
    const key = `${limit} ${who}`;
    const line = this.#lines.get(key) ?? { underWay: 0, waiting: new Set() };
    if (line.waiting.size >= waiting) {
      throw new ApiError(
        429,
        `You have ${atOnce + waiting} ${what} in progress. Wait until one of them has finished.`,
        {
          retryAfterSeconds,
        },
      );
    }
    this.#lines.set(key, line);
    const next = (): void => {
      const [first] = line.waiting;
      if (first) {
        line.waiting.delete(first);
        first();
      } else if (line.underWay === 0) this.#lines.delete(key);
    };
    const enter = (): void => {
      line.underWay += 1;
      let taken = true;
      const giveBack = (): void => {
        if (!taken) return;
        taken = false;
        line.underWay -= 1;
        next();
      };
      const onClose = (): void => {
        const work = this.#work.get(answer);
        if (work) work.then(giveBack, giveBack);
        else giveBack();
      };
      answer.once('finish', giveBack).once('close', onClose);
      if (answer.destroyed) giveBack();
    };
    if (line.underWay < atOnce) {
      enter();
      return null;
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        answer.off('close', left);
        enter();
        resolve();
      };
      const left = (): void => {
        line.waiting.delete(begin);
        reject(hasLeft());
      };
      line.waiting.add(begin);
      answer.once('close', left);
    });
  }
}

/**
 * Assigns a row to each route: that of its declaration, or else `open`. Calls that are counted by address are counted
 * here; calls that are counted by person are counted once the person is known (http/registrar).
 */
export function limitRoutes(app: FastifyInstance, underWay: UnderWay): void {
  const limits = new Map<string, LimitName>();
  const routes: Pick<RouteOptions, 'method' | 'url' | 'config' | 'constraints'>[] = [];
  app.decorate('limitOfRoute', limits);
  app.addHook('onRoute', route => {
    route.config = { limit: 'open', ...route.config };
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    for (const { method, url, config, constraints } of routes)
      for (const one of [method].flat())
        limits.set(`${one} ${url}${constraints ? ' as a form' : ''}`, config?.limit as LimitName);
  });
  app.addHook('onRequest', async (request, reply) => {
    const limit = request.routeOptions.config.limit ?? 'open';
    if (AT_ONCE[limit].per === 'address') await underWay.take(limit, request.ip, reply.raw);
  });
}
