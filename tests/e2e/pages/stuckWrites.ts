import { expect, type Page } from 'playwright/test';

/** A browser that has been killed twenty times in a row is slow to store data. */
const STORED_MOST = 60_000;

/** Decides about a write that the server refused, on the queue page, as a person would. */
export async function decideRefused(page: Page, id: string, how: 'resend' | 'discard'): Promise<void> {
  // If there are many records, each is a single line; the one in the URL is expanded.
  await page.goto(`/queue?entry=${id}`);
  const card = page.locator(`[data-entry="${id}"]`);
  const resend = card.getByRole('button', { name: 'Resend', exact: true });
  await expect(resend).toBeVisible({ timeout: STORED_MOST });
  if (how === 'resend') await resend.click();
  else {
    await card.getByRole('button', { name: 'Discard', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('No longer wanted');
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: STORED_MOST });
  }
  await expect(resend).toHaveCount(0, { timeout: STORED_MOST });
}
