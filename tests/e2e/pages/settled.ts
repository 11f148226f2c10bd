import type { Page } from 'playwright/test';
import { expect } from '../fixtures.ts';

/** Waits until the console is installed with its shell and mirror, as for a person who has been online for a minute. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
