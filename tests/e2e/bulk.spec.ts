import type { Page } from 'playwright/test';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

/**
 * Flags toggled in place, and bulk changes made offline and undone as one unit; records that a colleague changed are
 * returned for a decision.
 */

const CHANNEL = 10021;
const STATE = 'DKI Jakarta';
const COD = 'Support COD Deliver';

const flagOf = (list: LocationPage, id: number) => list.flag(id, 'canCOD');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' });

async function openChange(page: Page, list: LocationPage, value: 'Yes' | 'No'): Promise<void> {
  await bar(page).getByRole('button', { name: 'Change', exact: true }).click();
  await list.dialog.getByLabel(COD).selectOption(value);
}

test('a flag is toggled and all matching rows are changed while offline, and undoing the bulk change keeps a colleague’s change', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(200_000);
  const truth = await truthAs(server.url);
  const all = async () => (await truth.rows({ channelId: CHANNEL, type: 0, state: STATE, size: 5000 })).list;
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await list.open({ channelId: CHANNEL, type: 0, state: STATE });
  const [toggled = 0, theirs = 0, waits = 0] = await list.ids();
  await settled(page);
  const before = await all();
  const codOf = (rows: typeof before) => new Map(rows.map(row => [row.locationId, row.canCOD]));

  // A click while offline is shown immediately, sent once, and undone with Ctrl+Z.
  await network.offline();
  const flag = flagOf(list, toggled);
  const was = (await flag.getAttribute('aria-checked')) === 'true';
  await flag.dblclick();
  await expect(flag).toHaveAttribute('aria-checked', String(!was));
  await expect(list.row(toggled)).toHaveAttribute('data-mark', 'queued');
  await network.online();
  await expect(list.row(toggled)).not.toHaveAttribute('data-mark', /./, { timeout: 30_000 });
  expect((await truth.row(CHANNEL, toggled))?.canCOD).toBe(!was);
  await list.row(toggled).focus();
  await page.keyboard.press('Control+z');
  await expect(flag).toHaveAttribute('aria-checked', String(was));
  await expect.poll(async () => (await truth.row(CHANNEL, toggled))?.canCOD, { timeout: 20_000 }).toBe(was);
  await settled(page);

  // Selects all matching rows on all pages, while offline.
  await network.offline();
  await list.row(toggled).focus();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('10 selected');
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText(`${before.length} selected`);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(list.rows.first().getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(list.row(waits)).toBeVisible();
  const target = (await flagOf(list, theirs).getAttribute('aria-checked')) !== 'true';
  const differ = before.filter(row => row.canCOD !== target);
  await openChange(page, list, target ? 'Yes' : 'No');
  const word = differ.length === 1 ? '1 location' : `${differ.length} serviceable locations`;
  await expect(list.dialog).toContainText(`${COD}: ${target ? 'No to Yes' : 'Yes to No'} for ${word}`);
  await list.dialog.getByRole('button', { name: `Change ${word}` }).click();
  await expect(list.dialog).toBeHidden();
  await expect(flagOf(list, theirs)).toHaveAttribute('aria-checked', String(target));
  await expect(list.row(theirs)).toHaveAttribute('data-mark', 'queued');
  await page.reload();
  await expect(flagOf(list, theirs)).toHaveAttribute('aria-checked', String(target));

  // Meanwhile, a colleague changes one of the records: it is returned, and the others are changed.
  const now = await truth.row(CHANNEL, theirs);
  expect(await truth.write('/channelLocationService/update', { ...now, canPickup: now?.canPickup !== true })).toBe(200);
  const logged = (await truth.audit(CHANNEL)).total;
  await network.online();
  await expect
    .poll(async () => (await all()).filter(row => row.canCOD !== target).map(row => row.locationId), {
      timeout: 60_000,
    })
    .toEqual([theirs]);
  expect((await truth.audit(CHANNEL)).total).toBe(logged + 1);
  await expect(flagOf(list, theirs)).toHaveAttribute('aria-checked', String(!target), { timeout: 20_000 });

  // The returned record is shown with its current values, for a decision.
  await page.goto('/queue');
  await expect(page.getByText('1 record was changed in the meantime and was left unchanged:')).toBeVisible();
  await expect(page.getByText(`changed by admin@ops.example; ${COD} is ${target ? 'No' : 'Yes'}`)).toBeVisible();
  await page.getByRole('button', { name: 'Change it anyway' }).click();
  await expect.poll(async () => (await truth.row(CHANNEL, theirs))?.canCOD, { timeout: 30_000 }).toBe(target);
  await expect(page.getByRole('button', { name: 'Revert this change' })).toHaveCount(2);

  // Undone as a single operation.
  for (const at of [1, 0]) {
    await page
      .getByRole('button', { name: 'Revert this change' })
      .nth(at === 1 ? 1 : 0)
      .click();
    await list.dialog.getByRole('button', { name: 'Revert', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Undone' })).toHaveCount(at === 1 ? 1 : 2, { timeout: 30_000 });
  }
  expect(codOf(await all())).toEqual(codOf(before));
});

test('a bulk change can be undone before it is sent, and cells are copied with their headings', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(90_000);
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await list.open({ channelId: CHANNEL, type: 0, state: STATE });
  const [first = 0, second = 0] = await list.ids();
  await settled(page);
  const before = await flagOf(list, first).getAttribute('aria-checked');
  await network.offline();
  await list.row(first).getByRole('checkbox').check();
  await list
    .row(second)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('2 selected');
  await list.row(first).focus();
  await page.keyboard.press('c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`^Location ID\\t[^\\n]*\\n${first}\\t[^\\n]*\\n${second}\\t`));
  await openChange(page, list, before === 'true' ? 'No' : 'Yes');
  await list.dialog.getByRole('button', { name: /^Change \d/ }).click();
  await expect(flagOf(list, first)).not.toHaveAttribute('aria-checked', before ?? '');
  await expect(list.row(first)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(flagOf(list, first)).toHaveAttribute('aria-checked', before ?? '');
  await expect(page.getByText(/^Undone before it was sent/)).toBeVisible();
});
