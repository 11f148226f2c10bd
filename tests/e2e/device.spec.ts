import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { CHROMIUM_ARGS } from '../../scripts/chromium.mjs';
import { BrowserProfile } from '../support/browserProfile.ts';
import { releaseOf } from '../support/newRelease.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const CHANNEL = 10022;

/** Databases and caches of this origin, as listed by the browser. */
const leftOvers = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return { databases: (await indexedDB.databases()).map(({ name }) => name ?? ''), urls };
  });

test('OB1: a write survives even if the browser is killed right after Apply', async ({ signIn, server }) => {
  test.setTimeout(90_000);
  const profile = mkdtempSync(join(tmpdir(), 'ops-profile-'));
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM'];
  const open = () =>
    chromium.launchPersistentContext(profile, {
      args: CHROMIUM_ARGS,
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
      ...(executablePath ? { executablePath } : {}),
    });
  try {
    const truth = await truthAs(server.url);
    let context = await open();
    let page = await context.newPage();
    let list = new LocationPage(page);
    await signIn(EDITOR, page);
    await list.open({ channelId: CHANNEL, type: 0, state: 'Bali' });
    const [id = 0] = await list.ids();
    const before = await truth.row(CHANNEL, id);
    await settled(page);
    await server.stop();
    await expect(list.pill).toHaveText('Offline, all saved here');
    await list.edit(id, 'Support COD Pickup', !before?.canCODPickup);
    // Cookies are written to disk only occasionally, but this test is about the queue.
    const cookies = await context.cookies();
    const gone = new Promise(resolve => context.once('close', resolve));
    const lock = spawnSync('readlink', [join(profile, 'SingletonLock')], { encoding: 'utf8' }).stdout.trim();
    process.kill(Number(/-(\d+)$/.exec(lock)?.[1]), 'SIGKILL');
    await gone;
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      rmSync(join(profile, name), { force: true });

    context = await open();
    await context.addCookies(cookies);
    page = await context.newPage();
    list = new LocationPage(page);
    await list.open({ channelId: CHANNEL, type: 0, state: 'Bali' });
    await expect(list.row(id)).toHaveAttribute('data-mark', /queued|sending/);
    await expect(list.pill).toHaveText('Offline, 1 change waiting');
    await server.start();
    await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
    await expect
      .poll(() => truth.row(CHANNEL, id))
      .toMatchObject({
        canCODPickup: !before?.canCODPickup,
        version: (before?.version ?? 0) + 1,
      });
    await context.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

for (const [fault, sentence] of [
  ['QuotaExceededError', /no storage space left/],
  ['UnknownError', /the browser could not store it/],
] as const) {
  test(`OB1: if a write cannot be stored (${fault}), the dialog stays open and shows the reason`, async ({
    page,
    signIn,
  }) => {
    await page.addInitScript(`
      const real = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...args) {
        if (window.storageFault && this.name.startsWith('ops-outbox') && args[1] === 'readwrite')
          throw new DOMException('broken', window.storageFault);
        return real.apply(this, args);
      };
    `);
    const list = new LocationPage(page);
    await signIn(EDITOR);
    await list.open({ channelId: CHANNEL, type: 0, state: 'Gorontalo' });
    const [id = 0] = await list.ids();
    const was = await list.cell(id, 'Support COD Pickup');
    await page.evaluate(name => Object.assign(window, { storageFault: name }), fault);
    await list.row(id).getByRole('button', { name: 'Edit' }).click();
    await list.dialog.getByRole('switch', { name: 'Support COD Pickup', exact: true }).press('Space');
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(list.dialog.getByRole('alert')).toHaveText(sentence);
    await page.evaluate(() => Object.assign(window, { storageFault: '' }));
    await list.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(list.dialog).toBeHidden();
    await expect.poll(() => list.cell(id, 'Support COD Pickup')).not.toBe(was);
  });
}

test('MR5: a deleted mirror is rebuilt automatically, and the queue is preserved', async ({ page, signIn, server }) => {
  const list = new LocationPage(page);
  await signIn(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0, state: 'Kepulauan Riau' });
  const [id = 0] = await list.ids();
  await settled(page);
  await server.stop();
  await list.edit(id, 'Support COD Pickup', (await list.cell(id, 'Support COD Pickup')) !== 'Yes');
  await page.evaluate(async () => {
    const mirror = (await indexedDB.databases()).find(({ name }) => name?.startsWith('ops-mirror-'));
    await new Promise(resolve => (indexedDB.deleteDatabase(mirror?.name ?? '').onsuccess = resolve));
  });
  await expect(list.pill).toHaveText('Offline, 1 change waiting');
  await server.start();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  await list.pick('State', 'jawa ba', 'Jawa Barat');
});

test('OB1: confirmed writes are sent even if the browser has deleted all of its databases, as Chromium does after some crashes', async ({
  signIn,
  server,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  const profile = new BrowserProfile(server.url);
  try {
    let context = await profile.open();
    let page = await context.newPage();
    let list = new LocationPage(page);
    await signIn(EDITOR, page);
    await list.open({ channelId: CHANNEL, type: 0, state: 'Bali' });
    const [, id = 0] = await list.ids();
    const before = await truth.row(CHANNEL, id);
    await settled(page);
    await profile.keepCookies(context);
    await server.stop();
    await list.edit(id, 'Support COD Pickup', !before?.canCODPickup);
    await profile.kill(context);
    rmSync(join(profile.folder, 'Default', 'IndexedDB'), { recursive: true });

    await server.start();
    context = await profile.open();
    page = await context.newPage();
    list = new LocationPage(page);
    await list.open({ channelId: CHANNEL, type: 0, state: 'Bali' });
    await expect
      .poll(async () => (await truth.row(CHANNEL, id))?.canCODPickup, { timeout: 30_000 })
      .toBe(!before?.canCODPickup);
    await expect(list.pill).toHaveText('Online, all saved');
    expect((await truth.row(CHANNEL, id))?.version).toBe((before?.version ?? 0) + 1);
    await context.close();
  } finally {
    if (server.pid === undefined) await server.start();
    profile.remove();
  }
});

test('SW1: caches contain only the shell, and signing out deletes all data', async ({ page, signIn }) => {
  const list = new LocationPage(page);
  await signIn(EDITOR);
  await list.open({ channelId: CHANNEL, type: 0 });
  await list.ids();
  await settled(page);
  const held = await leftOvers(page);
  expect(held.urls.length).toBeGreaterThan(20);
  expect(held.urls.filter(path => path.startsWith('/api'))).toEqual([]);
  expect(held.databases.filter(name => name.startsWith('ops-mirror-'))).toHaveLength(1);
  await page.getByRole('banner').getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await leftOvers(page)).databases).toEqual(['ops-session']);
  await page.goto('/carrier/serviceable/location');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('a part of the console whose code was not loaded before the server stopped shows an error', async ({
  page,
  context,
  signIn,
  server,
}) => {
  await context.route('**/sw.js', route => route.abort());
  await signIn(EDITOR);
  // The code of this dialog is a separate file that has not been loaded before.
  await page.goto('/carrier/locationTree');
  const edit = page.locator('tr[data-row-key]').first().getByRole('button', { name: 'Edit' });
  await expect(edit).toBeVisible();
  await server.stop();
  await edit.click();
  await expect(page.getByRole('dialog').getByText('This part of the console could not be loaded.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog').getByText('This part of the console could not be loaded.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Operation History' }).click();
  await expect(page.getByText('This page is not on this device yet')).toBeVisible();
  // The frame of the console remains and offers a way back.
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await server.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Operation History' })).toBeVisible();
  await page.goBack();
  await edit.click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible();
});

test('TAB1: when a new build is released while tabs are open, the old and new ones work side by side', async ({
  context,
  page,
  signIn,
  server,
}) => {
  test.setTimeout(120_000);
  const clientDir = mkdtempSync(join(tmpdir(), 'ops-build-'));
  const time = releaseOf('dist/client') + 100;
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', clientDir, '--logLevel', 'error'],
    {
      env: { ...process.env, NODE_ENV: 'production', OPS_BUILD_ID: 'next', OPS_RELEASE_TIME: String(time) },
      encoding: 'utf8',
    },
  );
  expect(built.status, built.stderr).toBe(0);
  writeFileSync(join(clientDir, 'release.json'), JSON.stringify({ release_time: time }));
  try {
    const truth = await truthAs(server.url);
    const old = new LocationPage(page);
    await signIn(EDITOR);
    await old.open({ channelId: CHANNEL, type: 0, state: 'Kalimantan Utara' });
    const [first = 0, second = 0] = await old.ids();
    await settled(page);
    const two = new LocationPage(await context.newPage());
    await two.open({ channelId: CHANNEL, type: 0, state: 'Kalimantan Utara' });
    await two.ids();
    const scripts = (of: Page) => of.evaluate(() => [...document.scripts].map(({ src }) => src).join());
    const build = await scripts(page);
    await server.stop();
    server.options.env = { OPS_CLIENT_DIR: clientDir };
    await server.start();

    const notice = (of: Page) => of.getByText(/new version released/);
    await expect(notice(two.page)).toBeVisible({ timeout: 30_000 });
    // Reload waits only for a limited time for the new version to be installed.
    const waits = () =>
      two.page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    await expect.poll(waits, { timeout: 30_000 }).toBe(true);
    await two.page.getByRole('button', { name: 'Reload' }).click();
    // If the browser delays the new version, Reload removes the old one after ten seconds.
    await expect.poll(() => scripts(two.page).catch(() => build), { timeout: 30_000 }).not.toBe(build);
    await two.ids();

    // The code of the old tab's dialogs is gone from the server and the precache.
    const before = [await truth.row(CHANNEL, first), await truth.row(CHANNEL, second)];
    await old.edit(first, 'Support COD Pickup', !before[0]?.canCODPickup);
    await two.edit(second, 'Support COD Pickup', !before[1]?.canCODPickup);
    for (const [at, id] of [first, second].entries())
      await expect
        .poll(async () => (await truth.row(CHANNEL, id))?.version, { timeout: 20_000 })
        .toBe((before[at]?.version ?? 0) + 1);
    await expect(old.pill).toHaveText('Online, all saved');
    await expect(two.pill).toHaveText('Online, all saved');
    await expect.poll(() => scripts(page)).toBe(build);

    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => scripts(page).catch(() => build), { timeout: 30_000 }).not.toBe(build);
  } finally {
    await server.stop();
    server.options.env = {};
    rmSync(clientDir, { recursive: true, force: true });
  }
});
