import type { Page } from 'playwright/test';
import { expect } from '../fixtures.ts';

/** Number of form drafts that are stored on the device. */
const drafts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find(({ name: own }) => own?.startsWith('ops-drafts-'))?.name;
    if (name === undefined) return 0;
    return new Promise<number>(resolve => {
      const opening = indexedDB.open(name);
      opening.addEventListener('error', () => resolve(0));
      opening.addEventListener('success', () => {
        const db = opening.result;
        if (!db.objectStoreNames.contains('drafts')) return resolve(0);
        const counting = db.transaction('drafts').objectStore('drafts').count();
        counting.addEventListener('success', () => {
          db.close();
          resolve(counting.result);
        });
      });
    });
  });

/** Resolves once a form's input has been stored on the device, so that the input survives a reload. */
export const draftStored = (page: Page): Promise<void> => expect.poll(() => drafts(page)).toBeGreaterThan(0);
