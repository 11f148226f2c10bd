import { IdentityProvider } from '../support/identityProvider.ts';
import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

test.use({ serviceWorkers: 'block' });

test('a person signs in with an identity provider, sees the message for a failure, and is also signed out at the provider @online', async ({
  page,
  server,
  network,
}) => {
  test.setTimeout(180_000);
  const provider = new IdentityProvider();
  const own = { ...server.options.env };
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await (await page.request.get('/api/v2/ops/sign-in')).json()).toMatchObject({ data: { oidc: null } });
  await expect(page.getByRole('link', { name: /Sign in with/ })).toHaveCount(0);
  await provider.listen();
  try {
    provider.register(network.url, `${server.url}/api/oidc/backchannel-logout`);
    const { issuer, clientId, clientSecret, name } = provider.settings;
    await server.stop();
    server.options.env = {
      ...own,
      OPS_OIDC_ISSUER: issuer,
      OPS_OIDC_CLIENT_ID: clientId,
      OPS_OIDC_CLIENT_SECRET: clientSecret,
      OPS_OIDC_NAME: name,
    };
    await server.start();

    await page.goto('/login?redirect=%2Fqueue');
    const button = page.getByRole('link', { name: 'Sign in with Example' });
    await expect(button).toBeVisible();
    expect(await violations(page)).toEqual([]);
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: test.info().outputPath(`sign-in-${width}-${scheme}.png`) });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await button.click();
    await expect(page.getByRole('alert')).toContainText('refused the sign-in, or you canceled it there');

    provider.people.set('viewer', { email: 'id.viewer@ops.example', email_verified: false });
    provider.person = 'viewer';
    await button.click();
    await expect(page.getByRole('alert')).toContainText('does not confirm that your e-mail is verified');

    provider.people.set('viewer', { email: 'id.viewer@ops.example', email_verified: true });
    await page.context().clearCookies();
    await page.goto('/login?redirect=%2Fqueue');
    await button.click();
    await expect(page).toHaveURL(/\/queue/);
    await page.getByRole('button', { name: /User menu/ }).click();
    await expect(page.getByText('id.viewer@ops.example')).toBeVisible();
    await page.getByRole('menuitem', { name: 'My access' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'This session' })).toContainText('identity provider');

    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: /sign me out/i }).click();
    await expect(page).toHaveURL(`${network.url}/login`);
    await expect(button).toBeVisible();
    expect((await page.request.get('/api/v2/ops/session')).status()).toBe(401);
  } finally {
    await provider.close();
    await server.stop();
    server.options.env = own;
    await server.start();
  }
});
