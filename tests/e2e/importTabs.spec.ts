import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { IMPORT_HEADERS } from '../support/importFile.ts';
import { workbookOf } from '../support/importThrough.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const CHANNEL = 10025;
const FILTERS = { channelId: CHANNEL, type: 0 } as const;

/** Applies an import with a single row while the server is stopped; resolves once the import is pending. */
async function applyOffline(page: Page, name: string, id: number, flags: readonly string[]): Promise<void> {
  const list = new LocationPage(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const buffer = workbookOf(IMPORT_HEADERS, [[CHANNEL, 'Standard', id, ...flags, 1]]);
  await page.getByLabel('Files to import').setInputFiles({ name, mimeType: '', buffer });
  await expect(list.dialog.getByRole('tab', { name: 'Changed 1' })).toBeVisible({ timeout: 30_000 });
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^Saved on this device and will be sent when the network is back/)).toBeVisible({
    timeout: 30_000,
  });
}

test('an import continues in any other open tab or, if all tabs are closed, in the next one that is opened', async ({
  page,
  context,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(240_000);
  const truth = await truthAs(server.url, EDITOR);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${CHANNEL}`]: 'ready' });
  await settled(page);
  // A tab opened before this device had any imports.
  const other = new LocationPage(await context.newPage());
  await other.open(FILTERS);
  const [one = 0, two = 0] = await other.ids();
  const flipped = async (id: number): Promise<string[]> => {
    const row = await truth.row(CHANNEL, id);
    if (!row) throw new Error('no such row');
    const word = (on: boolean): string => (on ? 'Yes' : 'No');
    return [word(!row.canDeliver), word(row.canCOD), word(row.canPickup), word(row.canCODPickup)];
  };
  const delivers = async (id: number) => ((await truth.row(CHANNEL, id))?.canDeliver ? 'Yes' : 'No');
  const imports = async () =>
    (await truth.audit(CHANNEL)).list.filter(({ operator_type }) => operator_type === 'Import').length;
  const [first, second] = [await flipped(one), await flipped(two)];
  const before = await imports();

  await network.offline();
  await applyOffline(page, 'first.xlsx', one, first);
  await expect(other.pill).toContainText('1 import waiting', { timeout: 20_000 });
  await page.close();
  await network.online();
  await expect.poll(() => delivers(one), { timeout: 60_000 }).toBe(first[0]);
  await expect(other.pill).toHaveText('Online, all saved', { timeout: 60_000 });

  await network.offline();
  await applyOffline(other.page, 'second.xlsx', two, second);
  await other.page.close();
  await network.online();
  await expect.poll(() => delivers(two)).not.toBe(second[0]);
  const next = new LocationPage(await context.newPage());
  await next.open(FILTERS);
  await expect.poll(() => delivers(two), { timeout: 60_000 }).toBe(second[0]);
  await expect(next.pill).toHaveText('Online, all saved', { timeout: 60_000 });
  // Each import was sent once.
  await expect.poll(() => imports()).toBe(before + 2);
});
