import type { Locator, Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { isWrite } from '../support/faultProxy.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { draftStored } from './pages/draftStored.ts';
import { LocationPage } from './pages/locationPage.ts';
import { test } from './pages/proxied.ts';
import { settled } from './pages/settled.ts';

const GOSEND = 10027;
const FLAGS = { deliver: 'Support COD Deliver', pickup: 'Support COD Pickup' };
const FILTERS = { channelId: GOSEND, type: 0 } as const;
const BUSY = /^The server is busy \(.*\)\. Your change is saved on this device and will be sent again automatically\.$/;
const ELSEWHERE = 'This form is also open in another tab. What you typed there is not shown here.';
const RESTORED = 'Your draft was restored';

const noticesOf = (page: Page): Locator => page.getByRole('region', { name: 'Notices' });
const flagOf = (list: LocationPage, name: string): Locator => list.dialog.getByRole('switch', { name, exact: true });

async function openEdit(list: LocationPage, id: number): Promise<void> {
  await list.row(id).getByRole('button', { name: 'Edit' }).click();
  await expect(flagOf(list, FLAGS.deliver)).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /account|user/i })
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

test('the draft of a form open in one tab is not affected by another tab, and is restored once the first tab is closed @online', async ({
  page,
  context,
  authenticate,
  server,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  const first = new LocationPage(page);
  await authenticate(EDITOR);
  await first.open(FILTERS);
  const [id = 0] = await first.ids();
  const before = await truth.row(GOSEND, id);
  await openEdit(first, id);
  await flagOf(first, FLAGS.deliver).press('Space');

  const second = new LocationPage(await context.newPage());
  await second.open(FILTERS);
  await second.ids();
  await openEdit(second, id);
  await expect(second.dialog.getByText(ELSEWHERE)).toBeVisible();
  await expect(second.dialog.getByText(RESTORED)).toHaveCount(0);
  await expect.poll(() => flagOf(second, FLAGS.deliver).isChecked()).toBe(before?.canCOD);
  // Of the values typed in the two tabs, only the applied one is sent.
  await flagOf(second, FLAGS.pickup).press('Space');
  await second.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(noticesOf(second.page).getByText('Edit Successfully', { exact: true })).toBeVisible();
  await expect
    .poll(() => truth.row(GOSEND, id))
    .toMatchObject({ canCOD: before?.canCOD, canCODPickup: !before?.canCODPickup });
  // After it is discarded in the second tab, the draft still exists in the first one and survives a reload there.
  await openEdit(second, id);
  await expect(second.dialog.getByText(ELSEWHERE)).toBeVisible();
  await flagOf(second, FLAGS.pickup).press('Space');
  await second.dialog.getByRole('button', { name: 'Cancel' }).click();
  await second.dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.reload();
  await first.ids();
  await openEdit(first, id);
  await expect(first.dialog.getByText(RESTORED)).toBeVisible();
  await expect.poll(() => flagOf(first, FLAGS.deliver).isChecked()).toBe(!before?.canCOD);
  // After its tab is closed, the next form of the record gets the draft.
  await page.close();
  await openEdit(second, id);
  await expect(second.dialog.getByText(RESTORED)).toBeVisible();
  await expect.poll(() => flagOf(second, FLAGS.deliver).isChecked()).toBe(!before?.canCOD);
});

test('Apply without any changes writes nothing and says so @online', async ({ page, authenticate, server }) => {
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  const [, id = 0] = await list.ids();
  const [row, log] = [await truth.row(GOSEND, id), (await truth.audit(GOSEND)).total];
  await openEdit(list, id);
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog).toBeHidden();
  await expect(noticesOf(page).getByText('Nothing was changed, so nothing was saved')).toBeVisible();
  await expect(noticesOf(page)).toContainText(String(id));
  await expect(noticesOf(page).getByText('Edit Successfully')).toHaveCount(0);
  await expect(list.pill).toHaveText('Online, all saved');
  await expect.poll(() => truth.row(GOSEND, id)).toEqual(row);
  expect((await truth.audit(GOSEND)).total).toBe(log);
});

test('a notice follows the state of its record (saved here, accepted or refused), and its Undo disappears after use', async ({
  page,
  authenticate,
  faults,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  const [, , refused = 0, kept = 0, undone = 0] = await list.ids();
  const notices = noticesOf(page);
  const flip = async (id: number) => list.edit(id, FLAGS.deliver, (await list.cell(id, FLAGS.deliver)) !== 'Yes');
  await settled(page);

  const body = JSON.stringify({ retcode: 400, message: 'Bad request.', detail: '', data: null });
  faults.fail(isWrite, { kind: 'answer', status: 400, headers: { 'content-type': 'application/json' }, body });
  await flip(refused);
  await expect(notices.getByText(/Bad request/)).toContainText(String(refused), { timeout: 15_000 });
  await expect(notices.getByText(/Successfully|Saved on this device/)).toHaveCount(0);
  await expect(notices.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  faults.heal();
  await notices.getByRole('button', { name: 'Close notice' }).click();

  faults.fail(isWrite, { kind: 'answer', status: 503, headers: {}, body: '' });
  await flip(kept);
  await expect(notices.getByText(BUSY)).toBeVisible();
  await expect(notices).toContainText(String(kept));
  await expect(notices.getByText(/Successfully/)).toHaveCount(0);
  faults.heal();
  await expect(notices.getByText('Edit Successfully', { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(notices).toContainText(String(kept));
  await expect(notices.getByText(BUSY)).toHaveCount(0);
  await expect(notices.getByText('Edit Successfully')).toHaveCount(0, { timeout: 15_000 });

  await flip(undone);
  await expect(notices.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(notices.getByText('Undone', { exact: true })).toBeVisible();
  await expect(notices).toContainText(String(undone));
  await expect(notices.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);

  // The bell still lists them after a reload, and the refusal that was read no longer counts as unread.
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notices/ });
  await bell.click();
  await page.reload();
  await expect(bell).toHaveAccessibleName('Notices');
  await bell.click();
  const history = page.getByRole('region', { name: 'Notices in this tab' });
  await expect(history.getByText(/Bad request/)).toContainText(String(refused));
  await expect(history.getByText('Edit Successfully')).toContainText(String(kept));
});

test('signing out asks about an open form, keeps its draft for the same person, and leaves no notices for the next one @online', async ({
  page,
  authenticate,
  signIn,
}) => {
  test.setTimeout(90_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  const ids = await list.ids();
  const id = ids[5] ?? 0;
  await openEdit(list, id);
  const was = await flagOf(list, FLAGS.deliver).isChecked();
  await flagOf(list, FLAGS.deliver).press('Space');
  await draftStored(page);
  await page.reload();
  await list.ids();
  await signOut(page);
  await expect(list.dialog).toContainText('1 unfinished form');
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await signOut(page);
  await list.dialog.getByRole('button', { name: /keep/ }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('notices')))).toEqual([]);

  await signIn('my.editor@ops.example');
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notices', exact: true });
  await expect(bell).toBeVisible();
  await bell.click();
  await expect(page.getByText('No notices in this tab since you signed in.')).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login/);

  await authenticate(EDITOR);
  await list.open(FILTERS);
  await list.ids();
  await openEdit(list, id);
  await expect(list.dialog.getByText(RESTORED)).toBeVisible();
  await expect.poll(() => flagOf(list, FLAGS.deliver).isChecked()).toBe(!was);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await list.dialog.getByRole('button', { name: 'Discard', exact: true }).click();
});

test('Home shows the country as ready for offline work once lists are on this device', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(90_000);
  await authenticate(EDITOR);
  await page.goto('/');
  await expect(page.getByText('No list is ready for offline work')).toBeVisible({ timeout: 30_000 });
  const list = new LocationPage(page);
  await list.open(FILTERS);
  await expect.poll(() => cachedStates(page), { timeout: 60_000 }).toMatchObject({ [`channel:${GOSEND}`]: 'ready' });
  await page.goto('/');
  await expect(page.getByText('Ready to work offline')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/The lists of 1 channel/)).toBeVisible();
});

test('notices never cover a control, however many or long they are @online', async ({ page, authenticate, faults }) => {
  test.setTimeout(90_000);
  await page.setViewportSize({ width: 1366, height: 800 });
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open(FILTERS);
  const [first = 0, second = 0, third = 0] = await list.ids();
  /** Names of the page's controls whose center is covered by another element. */
  const covered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(button, a, input, select), [role="dialog"] button')]
        .filter(control => {
          const { left, top, width, height } = control.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          // Elements scrolled out of their container are not visible.
          const area = control.closest('main')?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
          if (width === 0 || x < area.left || y < area.top || x >= area.right || y >= area.bottom) return false;
          return document.elementFromPoint(x, y)?.matches('section[aria-label="Notices"] *') === true;
        })
        .map(control => control.textContent || control.ariaLabel),
    );
  const message = 'The record is closed. '.repeat(12);
  const body = JSON.stringify({ retcode: 400, message, detail: '', data: null });
  faults.fail(isWrite, { kind: 'answer', status: 400, headers: { 'content-type': 'application/json' }, body });
  for (const id of [first, second, third]) {
    await list.edit(id, FLAGS.deliver, (await list.cell(id, FLAGS.deliver)) !== 'Yes');
  }
  await expect(noticesOf(page).getByRole('alert').first()).toBeVisible({ timeout: 15_000 });
  for (const viewport of [
    { width: 1366, height: 800 },
    { width: 1280, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(covered).toEqual([]);
  }
  faults.heal();
});
