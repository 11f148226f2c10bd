import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

test.use({ scale: 'small' });

const EDITOR = 'id.editor@ops.example';
const PAGE = '/carrier/locationCDT';

test('channel delivery times are a tab of the page, listed and changed there (CDT-15, CDT-16)', async ({
  page,
  signIn,
}) => {
  await signIn(EDITOR);
  await page.goto(PAGE);
  await page.getByRole('tab', { name: 'Channel Delivery Times' }).click();
  await expect(page).toHaveURL(/\/carrier\/channelCDT/);
  const row = page.locator('tr[data-row-key]').first();
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  const most = dialog.getByRole('textbox', { name: 'FL Max Days' }).or(dialog.getByLabel('FL Max Days')).first();
  await most.fill('9');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('9');
  expect(await violations(page)).toEqual([]);
});
