import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { read, utils } from 'xlsx';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const CHANNEL = 10021;
const OTHER = 10022;
const FILTERS = { channelId: CHANNEL, type: 0, state: 'Bali' } as const;

const rowsOf = (bytes: Buffer): unknown[][] => {
  const book = read(bytes);
  return utils.sheet_to_json(book.Sheets['Location'] ?? {}, { header: 1, defval: '' });
};

async function exportHere(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('a cached channel exported offline matches the server’s export plus pending changes, and importing it again changes nothing', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  const [id = 0] = await list.ids();
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${CHANNEL}`]: 'ready' });
  const address = await page.getByRole('link', { name: 'Export' }).getAttribute('href');
  const online = await page.request.get(address ?? '');
  const wanted = rowsOf(await online.body());
  expect(wanted.length).toBeGreaterThan(100);
  await settled(page);
  await network.offline();
  await page.reload();
  await list.ids();

  // The export's code has not been used here yet, but all of it is on the device.
  const first = await exportHere(page);
  await expect(
    page.getByText(new RegExp(`^Exported ${(wanted.length - 1).toLocaleString('en-US')} rows from this device`)),
  ).toBeVisible();
  expect(online.headers()['content-disposition']).toContain(`filename="${first.name}"`);
  expect(rowsOf(first.bytes)).toEqual(wanted);

  // The file matches the records on this device, so importing it would change nothing.
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('Files to import').setInputFiles({ name: first.name, mimeType: '', buffer: first.bytes });
  await expect(
    list.dialog.getByRole('tab', { name: `Unchanged ${(wanted.length - 1).toLocaleString('en-US')}` }),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expect(list.dialog.getByRole('tab', { name: /^(Added|Changed|Removed|With errors) [1-9]/ })).toHaveCount(0);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.dialog).toBeHidden();

  const before = await list.cell(id, 'Support Pickup');
  await list.edit(id, 'Support Pickup', before !== 'Yes');
  const withMine = await exportHere(page);
  // Checked before the file is read, because the notice disappears on its own.
  await expect(page.getByText(/with 1 change of yours that has not been sent yet/)).toBeVisible();
  const second = rowsOf(withMine.bytes);
  expect(second[1]?.[10]).toBe(before === 'Yes' ? 'No' : 'Yes');
  expect(second.length).toBe(wanted.length);

  // Exporting an uncached channel reports that it is not cached.
  await list.open({ channelId: OTHER, type: 0 });
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await expect(button).toHaveAccessibleDescription(/the serviceable locations of this channel are not on this device/);
  await expect(button).toBeDisabled();
  await network.online();
  await expect(page.getByRole('link', { name: 'Export' })).toBeVisible({ timeout: 60_000 });
});

test('an export produces the server’s file, or the cached records, or the reason why there is neither, but never an error page', async ({
  page,
  context,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(150_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  await list.ids();
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${CHANNEL}`]: 'ready' });
  const link = page.getByRole('link', { name: 'Export' });
  const address = (await link.getAttribute('href')) ?? '';
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), link.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const wanted = await page.request.get(address);
  const online = await save();
  expect(wanted.headers()['content-disposition']).toContain(`filename="${online.name}"`);
  expect(rowsOf(online.bytes)).toEqual(rowsOf(await wanted.body()));

  // All code is on the device; otherwise, loading it would also have to wait for the server.
  await settled(page);
  // The server is suspended, and the console has not noticed yet.
  process.kill(server.pid ?? 0, 'SIGSTOP');
  try {
    // The notice disappears on its own.
    const exported = page.getByText(/^Exported [\d,]+ rows from this device, as of/);
    const [here] = await Promise.all([save(), expect(exported).toBeVisible({ timeout: 60_000 })]);
    expect([here.name, rowsOf(here.bytes)]).toEqual([online.name, rowsOf(online.bytes)]);
  } finally {
    process.kill(server.pid ?? 0, 'SIGCONT');
  }
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 60_000 });

  // The same applies to templates: if the server cannot create one, it is created here.
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const template = list.dialog.getByRole('link', { name: 'Download template' });
  const served = await page.request.get((await template.getAttribute('href')) ?? '');
  await settled(page);
  await network.offline();
  const [made] = await Promise.all([page.waitForEvent('download', { timeout: 30_000 }), template.click()]);
  expect(made.suggestedFilename()).toBe('serviceable-location.xlsx');
  expect(rowsOf(readFileSync(await made.path()))).toEqual(rowsOf(await served.body()));
  expect(context.pages()).toEqual([page]);
  await network.online();
});
