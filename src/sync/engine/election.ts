import type { Env } from '../base/env.ts';
import type { Signals } from '../status/signals.ts';

/** Interval at which waiting engines ping the holder, in milliseconds … */
const PING_EVERY = 5000;
/** … and number of unanswered pings after which they steal the lock. */
const MOST_SILENT = 2;

export interface ElectionDeps {
  env: Env;
  build: string;
  /** Contract version that this build supports. */
  contract: number;
  name: string;
  signals: Signals;
  /** Called to begin, once the lock is acquired. If it fails, the lock is released and requested again later. */
  lead: () => Promise<void>;
  /** Stops everything that requires the lock. */
  stepDown: () => Promise<void>;
}

export interface Leadership {
  /** Releases the lock and does not request it until `unpause`; resolves when it is free. */
  pause(): Promise<void>;
  unpause(): void;
  /** Releases the lock and competes for it again. */
  restart(): void;
  /** Releases the lock permanently; resolves when it is free. */
  end(): Promise<void>;
}

/**
 * Competes for the sender's lock (OB2), which exactly one engine holds. A frozen holder does not answer pings, so its
 * lock is stolen; its fencing number invalidates anything it does after thawing. A holder of another build hands over
 * to one that started later, and always to one that supports a later contract, because only that one may be able to
 * send some of the queue (TAB1).
 */
export function compete(deps: ElectionDeps): Leadership {
  const { env, name, signals } = deps;
  let ended = false;
  let paused = false;
  let holding = false;
  let round: Promise<void> | null = null;
  let release: () => void = () => undefined;
  let waiting: AbortController | null = null;
  let silent = 0;
  let cancelPing: () => void = () => undefined;

  const wants = () => !ended && !paused;

  async function hold(): Promise<void> {
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    holding = true;
    cancelPing();
    try {
      if (wants()) {
        await deps.lead();
        if (wants()) await released;
      }
    } finally {
      holding = false;
      await deps.stepDown();
    }
  }

  async function attempt(steal: boolean): Promise<void> {
    waiting = new AbortController();
    if (!steal) watch();
    let held = Promise.resolve();
    try {
      // The Web Locks API does not allow `steal` together with `signal`.
      await env.locks.request(name, steal ? { steal } : { signal: waiting.signal }, () => (held = hold()));
    } catch {
      // The lock was stolen, the wait was canceled, or the databases failed. A start in progress finishes first;
      // otherwise its end would stop the next start.
      holding = false;
      release();
      await held.catch(() => undefined);
    } finally {
      cancelPing();
    }
  }

  function run(steal = false): void {
    if (round || !wants()) return;
    round = attempt(steal).then(async () => {
      round = null;
      const robs = next === 'steal';
      next = 'wait';
      if (!wants()) return;
      if (robs) run(true);
      else env.clock.after(1000, () => run());
    });
  }
  let next: 'wait' | 'steal' = 'wait';

  /** Pings the holder while waiting. */
  function watch(): void {
    silent = 0;
    const ping = () => {
      if (holding || !wants()) return;
      if (silent >= MOST_SILENT) {
        next = 'steal';
        waiting?.abort();
        return;
      }
      silent += 1;
      signals.post({ t: 'ping', contract: deps.contract });
      cancelPing = env.clock.after(PING_EVERY, ping);
    };
    cancelPing = env.clock.after(PING_EVERY, ping);
  }

  signals.listen(signal => {
    if (signal.t === 'pong') silent = 0;
    if (!holding) return;
    if (signal.t === 'ping') signals.post({ t: 'pong' });
    const { contract } = deps;
    if (signal.t === 'ping' && signal.contract > contract) release();
    if (signal.t === 'claim' && signal.build !== deps.build && signal.contract >= contract) release();
  });
  run();
  signals.post({ t: 'claim', build: deps.build, contract: deps.contract });

  const leave = async (): Promise<void> => {
    waiting?.abort();
    release();
    await round;
  };
  return {
    pause: () => {
      paused = true;
      return leave();
    },
    unpause: () => {
      paused = false;
      run();
    },
    restart: () => release(),
    end: () => {
      ended = true;
      return leave();
    },
  };
}
