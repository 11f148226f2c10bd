import type { Page } from 'playwright/test';
import { expect } from '../fixtures.ts';

/** The installed console has its shell and its mirror: what a person has after a minute online. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
