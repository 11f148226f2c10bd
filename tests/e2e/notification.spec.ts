import { expect, test } from './fixtures.ts';

// Rules and templates need the server, so none of this works offline.
test.use({ serviceWorkers: 'block' });

const BASE = '/opsfe/notification';

test('after a template and a rule are created, an event appears in the bell and its delivery is listed @online', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  await authenticate('admin@ops.example');
  await page.goto(`${BASE}/template`);
  await expect(page.getByText('There are no templates yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/template\/create/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Rights changed');
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'Rights changed' });
  await page.getByLabel('Subject').fill('Rights of {{ whose }} changed');
  await page.getByLabel('Body').fill('{{ operation.nmae }}');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert')).toContainText('operation.nmae is not a variable of this event');
  await expect(page.getByRole('alert')).toBeInViewport();
  await page.getByLabel('Body').fill('{{ operation }} by {{ person }}');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Rights of Whose changed');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Rights changed' })).toContainText('No rule');

  await page
    .getByRole('tab', { name: 'Trigger Rules' })
    .or(page.getByRole('link', { name: 'Trigger Rules' }))
    .first()
    .click();
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tell me of rights');
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'Rights changed' });
  await page.getByLabel('At most one message in (minutes)').fill('0');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Template is required\. If this event has none, create one first\./)).toBeVisible();
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Rights changed' });
  await page.getByRole('button', { name: 'Apply' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Tell me of rights' });
  await expect(row).toContainText('Each event');
  // The search is in the address, so a reload shows the same rows (LIST-6), and every way to another page is a link.
  await page.getByRole('textbox', { name: 'Search...' }).fill('nothing of this name ');
  await expect(page.getByText('No trigger rule matches "nothing of this name"')).toBeVisible();
  await expect(page).toHaveURL(/q=%7B%22q%22%3A%22nothing/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search...' })).toHaveValue('nothing of this name');
  await expect(page.getByText('No trigger rule matches "nothing of this name"')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search...' }).fill('rights');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  // An address beyond the last page leads to the last one, and a missing rule is not reported as a missing server.
  await page.goto(`${BASE}/triggerRule/view/9999`);
  await expect(page.getByText('The server could not process this request')).toBeVisible();
  await page.goto(`${BASE}/triggerRule?page=9`);
  await expect(row).toContainText('Each event');
  await expect(page).not.toHaveURL(/page=9/);
  await expect(page.getByRole('link', { name: 'Operation History' })).toHaveAttribute(
    'href',
    /\/triggerRule\/log\?code=notification_management\.notification$/,
  );
  await row.getByRole('link', { name: 'View Tell me of rights' }).click();
  await expect(page).toHaveURL(/\/triggerRule\/view\/\d+/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  await page.getByRole('button', { name: 'Back to the list' }).click();

  // When an event occurs, the bell shows it within seconds.
  await page.request.post('/api/v2/ops/whitelist/add', { data: { emails: ['told@ops.example'] } });
  await page.goto(`${BASE}/deliveries`);
  const delivery = page.getByRole('row').filter({ hasText: 'Tell me of rights' });
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return delivery.allInnerTexts();
      },
      { timeout: 30_000 },
    )
    .toEqual([expect.stringContaining('Shown in the bell')]);
  await expect(delivery.getByText('Sent', { exact: true })).toBeVisible();
  // The event stream notifies every device without reloading any page.
  const phone = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const other = await phone.newPage();
  await authenticate('admin@ops.example', other);
  await other.goto('/');
  await expect(other.getByRole('button', { name: /^Notices, \d+ new/ })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: /^Notices, \d+ new/ }).click({ timeout: 20_000 });
  await expect(page.getByRole('list', { name: 'Notifications' })).toContainText(
    'Create Whitelist by admin@ops.example',
  );
  await expect(other.getByRole('button', { name: 'Notices', exact: true })).toBeVisible({ timeout: 5_000 });
  await phone.close();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();

  await page.goto(`${BASE}/preferences`);
  await page.getByLabel('Quiet from').selectOption('22');
  await page.getByLabel('Quiet to').selectOption('7');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Your preferences were changed')).toBeVisible();
  await expect(page.getByText('From 22:00 to 07:00 only critical messages are sent.')).toBeVisible();

  await page.goto(`${BASE}/triggerRule/log?code=notification_management.notification`);
  await expect(page.getByText('Create Trigger Rule').first()).toBeVisible();
  for (const [width, name] of [
    [1280, 'wide'],
    [390, 'narrow'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${BASE}/triggerRule`);
    await expect(row).toBeVisible();
    if (process.env['OPS_SHOTS']) await page.screenshot({ path: `${process.env['OPS_SHOTS']}/rules-${name}.png` });
    await page.goto(`${BASE}/triggerRule/create`);
    await expect(page.getByRole('combobox', { name: 'Template' })).toBeVisible();
    if (process.env['OPS_SHOTS'])
      await page.screenshot({ path: `${process.env['OPS_SHOTS']}/rule-${name}.png`, fullPage: true });
  }
});
