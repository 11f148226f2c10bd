import type { Clock } from '../base/env.ts';

/** Background Sync: the browser wakes the service worker when the network is there, also after all tabs are closed. */

/** One tag for everything that waits: the service worker looks at the queue itself. */
export const SYNC_TAG = 'ops-outbox';

/** A burst of writes asks the browser once, and once more after it. */
const ASK_EVERY = 10_000;

/** Not in the platform's typings: Chromium alone has it. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Asks the browser for a background sync; one that has none, or no service worker yet, or refuses, is left alone. */
export async function registerSync(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker.getRegistration();
    const sync = (registration as unknown as { sync?: SyncManager } | undefined)?.sync;
    if (registration?.active) await sync?.register(SYNC_TAG);
  } catch {
    // The queue is sent when a tab is open, as everywhere else.
  }
}

/** Asks at the first write at once, then at most once in a while. */
export class SyncAsker {
  private readonly clock: Clock;
  private readonly register: () => Promise<unknown>;
  private cancel: (() => void) | null = null;
  private again = false;

  constructor(clock: Clock, register: () => Promise<unknown>) {
    this.clock = clock;
    this.register = register;
  }

  /** Something waits to be sent. */
  queued(): void {
    if (this.cancel) {
      this.again = true;
      return;
    }
    this.now();
  }

  /** Asks whatever was asked before: the tab may be gone in a moment. */
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
