import { expect, type Page } from 'playwright/test';

/** Expands the list's filters, which collapse into a line of chips once rows are listed. */
export async function openFilters(page: Page): Promise<void> {
  const toggle = page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: /^Filters/ });
  // A list that is still opening collapses them again a moment later.
  await expect(async () => {
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true', { timeout: 500 });
  }).toPass({ timeout: 20_000 });
}
