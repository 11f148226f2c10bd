import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block', reducedMotion: 'reduce', colorScheme: 'light' });

/** Opens a part of the page, after which the page is checked again. */
type Step = (page: Page) => Promise<void>;
const press =
  (name: string | RegExp): Step =>
  async page => {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
/** Follows the list's first link whose URL contains the given text. */
const follow =
  (part: string): Step =>
  async page => {
    await page.locator(`main a[href*="${part}"]`).first().click({ timeout: 20_000 });
    await expect(page).toHaveURL(new RegExp(part));
  };

/** Pages that are not derived from a declaration; the tour checks the derived lists. */
const PAGES: Readonly<Record<string, readonly (readonly [path: string, ...steps: Step[]])[]>> = {
  'Home and rate tables': [
    ['/'],
    ['/opsrate/tables', follow('/tables/channel/'), follow('/tables/version/')],
    ['/opsrate/tables/quote?channelId=10028'],
    ['/opsrate/tables/cheapest'],
    ['/opsrate/tables/compare'],
    ['/opsrate/price-lists'],
    ['/opsrate/tasks'],
    ['/opslmfee/tables'],
  ],
  'reconciliation, suppliers and branches': [
    ['/opslogisticsrecon/summary'],
    ['/opslogisticsrecon/years'],
    ['/opslogisticsrecon/bills', press('Submit Bill')],
    ['/opslogisticsrecon/orders'],
    ['/opslogisticsrecon/disputes', press('Read Credit Note')],
    ['/opslogisticsrecon/layouts', press('Create Layout')],
    ['/opslogisticsrecon/downloads'],
    ['/opsfe/supplier/suppliers'],
    ['/opsfe/branchservice/settingSearch'],
    ['/opsfe/branchservice/week'],
    ['/opsasf/shops/700001'],
  ],
  'administration and notification': [
    ['/opssystemsettingv2/users', press('Create')],
    ['/opssystemsettingv2/entities'],
    ['/opssystemsettingv2/roles', press('Create')],
    ['/opssystemsettingv2/modules'],
    ['/opssystemsettingv2/whitelist'],
    ['/opssystemsettingv2/provisioning'],
    ['/opssystemsettingv2/system'],
    ['/opsfe/notification/triggerRule'],
    ['/opsfe/notification/triggerRule/create'],
    ['/opsfe/notification/template'],
    ['/opsfe/notification/template/create'],
    ['/opsfe/notification/deliveries'],
    ['/opsfe/notification/preferences'],
  ],
};

/** Waits until the page shows its heading and has loaded its data. */
async function shown(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], main progress, main [role="progressbar"]')).toHaveCount(0, {
    timeout: 20_000,
  });
}

/**
 * Expects axe to find no violations on the page in either theme; the dark one is a different style sheet for the same
 * elements. An inherited color changes one frame after its parent element's, so the check is retried.
 */
async function cleanInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible();
    await expect
      .poll(async () => [where, colorScheme, ...(await violations(page))], { timeout: 10_000 })
      .toEqual([where, colorScheme]);
  }
}

for (const [name, pages] of Object.entries(PAGES)) {
  test(`axe finds no violations on ${name} in the light and dark themes`, async ({ page, authenticate }) => {
    test.setTimeout(240_000);
    await authenticate('admin@ops.example');
    for (const [path, ...steps] of pages) {
      await page.goto(path);
      await shown(page);
      await cleanInBothThemes(page, path);
      for (const [at, step] of steps.entries()) {
        await step(page);
        await shown(page);
        await cleanInBothThemes(page, `${path}, step ${at + 1}`);
      }
    }
  });
}
