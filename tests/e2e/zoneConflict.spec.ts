import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

/**
 * Two people edit the same text field of a record: base, mine and theirs are shown, and the selected value is kept
 * (OB8).
 */

const MINE = 'id.editor@ops.example';
const THEIRS = 'admin@ops.example';
const CHANNEL = 10021;
const ADDRESS = `/carrier/serviceable/zone-limit?q=${encodeURIComponent(JSON.stringify({ channelId: CHANNEL, applicableType: 0 }))}`;

const saved = (list: LocationPage): Promise<void> => expect(list.pill).toHaveText(/all saved/, { timeout: 30_000 });
const zoneOf = (page: Page): Promise<string> =>
  page.locator('tr[data-row-key]').first().locator('td[data-col="zone"]').innerText();

async function openEdit(list: LocationPage): Promise<void> {
  await list.rows.first().getByRole('button', { name: 'Edit' }).click();
  await expect(list.dialog.getByRole('textbox', { name: 'Zone Code' })).toBeVisible();
}

async function apply(list: LocationPage, zone: string): Promise<void> {
  await list.dialog.getByRole('textbox', { name: 'Zone Code' }).fill(zone);
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog).toBeHidden();
}

test.beforeEach(async ({ server }) => {
  if (server.pid === undefined) await server.start();
});

for (const [choice, kept] of [
  ['yours', 'MINE-1'],
  ['theirs', 'THEIRS-1'],
] as const) {
  test(`when two people edit the same zone, choosing ${choice} resolves the conflict for both of them`, async ({
    page,
    authenticate,
    browser,
    server,
    network,
  }) => {
    test.setTimeout(120_000);
    await authenticate(MINE);
    await page.goto(ADDRESS);
    const list = new LocationPage(page);
    const before = await zoneOf(page);
    await openEdit(list);

    const context = await browser.newContext({ baseURL: server.url });
    const other = await context.newPage();
    await authenticate(THEIRS, other);
    await other.goto(ADDRESS);
    const otherList = new LocationPage(other);
    await openEdit(otherList);
    // Done offline, because online, the open form would show the colleague's change and immediately ask about it.
    await network.offline();
    await apply(otherList, 'THEIRS-1');
    await saved(otherList);

    await apply(list, 'MINE-1');
    await network.online();
    await page.goto('/queue');
    await expect(page.getByRole('columnheader', { name: 'Before' })).toBeVisible({ timeout: 20_000 });
    const row = page.getByRole('row', { name: /Zone Code/ });
    await expect
      .poll(() => row.getByRole('cell').allInnerTexts())
      .toEqual([before, 'MINE-1', 'THEIRS-1', 'Not decided']);
    await expect(page.getByText(/admin@ops\.example changed the same record/)).toBeVisible();
    await row.getByRole('radio', { name: new RegExp(`Zone Code: ${choice}`) }).check();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await saved(list);

    await page.goto(ADDRESS);
    await expect.poll(() => zoneOf(page)).toBe(kept);
    await expect.poll(() => zoneOf(other), { timeout: 15_000 }).toBe(kept);
    // Restores the text for later tests.
    await openEdit(otherList);
    await apply(otherList, before);
    await saved(otherList);
    await context.close();
  });
}
