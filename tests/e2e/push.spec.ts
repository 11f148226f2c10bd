import { createECDH } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

test('push messages are turned on, shown by the service worker and turned off, and a browser without support says so', async ({
  page,
  context,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(180_000);
  const own = { ...server.options.env };
  const keys = createECDH('prime256v1');
  const browserKey = createECDH('prime256v1').generateKeys('base64url');
  const preferences = '/opsfe/notification/preferences';
  const section = page.getByRole('region', { name: 'Push messages' });
  const turnOn = section.getByRole('button', { name: 'Turn On for This Device' });
  await context.grantPermissions(['notifications'], { origin: network.url });
  // Tests cannot reach a browser vendor's push service, so the messages that the browser would receive from it are
  // injected here. Everything else is the browser's own code.
  await page.addInitScript(p256dh => {
    let subscription: object | null = null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async () => {
        subscription = {
          unsubscribe: async () => ((subscription = null), true),
          toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
        };
        return subscription;
      },
    });
  }, browserKey);

  await authenticate('id.editor@ops.example');
  await page.goto(preferences);
  await expect(section).toContainText('This server does not send push messages.');
  try {
    await server.stop();
    server.options.env = {
      ...own,
      OPS_PUSH_PUBLIC_KEY: keys.generateKeys('base64url'),
      OPS_PUSH_PRIVATE_KEY: keys.getPrivateKey('base64url'),
      OPS_PUSH_SUBJECT: 'mailto:ops@example.com',
    };
    await server.start();
    await page.goto(preferences);
    await expect(turnOn).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    await network.offline();
    await turnOn.click();
    await expect(section.getByRole('alert')).toContainText('try again once the server can be reached');
    await network.online();
    await turnOn.click();
    const row = section.getByRole('row').filter({ hasText: 'This device' });
    await expect(row).toContainText('None yet');
    await expect(section.getByRole('alert')).toHaveCount(0);
    await expect(turnOn).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await row.scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`push-${width}-${scheme}.png`) });
    }
    await page.setViewportSize({ width: 1280, height: 900 });

    // Passes a message to the service worker, as the browser does after decrypting it.
    const browser = await context.newCDPSession(page);
    const registered = new Promise<string>(resolve =>
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
        if (first) resolve(first.registrationId);
      }),
    );
    await browser.send('ServiceWorker.enable');
    await browser.send('ServiceWorker.deliverPushMessage', {
      origin: network.url,
      registrationId: await registered,
      data: JSON.stringify({ title: 'Import ended', text: '12 rows', link: '/queue', unread: 3, tag: 'msg_1' }),
    });
    const shown = () =>
      page.evaluate(async () => {
        const list = await (await navigator.serviceWorker.ready).getNotifications();
        return list.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
      });
    await expect
      .poll(shown)
      .toEqual([{ title: 'Import ended', body: '12 rows', tag: 'msg_1', data: { link: '/queue' } }]);

    await row.getByRole('button', { name: /^Turn off/ }).click();
    await expect(turnOn).toBeVisible();
    await expect(section.getByRole('table')).toHaveCount(0);
    await context.clearPermissions();
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await page.reload();
    await expect(section).toContainText('Notifications from Ops Portal are blocked in this browser.');
    await expect(turnOn).toHaveCount(0);
  } finally {
    await server.stop();
    server.options.env = own;
    await server.start();
  }
});
