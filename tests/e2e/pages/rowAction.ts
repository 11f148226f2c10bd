import type { Locator } from 'playwright/test';

/** Presses an action of a table's row: its own button, or its item in the row's menu. */
export async function rowAction(row: Locator, name: string): Promise<void> {
  const more = row.getByRole('button', { name: 'More actions' });
  await row.getByRole('button', { name: 'Edit', exact: true }).or(more).first().waitFor();
  if ((await more.count()) === 0) return row.getByRole('button', { name, exact: true }).click();
  await more.click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}
