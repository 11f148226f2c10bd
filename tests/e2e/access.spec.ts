import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

// Sessions and tokens exist only on the server, so none of this works offline.
test.use({ serviceWorkers: 'block' });

test('a person reviews and ends sessions, reads the sign-in history, and creates an API token that works until it is revoked @online', async ({
  page,
  browser,
  network,
  authenticate,
  playwright,
}) => {
  test.setTimeout(120_000);
  await authenticate('my.editor@ops.example');
  const other = await browser.newContext({ baseURL: network.url });
  const body = { email: 'my.editor@ops.example', password: 'ops-demo' };
  expect((await other.request.post('/api/login', { data: { ...body, password: 'not it' } })).status()).toBe(401);
  expect((await other.request.post('/api/login', { data: body })).status()).toBe(200);

  await page.goto('/');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'My access' }).click();
  await expect(page).toHaveURL(/\/my-access/);
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByRole('row').filter({ hasText: 'This session' })).toHaveCount(1);
  await page.getByRole('button', { name: 'End All Others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText(/sessions? ended/)).toBeVisible();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  expect((await other.request.get('/api/v2/ops/session')).status()).toBe(401);
  await other.close();

  // Passkeys are for administrators; nobody else is told that their password gives administrator rights.
  await page.goto('/my-access/passkeys');
  await expect(page.getByText('Passkeys are for administrators. You sign in without one.')).toBeVisible();

  await page
    .getByRole('tab', { name: 'Sign-in History' })
    .or(page.getByRole('link', { name: 'Sign-in History' }))
    .first()
    .click();
  const history = page.getByRole('table', { name: 'Sign-in history' });
  await expect(history.getByRole('row').filter({ hasText: 'the password was wrong' })).toContainText('127.0.0.1');
  await expect(history.getByRole('row').filter({ hasText: 'Signed in' }).first()).toBeVisible();

  await page
    .getByRole('tab', { name: 'API Tokens' })
    .or(page.getByRole('link', { name: 'API Tokens' }))
    .first()
    .click();
  await expect(page.getByText('You have no API tokens')).toBeVisible();
  await page.getByRole('button', { name: 'New Token' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await form.getByRole('textbox', { name: 'Days' }).fill('400');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText('Days must be a whole number from 1 to 365')).toBeVisible();
  await form.getByRole('textbox', { name: 'Days' }).fill('30');
  await expect(form.getByText('Choose a right')).toBeVisible();
  await form.getByRole('checkbox', { name: 'channel management, service code: read' }).check();
  for (const [width, name] of [
    [1280, 'token-form-1280'],
    [390, 'token-form-390'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Apply' }).click();
  const token = await page.getByRole('textbox', { name: 'API token' }).inputValue();
  expect(await violations(page)).toEqual([]);
  expect(token).toMatch(/^opst_/);
  await page.screenshot({ path: test.info().outputPath('token-shown.png') });
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Nightly report' });
  await expect(row).toContainText('channel_management.service_code.read');

  const script = await playwright.request.newContext({
    baseURL: network.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const who = (await (await script.get('/api/v2/ops/session')).json()) as { data: { permissionCodes: string[] } };
  expect(who.data.permissionCodes).toEqual(['channel_management.service_code.read']);
  expect((await script.get('/api/v2/ops/access')).status()).toBe(403);

  for (const path of ['', '/history', '/tokens']) {
    await page.goto(`/my-access${path}`);
    await expect(page.getByRole('table')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: test.info().outputPath(`access${path.replace('/', '-')}-${width}-${scheme}.png`) });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  await row.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no API tokens')).toBeVisible();
  expect((await script.get('/api/v2/ops/session')).status()).toBe(401);
  await script.dispose();
});
