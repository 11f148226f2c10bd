import { request } from 'playwright/test';
import { ADMIN, EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';

// The pages for System Admins: the server's state, its backups and its log, and the provisioning of users.
test.use({ serviceWorkers: 'block' });

const BASE = '/opssystemsettingv2';
const ENTITY_ADMIN = 'entity.admin@ops.example';
const PASSWORD = 'four quiet words here';

/** An Entity Admin in Indonesia who has set a password with the one-time link. */
async function makeEntityAdmin(url: string): Promise<void> {
  const api = await request.newContext({ baseURL: url });
  await api.post('/api/login', { data: { email: ADMIN, password: 'ops-demo' } });
  const entities = await api.get('/api/opa/entities');
  const { data } = (await entities.json()) as { data: { list: { id: number; country: string }[] } };
  const id = data.list.find(({ country }) => country === 'ID')?.id;
  const made = await api.post('/api/opa/users', {
    data: {
      email: ENTITY_ADMIN,
      name: 'Entity Admin',
      privilege: 1,
      category: 0,
      entityIds: [id],
      roleIds: [],
      whitelisted: true,
    },
  });
  const { data: user } = (await made.json()) as { data: { passwordLink: string } };
  const token = new URL(user.passwordLink, url).searchParams.get('token');
  const set = await api.post('/api/v2/ops/password', { data: { token, password: PASSWORD } });
  expect(set.status(), await set.text()).toBe(200);
  await api.dispose();
}

test('a System Admin sees the server’s figures, creates a backup that is then listed, and verifies the log @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(120_000);
  await authenticate(ADMIN);
  await page.goto(`${BASE}/system`);
  const state = page.getByRole('region', { name: 'State' });
  await expect(state).toContainText('ReadyYes', { timeout: 20_000 });
  await expect(page.getByRole('table', { name: 'Largest tables' })).toContainText('channel_locations');
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Embedded PostgreSQL');
  await expect(page.getByRole('table', { name: 'Calls' })).toContainText('GET');

  await page.getByRole('button', { name: 'Create Backup' }).click();
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups.getByText(/^Backup .* is done: [\d,]+ files/)).toBeVisible({ timeout: 60_000 });
  const rows = page.getByRole('table', { name: 'Backups' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/MB, [\d,]+ files/);
  await page.getByRole('button', { name: 'Verify Log' }).click();
  await expect(page.getByText(/The log is intact: [\d,]+ entr/)).toBeVisible({ timeout: 30_000 });
  if (process.env['E2E_SHOTS'] !== undefined)
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 2400 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${process.env['E2E_SHOTS']}/system-${width}-${scheme}.png` });
    }
  const log = await page.request.get(`${server.url}/api/v2/ops/system/log`);
  expect(log.status()).toBe(200);

  await rows.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(backups.getByText(/There is no backup in/)).toBeVisible();
});

test('an Entity Admin sees neither System nor Provisioning, and is denied access to their URLs @online', async ({
  page,
  server,
}) => {
  test.setTimeout(90_000);
  await makeEntityAdmin(server.url);
  const answer = await page.context().request.post(`${server.url}/api/login`, {
    data: { email: ENTITY_ADMIN, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${BASE}/users`);
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible({ timeout: 20_000 });
  expect(await page.getByRole('tablist', { name: 'Administration pages' }).getByRole('tab').allTextContents()).toEqual([
    'Users',
    'Entities',
    'Roles',
    'Modules',
    'Whitelist',
  ]);
  for (const path of ['system', 'provisioning']) {
    await page.goto(`${BASE}/${path}`);
    await expect(page.getByText(/You do not have permission to view this page/)).toBeVisible({ timeout: 20_000 });
  }
  const truth = await truthAs(server.url, EDITOR);
  expect(await truth.write('/v2/ops/system/backups', {})).toBe(403);
  await truth.request.dispose();
});

test('a token for the identity provider is shown once, and the provider uses it to create a user @online', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(90_000);
  await authenticate(ADMIN);
  await page.goto(`${BASE}/provisioning`);
  await page.getByRole('button', { name: 'New Token' }).click();
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('textbox', { name: 'Token' })).toHaveCount(0);
  const provider = await request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
  });
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'from.provider@ops.example' };
  const made = await provider.post('/api/scim/v2/Users', { data: JSON.stringify({ ...user, active: true }) });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Planners' };
  const grouped = await provider.post('/api/scim/v2/Groups', {
    data: JSON.stringify({ ...group, members: [{ value: id }] }),
  });
  expect(grouped.status(), await grouped.text()).toBe(201);

  await page.reload();
  await expect(page.getByText('1 user was provisioned.')).toBeVisible({ timeout: 20_000 });
  const row = page.getByRole('table', { name: 'Groups' }).getByRole('row').filter({ hasText: 'Planners' });
  await expect(row).toContainText('None');
  await row.getByRole('button', { name: 'Roles' }).click();
  await page.getByRole('checkbox', { name: 'Operations Viewer (ID)' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Edit Successfully: Planners').first()).toBeVisible();
  await expect(row.getByRole('cell').nth(2)).toHaveText('1');
  if (process.env['E2E_SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['E2E_SHOTS']}/scim-groups.png` });
  await page.getByRole('button', { name: 'Revoke Token' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('No identity provider can provision users yet.')).toBeVisible();
  expect((await provider.get('/api/scim/v2/Users')).status()).toBe(401);
  await provider.dispose();
});
