import { generateKeyPairSync } from 'node:crypto';
import type { CDPSession, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { rowAction } from './pages/rowAction.ts';
import { violations } from './pages/violations.ts';

test.use({ serviceWorkers: 'block' });

/** Attaches Chromium's virtual security key, which confirms immediately. */
async function plugIn(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

test('an administrator registers a passkey and signs in with it, and another administrator removes it @online', async ({
  page,
  authenticate,
  browser,
  network,
}) => {
  test.setTimeout(180_000);
  const email = 'second.admin@ops.example';
  const password = 'four words of a person';
  await authenticate('admin@ops.example');
  const made = await page.request.post('/api/opa/users', {
    data: { email, name: 'Second Admin', privilege: 0, entityIds: [], roleIds: [] },
  });
  const { data } = (await made.json()) as { data: { passwordLink: string } };
  const token = new URL(data.passwordLink, network.url).searchParams.get('token');
  expect((await page.request.post('/api/v2/ops/password', { data: { token, password } })).status()).toBe(200);

  const context = await browser.newContext({ baseURL: network.url, locale: 'en-GB' });
  const second = await context.newPage();
  const key = await plugIn(second);
  const fillIn = async () => {
    await second.goto('/login?redirect=%2Fmy-access%2Fpasskeys');
    await second.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await second.getByLabel('Password', { exact: true }).fill(password);
    await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await fillIn();
  await expect(second.getByText('You have no passkeys')).toBeVisible();
  await second.getByRole('button', { name: 'New Passkey' }).click();
  await second.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Blue key');
  await second.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  const row = second.getByRole('table', { name: 'Passkeys' }).getByRole('row').filter({ hasText: 'Blue key' });
  await expect(row).toContainText('Never');
  await second.getByRole('button', { name: 'New Passkey' }).click();
  await second.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Again');
  await second.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(second.getByText('You already have a passkey on this device or security key.')).toBeVisible();
  await second.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await row.getByRole('button', { name: 'Rename Blue key' }).click();
  await second.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Green key');
  await second.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(second.getByRole('row').filter({ hasText: 'Green key' })).toBeVisible();
  expect(await violations(second)).toEqual([]);
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const) {
    await second.setViewportSize({ width, height: 900 });
    await second.emulateMedia({ colorScheme: scheme });
    await second.screenshot({ path: test.info().outputPath(`passkeys-${width}-${scheme}.png`) });
  }
  await second.setViewportSize({ width: 1280, height: 900 });
  await second.getByRole('button', { name: /User menu/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(second).toHaveURL(/\/login/);

  // With the key, the sign-in continues automatically after the password.
  await fillIn();
  await expect(second.getByRole('row').filter({ hasText: 'Green key' })).not.toContainText('Never');

  // A key with another private key, a copy with an older counter, and a passkey that is removed meanwhile are refused.
  await context.clearCookies();
  const { credentials } = await key.session.send('WebAuthn.getCredentials', { authenticatorId: key.id });
  const [real] = credentials;
  if (!real) throw new Error('The virtual security key has no passkey.');
  const replace = async (credential: typeof real) => {
    await key.session.send('WebAuthn.clearCredentials', { authenticatorId: key.id });
    await key.session.send('WebAuthn.addCredential', { authenticatorId: key.id, credential });
  };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const forged = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const message = second.getByRole('alert');
  const retry = second.getByRole('button', { name: 'Use passkey' });
  await replace({ ...real, privateKey: forged, signCount: 1000 });
  await fillIn();
  await expect(message).toContainText('could not be verified');
  await replace({ ...real, signCount: 0 });
  await retry.click();
  await expect(message).toContainText('it may have been copied');
  await second.screenshot({ path: test.info().outputPath('passkey-copied.png') });
  await replace({ ...real, signCount: 2000 });
  await retry.click();
  await expect(second.getByRole('row').filter({ hasText: 'Green key' })).toBeVisible();

  // Without the key, nobody can sign in.
  await context.clearCookies();
  await key.session.send('WebAuthn.setUserVerified', { authenticatorId: key.id, isUserVerified: false });
  await key.session.send('WebAuthn.clearCredentials', { authenticatorId: key.id });
  await fillIn();
  await expect(second.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expect(second.getByRole('alert')).toContainText('No passkey was used', { timeout: 60_000 });
  expect(await violations(second)).toEqual([]);
  expect((await second.request.get('/api/v2/ops/session')).status()).toBe(401);
  const waiting = second.getByRole('button', { name: 'Use passkey' });
  await expect(waiting).toBeEnabled();
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const) {
    await second.setViewportSize({ width, height: 900 });
    await second.emulateMedia({ colorScheme: scheme });
    await second.screenshot({ path: test.info().outputPath(`passkey-step-${width}-${scheme}.png`) });
  }

  await page.goto('/opssystemsettingv2/users?q=second.admin');
  const user = page.getByRole('row').filter({ hasText: email });
  await rowAction(user, 'Remove passkeys');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Confirm|Remove/ })
    .click();
  await expect(page.getByText(`The passkeys of ${email} were removed`)).toBeVisible();
  await page.goto('/opssystemsettingv2/users/log?code=system_setting.administration');
  await expect(page.getByText('Delete Passkey').first()).toBeVisible();

  await second.setViewportSize({ width: 1280, height: 900 });
  await waiting.click();
  await expect(second.getByRole('alert')).toContainText('was ended. Go back and sign in again');
  await fillIn();
  await expect(second.getByText('You have no passkeys')).toBeVisible();
  await context.close();
});
