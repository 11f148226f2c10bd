import type { Locks, LockOptions } from './env.ts';

interface Request {
  shared: boolean;
  grant: () => void;
  reject: (error: unknown) => void;
}

/**
 * Locks within one page, for browsers without Web Locks in pages. Other tabs cannot see them, so each tab sends
 * independently; keys and fences prevent duplicate effects (OB2, OB3).
 */
export function createPageLocks(): Locks {
  const held = new Map<string, Set<Request>>();
  const queues = new Map<string, Request[]>();

  const holders = (name: string): Set<Request> => held.get(name) ?? new Set();
  const isFree = (name: string, shared: boolean): boolean =>
    holders(name).size === 0 || (shared && [...holders(name)].every(holder => holder.shared));

  function next(name: string): void {
    for (let first = queues.get(name)?.[0]; first && isFree(name, first.shared); first = queues.get(name)?.[0]) {
      queues.get(name)?.shift();
      held.set(name, holders(name).add(first));
      first.grant();
    }
  }

  return {
    request: <T>(name: string, options: LockOptions, run: (held: boolean) => Promise<T>): Promise<T> => {
      const shared = options.mode === 'shared';
      if (options.ifAvailable && (!isFree(name, shared) || (queues.get(name)?.length ?? 0) > 0)) return run(false);
      return new Promise<T>((resolve, reject) => {
        const request: Request = {
          shared,
          reject,
          grant: () => {
            const running = (async () => run(true))();
            void running.then(resolve, reject).finally(() => {
              holders(name).delete(request);
              next(name);
            });
          },
        };
        if (options.steal) {
          for (const robbed of holders(name)) robbed.reject(new DOMException('The lock was stolen.', 'AbortError'));
          held.set(name, new Set());
          queues.set(name, [request, ...(queues.get(name) ?? [])]);
        } else queues.set(name, [...(queues.get(name) ?? []), request]);
        options.signal?.addEventListener('abort', () => {
          const waiting = queues.get(name) ?? [];
          if (!waiting.includes(request)) return;
          queues.set(
            name,
            waiting.filter(other => other !== request),
          );
          reject(new DOMException('The request was aborted.', 'AbortError'));
          next(name);
        });
        next(name);
      });
    },
  };
}
