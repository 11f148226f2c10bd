import { expect, request, type APIRequestContext } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { editDatabase } from '../support/databaseEdit.ts';
import { CAPTIVE_PORTAL, isApi, isWrite, type Fault } from '../support/faultProxy.ts';
import { truthAs } from '../support/serverTruth.ts';
import { LocationPage } from './pages/locationPage.ts';
import { test } from './pages/proxied.ts';
import { settled } from './pages/settled.ts';

// These tests run last, each in whichever worker is free.
test.describe.configure({ mode: 'parallel' });

const JNE = 10023;

const later = (status: number): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: JSON.stringify({ retcode: status, message: 'Later.', detail: '', data: null }),
});

test('OB3, OB7: each write takes effect exactly once, whatever fails on the network @online', async ({
  page,
  authenticate,
  server,
  faults,
}) => {
  test.setTimeout(240_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: JNE, type: 0 });
  const ids = await list.ids();
  const audits = (await truth.audit(JNE)).total;
  const kinds: Fault[] = [{ kind: 'loseReply' }, { kind: 'reset' }, CAPTIVE_PORTAL, later(503), later(429)];
  for (const [at, fault] of kinds.entries()) {
    const id = ids[at] ?? 0;
    const before = await truth.row(JNE, id);
    faults.fail(isWrite, fault, 2);
    await list.edit(id, 'Support COD Pickup', !before?.canCODPickup);
    await expect
      .poll(() => truth.row(JNE, id), { message: fault.kind, timeout: 20_000 })
      .toMatchObject({ canCODPickup: !before?.canCODPickup, version: (before?.version ?? 0) + 1 });
    await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
    await expect(list.row(id)).not.toHaveAttribute('data-mark', /./);
  }
  const writes = faults.asked.filter(({ method, path }) => isWrite(method, path));
  expect(writes.filter(({ fault }) => fault !== null)).toHaveLength(2 * kinds.length);
  // All attempts of a write used the same key.
  expect(new Set(writes.map(({ headers }) => headers['idempotency-key'])).size).toBe(kinds.length);
  expect((await truth.audit(JNE)).total).toBe(audits + kinds.length);
});

test('OB3: a write takes effect only once if the server is killed between the commit and the response', async ({
  page,
  authenticate,
  server,
  faults,
}) => {
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: JNE, type: 0, state: 'Bali' });
  const [id = 0] = await list.ids();
  const before = await truth.row(JNE, id);
  const audits = (await truth.audit(JNE)).total;
  faults.fail(isWrite, { kind: 'loseReply' });
  await list.edit(id, 'Support COD Pickup', !before?.canCODPickup);
  await expect.poll(async () => (await truth.row(JNE, id))?.version).toBe((before?.version ?? 0) + 1);
  await server.stop('SIGKILL');
  faults.heal();
  await expect(list.pill).toHaveText('Offline, 1 change waiting');
  await server.start();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  expect((await truth.row(JNE, id))?.version).toBe((before?.version ?? 0) + 1);
  expect((await truth.audit(JNE)).total).toBe(audits + 1);
});

test('OB7: a captive portal counts as offline, and none of its pages is accepted as a response', async ({
  page,
  authenticate,
  faults,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: JNE, type: 0, state: 'Kepulauan Riau' });
  const ids = await list.ids();
  await settled(page);
  faults.fail(isApi, CAPTIVE_PORTAL);
  await page.reload();
  await expect(list.pill).toHaveText('Offline, all saved here');
  await expect.poll(() => list.ids()).toEqual(ids);
  faults.heal();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
});

/** Ends all of the person's sessions from another browser. */
async function endSessions(url: string): Promise<void> {
  const elsewhere: APIRequestContext = await request.newContext();
  await elsewhere.post(`${url}/api/login`, { data: { email: EDITOR, password: 'ops-demo' } });
  const out = await elsewhere.get(`${url}/api/opa/logout?everywhere=true`, { headers: { 'x-ops-contract': '1' } });
  expect(out.status()).toBe(200);
  await elsewhere.dispose();
}

test('OB7: an expired session keeps the queue and is reported, and signing in again sends the queue', async ({
  page,
  authenticate,
  server,
}) => {
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: JNE, type: 0, state: 'Kalimantan Utara' });
  const [id = 0] = await list.ids();
  const before = await truth.row(JNE, id);
  await settled(page);
  await server.stop();
  await list.edit(id, 'Support COD Pickup', !before?.canCODPickup);
  await expect(list.pill).toHaveText('Offline, 1 change waiting');
  await page.goto('about:blank');
  await server.start();
  await endSessions(server.url);

  await list.page.goto(`/carrier/serviceable/location?q=${encodeURIComponent(`{"channelId":${JNE},"type":0}`)}`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('You are not logged in.');
  await expect(page.getByText('1 unsent change is saved on this device')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/queue');
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(EDITOR);
  await page.getByLabel('Password', { exact: true }).fill('ops-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/carrier\/serviceable\/location/);
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  await expect.poll(() => truth.row(JNE, id)).toMatchObject({ version: (before?.version ?? 0) + 1 });
  // The other tabs do not require another sign-in.
  await expect(other).toHaveURL(/\/queue$/);
  await expect(other.getByRole('heading', { name: 'Changes on this device' })).toBeVisible();
  await expect(other.getByText('You are not logged in.')).toBeHidden();
  await other.close();
});

test('SHELL-3, ERR-2: each navigation checks the session and the whitelist, and the next page says if access was lost', async ({
  page,
  signIn,
  server,
  faults,
}) => {
  await signIn(EDITOR);
  const checks = () => faults.asked.filter(({ path }) => path === '/api/v2/ops/whitelist').length;
  const menu = page.getByRole('navigation', { name: 'Main' });
  // A navigation during a check would share that check, so each check is awaited first.
  const answered = () => faults.answered('/api/v2/ops/whitelist').length;
  await expect.poll(answered).toBeGreaterThan(0);
  const asks = async (go: () => Promise<void>, url: RegExp) => {
    await expect.poll(answered).toBe(checks());
    const before = checks();
    await go();
    await expect(page).toHaveURL(url);
    await expect.poll(checks).toBeGreaterThan(before);
  };
  const pill = page.getByRole('banner').getByRole('status').getByRole('link');
  await asks(() => pill.click(), /\/queue/);
  await asks(() => menu.getByRole('link', { name: 'Home' }).click(), /\/$/);
  await asks(() => pill.click(), /\/queue/);

  await endSessions(server.url);
  // The feed may detect the end of the session before the next navigation, in which case the page is already
  // redirecting to the sign-in page.
  await pill.click({ timeout: 2_000 }).catch(() => undefined);
  // For a few seconds after a successful check, its result is reused.
  await expect(page).toHaveURL(/\/login\?redirect=%2Fqueue/, { timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('You are not logged in.');

  await signIn(EDITOR);
  await server.stop();
  await editDatabase(server.options.dataDir, 'DELETE FROM whitelist WHERE email = $1', [EDITOR]);
  await server.start();
  try {
    await expect(page).toHaveURL(/\/not-whitelisted/, { timeout: 20_000 });
    await expect(page.getByText(/you have no whitelist permission/)).toBeVisible();
  } finally {
    await server.stop();
    await editDatabase(server.options.dataDir, 'INSERT INTO whitelist (email) VALUES ($1)', [EDITOR]);
    await server.start();
  }
});

test('OB6, MR4: a write whose permission was revoked while offline is refused with a reason, and the buttons disappear', async ({
  page,
  authenticate,
  server,
}) => {
  test.setTimeout(240_000);
  const write = 'channel_management.serviceable_area.write';
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: JNE, type: 0, state: 'Gorontalo' });
  const [id = 0] = await list.ids();
  const was = await list.cell(id, 'Support COD Pickup');
  await settled(page);
  await server.stop();
  await list.edit(id, 'Support COD Pickup', was !== 'Yes');
  await expect(list.pill).toHaveText('Offline, 1 change waiting');
  const whose = `id IN (SELECT r.role_id FROM user_roles r JOIN users u ON u.id = r.user_id WHERE u.email = $1)`;
  const { dataDir } = server.options;
  await editDatabase(dataDir, `UPDATE roles SET codes = array_remove(codes, $2) WHERE ${whose}`, [EDITOR, write]);
  await server.start();
  try {
    await expect(list.pill).toHaveText('Online, 1 needs attention', { timeout: 20_000 });
    await expect(list.row(id)).toHaveAttribute('data-mark', 'refused');
    // ERR-1: the server's message is shown immediately, and stays until it is closed.
    const notice = page.getByRole('alert').filter({ hasText: 'You are lack of permission' });
    await expect(notice).toBeVisible();
    await expect.poll(() => list.cell(id, 'Support COD Pickup')).toBe(was);
    await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0);
    await expect(list.row(id).getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await list.pill.getByRole('link').click();
    await expect(page.getByRole('main').getByText(/You are lack of permission/)).toBeVisible();
    await notice.getByRole('button', { name: /close|dismiss/i }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await list.dialog.getByRole('textbox').fill('No right any more');
    await list.dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(list.pill).toHaveText('Online, all saved');
  } finally {
    await server.stop();
    await editDatabase(dataDir, `UPDATE roles SET codes = codes || $2::text WHERE ${whose}`, [EDITOR, write]);
    await server.start();
  }
});

test('REQ-6: requests from the tab and from the ops worker carry the project of the page', async ({
  page,
  signIn,
  faults,
}) => {
  const list = new LocationPage(page);
  await signIn(EDITOR);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const group = menu.getByRole('button', { name: 'Logistics Product', exact: true });
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
  await menu.getByRole('link', { name: 'Channel Serviceable Area' }).click();
  await expect(page.getByRole('tab', { name: 'Location' })).toBeVisible();
  await list.pick('Channel ID', 'sicepat', /SiCepat/);
  faults.asked.length = 0;
  await list.search();
  const [id = 0] = await list.ids();
  await list.edit(id, 'Support COD Pickup', (await list.cell(id, 'Support COD Pickup')) !== 'Yes');
  await expect.poll(() => faults.asked.filter(({ method, path }) => isWrite(method, path)).length).toBe(1);
  const named = faults.asked
    .filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/v2/ops/events'))
    .map(({ headers }) => headers['x-ops-project']);
  expect(new Set(named)).toEqual(new Set(['service-area']));
});
