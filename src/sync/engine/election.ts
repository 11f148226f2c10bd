import type { Env } from '../base/env.ts';
import type { Signals } from '../status/signals.ts';

/** Interval in milliseconds at which waiting engines ping the holder. */
const PING_EVERY = 5000;
/** Number of unanswered pings after which a waiting engine steals the lock. */
const MOST_SILENT = 2;

export interface ElectionDeps {
  env: Env;
  build: string;
  /** Contract version supported by this build. */
  contract: number;
  name: string;
  signals: Signals;
  /** Called once the lock is acquired. If it fails, the lock is released and requested again later. */
  lead: () => Promise<void>;
  /** Stops everything that needs the lock. */
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
 * lock is stolen, and its old fencing number invalidates anything it does after thawing. A holder of another build
 * hands over to one that started later, and always to one that supports a later contract, because only the latter may
 * be able to send all of the queue (TAB1).
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
      // The lock was stolen, the wait was canceled, or the databases failed. A start in progress is allowed to finish;
      // otherwise its completion would stop the next start.
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

  /** Pings the holder while waiting for the lock. */
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
