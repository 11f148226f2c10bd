import { rmSync } from 'node:fs';
import { expect as playwrightExpect, request, test as base, type Page } from 'playwright/test';
import { DEMO_PASSWORD as PASSWORD } from '../../src/server/demo/accounts.ts';
import { copyDemo, type DemoScale } from '../support/demoCopy.ts';
import { Relay, type Network } from '../support/relay.ts';
import { freePort, ServerProcess } from '../support/serverProcess.ts';

/**
 * Polling interval in milliseconds. Playwright's own intervals grow to a second, which is longer than most waits in
 * these tests.
 */
const PAUSES = [50, 100, 150, 250];
const poll: typeof playwrightExpect.poll = (actual, options) =>
  playwrightExpect.poll(actual, {
    intervals: PAUSES,
    ...(typeof options === 'string' ? { message: options } : options),
  });

/** Playwright's `expect` with shorter polling intervals. */
export const expect: typeof playwrightExpect = new Proxy(playwrightExpect, {
  get: (target, name) => (name === 'poll' ? poll : (Reflect.get(target, name) as unknown)),
});

/**
 * A person who works in every country; a test that leaves this person in another country must not affect other tests.
 */
const TRAVELLER = 'admin@ops.example';

/** Switches the person back to Indonesia, where the tests start. */
async function comeHome(url: string): Promise<void> {
  const api = await request.newContext({ baseURL: url });
  await api.post('/api/login', { data: { email: TRAVELLER, password: PASSWORD } });
  await api.post('/api/v2/ops/session/entity', { data: { country: 'ID' } });
  await api.dispose();
}

type SignIn = (email: string, page?: Page) => Promise<void>;

interface TestFixtures {
  /** Signs a person in through the API; the test opens its own page. */
  authenticate: SignIn;
  /** Signs a person in through the API and opens the console's first page. */
  signIn: SignIn;
  /** Signs a person in with the form, as people do. */
  signInByForm: SignIn;
  /** Ensures that the server is running and the network is up when a test starts. */
  ready: undefined;
}

interface WorkerFixtures {
  /** The size of the server's demo. */
  scale: DemoScale;
  /** The worker's real server, which has its own port and its own copy of the demo. */
  server: ServerProcess;
  /**
   * The connection between browser and server. `network.offline()` takes a test offline; `server.stop()` stops the
   * server process.
   */
  network: Network;
}

/** The product's fixtures: one real server per worker, its network, and several ways to sign in. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  scale: ['small', { option: true, scope: 'worker' }],
  server: [
    async ({ scale }, use) => {
      const dataDir = await copyDemo(process.env['E2E_DATA'] ?? '', scale);
      const server = new ServerProcess({ port: await freePort(), dataDir, env: { OPS_YEAR_REPORTS: '1' } });
      await server.start();
      await use(server);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', auto: true, timeout: 400_000 },
  ],
  network: [
    async ({ server }, use) => {
      const relay = new Relay(await freePort(), server.options.port);
      await relay.online();
      await use(relay);
      await relay.offline();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ network }, use) => use(network.url),
  // A test that stays online does not need the console to be cached on the device, which takes longer than many of the
  // tests.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none
  serviceWorkers: async ({}, use, { tags }) => use(tags.includes('@online') ? 'block' : 'allow'),
  ready: [
    async ({ server, network, context }, use) => {
      if (server.pid === undefined) await server.start();
      await network.online();
      // Fires the event with which a browser announces that the network is back: to this browser, the loopback address
      // was always reachable. A server that comes back is detected without the event.
      const say = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => false);
      if (network instanceof Relay) network.onBack = () => void context.pages().map(say);
      await use(undefined);
    },
    { auto: true },
  ],
  authenticate: async ({ page, server }, use) => {
    await use(async (email, on = page) => {
      if (email === TRAVELLER) await comeHome(server.url);
      // Cookies do not depend on the port, so the pages of a context share those of its requests.
      const answer = await on
        .context()
        .request.post(`${server.url}/api/login`, { data: { email, password: PASSWORD } });
      expect(answer.status(), await answer.text()).toBe(200);
    });
  },
  signIn: async ({ page, authenticate }, use) => {
    await use(async (email, on = page) => {
      await authenticate(email, on);
      await on.goto('/');
      await expect(on.getByRole('banner')).toBeVisible();
      await expect(on).not.toHaveURL(/\/login/);
    });
  },
  signInByForm: async ({ page, server }, use) => {
    await use(async (email, on = page) => {
      if (email === TRAVELLER) await comeHome(server.url);
      await on.goto('/login');
      await on.getByLabel('E-mail').fill(email);
      await on.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await on.getByRole('button', { name: 'Sign in' }).click();
      await expect(on).not.toHaveURL(/\/login/);
    });
  },
});
