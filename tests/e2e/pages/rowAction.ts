import type { Locator } from 'playwright/test';

/** Runs an action on a table row, using the row's button or the item in its menu. */
export async function rowAction(row: Locator, name: string): Promise<void> {
  const own = row.getByRole('button', { name, exact: true });
  const more = row.getByRole('button', { name: 'More actions' });
  await own.or(more).first().waitFor();
  if ((await own.count()) > 0) return own.click();
  await more.click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}
