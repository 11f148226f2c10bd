import type { Clock } from '../base/env.ts';

/**
 * Background Sync: the browser wakes the service worker when the network is available, even after all tabs are closed.
 */

/** A single tag for all pending writes, because the service worker checks the queue itself. */
export const SYNC_TAG = 'ops-outbox';

/**
 * Minimum time in milliseconds between requests: a burst of writes makes one request immediately and one more
 * afterward.
 */
const ASK_EVERY = 10_000;

/** Missing from TypeScript's platform typings, because only Chromium supports it. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/**
 * Requests a background sync from the browser; has no effect if that is unsupported or refused, or if there is no
 * service worker yet.
 */
export async function registerSync(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker.getRegistration();
    const sync = (registration as unknown as { sync?: SyncManager } | undefined)?.sync;
    if (registration?.active) await sync?.register(SYNC_TAG);
  } catch {
    // Without background sync, the queue is sent while a tab is open, as in other browsers.
  }
}

/** Requests a sync immediately on the first write, then at most once per interval. */
export class SyncAsker {
  private readonly clock: Clock;
  private readonly register: () => Promise<unknown>;
  private cancel: (() => void) | null = null;
  private again = false;

  constructor(clock: Clock, register: () => Promise<unknown>) {
    this.clock = clock;
    this.register = register;
  }

  /** Called when there is something to send. */
  queued(): void {
    if (this.cancel) {
      this.again = true;
      return;
    }
    this.now();
  }

  /** Requests a sync regardless of earlier requests, because the tab may be closing. */
  now(): void {
    this.cancel?.();
    this.again = false;
    this.cancel = this.clock.after(ASK_EVERY, () => {
      this.cancel = null;
      if (this.again) this.now();
    });
    void this.register().catch(() => undefined);
  }

  close(): void {
    this.cancel?.();
  }
}
