import { expect, request, test as base, type Page } from 'playwright/test';
import { ServerProcess } from '../support/serverProcess.ts';

const PASSWORD = 'ops-demo';
/** Works in every country: a test that left this person in another one must not move the others' ground. */
const TRAVELLER = 'admin@ops.example';

/** The tests begin in Indonesia. */
async function comeHome(url: string): Promise<void> {
  const api = await request.newContext({ baseURL: url });
  await api.post('/api/login', { data: { email: TRAVELLER, password: PASSWORD } });
  await api.post('/api/v2/ops/session/entity', { data: { country: 'ID' } });
  await api.dispose();
}

/** The product's fixtures: one real server for the file's tests, to stop and start, and a way to sign in. */
export const test = base.extend<{ signIn: (email: string, page?: Page) => Promise<void> }, { server: ServerProcess }>({
  server: [
    // Playwright asks for the destructured form even when nothing is taken from it.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = new ServerProcess({
        port: Number(process.env['E2E_PORT']),
        dataDir: process.env['E2E_DATA'] ?? '',
      });
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  signIn: async ({ page, server }, use) => {
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

export { expect };
