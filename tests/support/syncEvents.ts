import type { BrowserContext, CDPSession } from 'playwright/test';
import { SYNC_TAG } from '../../src/sync/engine/backgroundSync.ts';

/**
 * Fires background syncs as the browser would, from a page without an origin, so that no tab of the console is needed.
 */
export class SyncEvents {
  readonly #session: CDPSession;
  readonly #scopes = new Map<string, string>();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async open(context: BrowserContext): Promise<SyncEvents> {
    const page = await context.newPage();
    const events = new SyncEvents(await context.newCDPSession(page));
    events.#session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { scopeURL, registrationId, isDeleted } of registrations)
        if (!isDeleted) events.#scopes.set(new URL(scopeURL).origin, registrationId);
    });
    await events.#session.send('ServiceWorker.enable');
    return events;
  }

  /**
   * Wakes the service worker until a condition is met, as the browser does after a rejection, only sooner: the worker
   * of tabs that have just been closed may still hold the sender's lock.
   */
  async fireUntil(origin: string, done: () => boolean | Promise<boolean>): Promise<void> {
    for (let i = 0; i < 60; i++) {
      if (i % 4 === 0) await this.fire(origin);
      if (await done()) return;
      await new Promise(resolve => setTimeout(resolve, 500));
    }
    throw new Error('nothing came of the background syncs');
  }

  /** Wakes an origin's service worker once to send its queue. */
  async fire(origin: string, lastChance = false): Promise<void> {
    for (let i = 0; i < 100 && !this.#scopes.has(origin); i++) await new Promise(resolve => setTimeout(resolve, 50));
    const registrationId = this.#scopes.get(origin);
    if (registrationId === undefined) throw new Error(`${origin} has no service worker`);
    await this.#session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: SYNC_TAG, lastChance });
  }
}
