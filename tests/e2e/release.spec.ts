import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { keptActivity } from '../support/keptActivity.ts';
import { releasedAt, releaseOf } from '../support/newRelease.ts';
import { keepPosted } from '../support/keepPosted.ts';
import { expect } from './fixtures.ts';
import { draftStored } from './pages/draftStored.ts';
import { LocationPage } from './pages/locationPage.ts';
import { test } from './pages/proxied.ts';
import { settled } from './pages/settled.ts';

// These tests run last, each in whichever worker is free.
test.describe.configure({ mode: 'parallel' });

const NEW_VERSION =
  'The current page has a new version released, you can refresh the page to obtain the latest features.';

const folders: string[] = [];

test.afterEach(async ({ server }) => {
  await server.stop();
  server.options.env = {};
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const notice = (page: Page) => page.getByRole('region', { name: 'Notices' }).getByText(NEW_VERSION);
const loaded = async (page: Page): Promise<number> =>
  Number(await page.locator('meta[name="ops-release"]').getAttribute('content'));

test('a new release is announced in every tab, dismissed in all of them until the page changes, and loaded by Reload', async ({
  page,
  context,
  signIn,
  server,
  faults,
}) => {
  test.setTimeout(120_000);
  const old = releaseOf('dist/client');
  await signIn(EDITOR);
  await settled(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => loaded(page)).toBe(old);
  // The code that runs after the first paint has requested the newest release.
  await expect.poll(() => faults.answered('/api/v2/ops/version').length, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect(notice(page)).toHaveCount(0);

  const folder = releasedAt(old + 100);
  folders.push(folder);
  await server.stop();
  server.options.env = { OPS_CLIENT_DIR: folder };
  await server.start();
  await expect(notice(page)).toBeVisible({ timeout: 30_000 });
  await expect(notice(other)).toBeVisible();

  await other.getByRole('button', { name: 'Close notice' }).click();
  await expect(notice(other)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  await page
    .getByRole('link', { name: /Changes on this device|queue/i })
    .or(page.getByRole('link', { name: 'Channel Serviceable Area' }))
    .first()
    .click();
  await expect(notice(page)).toBeVisible();
  await expect(notice(other)).toHaveCount(0);

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loaded(page).catch(() => 0), { timeout: 45_000 }).toBe(old + 100);
  // The loaded release is the newest one, so there is no notice; the other tab still offers it.
  await expect.poll(() => loaded(other)).toBe(old);
  await page.waitForTimeout(4000);
  await expect(notice(page)).toHaveCount(0);
});

test('Reload loads the new release even if the browser does not let its service worker take over', async ({
  page,
  signIn,
  server,
  network,
}) => {
  test.setTimeout(120_000);
  const old = releaseOf('dist/client');
  await signIn(EDITOR);
  await settled(page);
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => undefined;
  });
  const folder = releasedAt(old + 100);
  folders.push(folder);
  await server.stop();
  server.options.env = { OPS_CLIENT_DIR: folder };
  await server.start();
  await expect(notice(page)).toBeVisible({ timeout: 45_000 });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loaded(page).catch(() => 0), { timeout: 45_000 }).toBe(old + 100);
  // The release's own service worker has been installed, so the console can be opened offline again.
  await settled(page);
  await network.offline();
  await page.reload();
  await expect.poll(() => loaded(page)).toBe(old + 100);
});

test('activity is sent in batches that contain no typed text (TRK-1, TRK-3)', async ({
  page,
  authenticate,
  server,
  faults,
}) => {
  test.setTimeout(120_000);
  const secret = 'zq9xsecret';
  await page.addInitScript(keepPosted);
  await authenticate('admin@ops.example');
  await page.goto('/carrier/serviceable/location');
  const posted = () => page.evaluate(() => (globalThis as unknown as { posted: string[] }).posted.join('\n'));
  // The tracker starts once the configuration has been received.
  await expect.poll(posted, { timeout: 20_000 }).toContain('"type":"load"');
  await page.getByRole('combobox', { name: 'Channel ID' }).pressSequentially(secret);
  await page.getByRole('textbox', { name: 'Street' }).pressSequentially(secret);
  await expect.poll(posted).toContain('"type":"keyup"');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(posted).toContain('"name":"Search"');
  expect(await posted()).not.toContain(secret);

  // A batch is sent at least every ten seconds.
  const sent = () => faults.answered('/api/v2/ops/tracker/events').some(({ body }) => body.includes('"name":"Search"'));
  await expect.poll(sent, { timeout: 20_000 }).toBe(true);
  await server.stop();
  const rows = await keptActivity(server.options.dataDir, 'tracker_events');
  for (const type of ['load', 'config', 'page', 'keyup', 'click']) expect(rows.map(row => row.type)).toContain(type);
  expect(rows).toContainEqual(expect.objectContaining({ type: 'click', name: 'Search', email: 'admin@ops.example' }));
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('an unsent form survives a reload and can be discarded, and signing out asks about it and then deletes it @online', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: 10021, type: 0, state: 'Bali' });
  const [id = 0] = await list.ids();
  const openEdit = () => list.row(id).getByRole('button', { name: 'Edit' }).click();
  const flag = list.dialog.getByRole('switch', { name: 'Support COD Pickup', exact: true });
  await openEdit();
  const was = await flag.isChecked();
  await flag.press('Space');
  await draftStored(page);
  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  await openEdit();
  await expect(list.dialog.getByText('Your draft was restored')).toBeVisible();
  await expect.poll(() => flag.isChecked()).toBe(!was);
  await list.dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => flag.isChecked()).toBe(was);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await openEdit();
  await expect(flag).toBeVisible();
  await page.waitForTimeout(300);
  await expect(list.dialog.getByText('Your draft was restored')).toHaveCount(0);
  await flag.press('Space');
  await draftStored(page);

  await page.reload();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /id\.editor|account|user/i })
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(list.dialog).toContainText('You have 1 unfinished form.');
  await list.dialog.getByRole('button', { name: 'Discard it and sign out' }).click();
  await list.dialog.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  // A tab that was just opening a database finds that the person has signed out, and removes the database.
  const kept = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return names.filter(name => /^ops-(drafts|activity|mirror)-/.test(name));
    });
  await expect.poll(kept).toEqual([]);
  await page.waitForTimeout(1000);
  await expect.poll(() => kept()).toEqual([]);
});
