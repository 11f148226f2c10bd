import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSubApp } from '../../scripts/subapp-build.mjs';
import { newSubApp } from '../../scripts/subapp-new.mjs';
import { expect, test } from './fixtures.ts';

/** Deploys a module whose code is passed as a string. */
function deploy(dataDir: string, mount: string, code: string, more: object = {}): void {
  const folder = join(dataDir, 'sub-applications', mount);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.js'), code);
  const manifest = {
    contract: 1,
    name: mount,
    module: mount,
    version: '1.0.0',
    release_time: 1,
    entry: 'main.js',
    css: [],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files: ['main.js'], ...more }));
}

const RUNS = `export const mount = e => { e.textContent = 'It runs'; }; export const unmount = () => {};`;

test('a sub-application is created, built, deployed and used with its own pages, even without the network', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  await authenticate('admin@ops.example');
  await page.goto('/opsbms');
  const main = page.getByRole('main');
  await expect(main).toContainText('No sub-application is deployed for Billing');
  await expect(main).toContainText('/static/opsbms/manifest.json');
  await expect(main).toContainText('npm run subapp:new -- opsbms');

  const place = mkdtempSync(join(tmpdir(), 'ops-subapp-'));
  const project = newSubApp('opsbms', join(place, 'opsbms'));
  const out = join(server.options.dataDir, 'sub-applications', 'opsbms');
  await buildSubApp(project, { out, releaseTime: 1_790_000_000 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(main).toContainText('It shows the channels of Indonesia');
  await expect(page).toHaveTitle('Billing');
  const channel = main.getByRole('button', { name: /^10021 / });
  const [, name = ''] = /^10021 (.*)$/.exec((await channel.textContent()) ?? '') ?? [];
  await channel.click();
  await expect(page).toHaveURL(/\/opsbms\/channel\/10021/);
  await main.getByRole('button', { name: 'Greet' }).click();
  await expect(page.getByText(`${name} was greeted`)).toBeVisible();
  await page.goBack();
  await expect(channel).toBeVisible();
  // The sub-application is rendered with the theme's tokens.
  expect(await channel.evaluate(element => getComputedStyle(element).borderRadius)).not.toBe('0px');

  // Another release is deployed while the sub-application is open.
  await buildSubApp(project, { out, releaseTime: 1_790_000_100 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('The current page has a new version released')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await loaded;
  await expect(channel).toBeVisible();

  // According to its manifest, it is completely cached.
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).filter(key => key.startsWith('sub-application:opsbms@'))),
    )
    .toEqual(['sub-application:opsbms@0.1.0-1790000100']);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/opsawb');
  await expect(main).toContainText('No sub-application is deployed for Air Waybill');
  await page.goto('/opsbms');
  await expect(channel).toBeVisible();
  await network.offline();
  await page.reload();
  await expect(main).toContainText('It shows the channels of Indonesia');
  await expect(main.getByRole('alert')).toContainText('The server cannot be reached');
  // A mount whose page was opened says what was seen there; one that was not says how to get it.
  await page.goto('/opsawb');
  await expect(main).toContainText('No sub-application was deployed for Air Waybill');
  await expect(main).toContainText('nothing was found at /static/opsawb/manifest.json');
  await page.goto('/opsicms');
  await expect(main).toContainText('Open it once while the server can be reached');
  rmSync(place, { recursive: true });
  rmSync(out, { recursive: true });
});

test('a sub-application’s errors are reported, and the shell keeps working @online', async ({
  page,
  authenticate,
  server,
}) => {
  const { dataDir } = server.options;
  await authenticate('admin@ops.example');
  const main = page.getByRole('main');

  deploy(
    dataDir,
    'opslls',
    `export const mount = () => { throw new Error('no trucks'); }; export const unmount = () => {};`,
  );
  await page.goto('/opslls');
  await expect(main).toContainText('opslls 1.0.0 could not start: no trucks.');

  deploy(dataDir, 'opslls', `export const mount = () => new Promise(() => {}); export const unmount = () => {};`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.reload();
  await expect(main).toContainText('did not start within 5 seconds', { timeout: 15_000 });

  deploy(dataDir, 'opslls', RUNS, { contract: 2 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(main).toContainText('requires a newer shell');

  deploy(dataDir, 'opslls', RUNS, { entry: '../../x.js' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(main).toContainText('entry is "../../x.js", which is not the name of a file in its folder');

  deploy(
    dataDir,
    'opslls',
    `export const mount = e => { e.innerHTML = '<button>Break</button>'; e.firstChild.onclick = () => { throw new Error('wheel lost'); }; };
     export const unmount = () => {};`,
    { release_time: 2 },
  );
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Break' }).click();
  await expect(main).toContainText('opslls 1.0.0 reported an error: wheel lost');
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(main).not.toContainText('wheel lost');

  // The shell keeps working: another page opens, and then the mount opens again.
  await page.goto('/opsfe/servicearea');
  await expect(page).toHaveURL(/\/opsfe\/servicearea\/channelEntry/);
  await page.getByPlaceholder('Search...').fill('10021');
  await page.getByRole('link', { name: /^Postcode of / }).click();
  await expect(page).toHaveURL(/\/carrier\/serviceable\/postcode\?.*10021/);
  rmSync(join(dataDir, 'sub-applications', 'opslls'), { recursive: true });
});
