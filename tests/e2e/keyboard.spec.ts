import type { Locator, Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';

/**
 * A day's work using only the keyboard. The helpers only press keys and read the page; none of these tests clicks or
 * moves the focus by script.
 */

test.use({ serviceWorkers: 'block' });

const CHANNEL = 10021;
const COD = 'Support COD Deliver';

type Way = 'Tab' | 'Shift+Tab' | 'ArrowRight';

/**
 * Presses Tab, or another key that moves the focus, until an element has it; fails after more presses than a person
 * would make.
 */
async function tabTo(page: Page, part: Locator, by: Way = 'Tab'): Promise<void> {
  await expect(part).toBeVisible();
  const path: string[] = [];
  for (let press = 0; press < 80; press++) {
    if (await part.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press(by);
    path.push(
      await page.evaluate(() => {
        const here = document.activeElement;
        return here?.getAttribute('aria-label') ?? here?.textContent?.slice(0, 30) ?? '';
      }),
    );
  }
  throw new Error(`${String(part)} is not reached by ${by}: ${path.join(' > ')}`);
}

const press = async (page: Page, part: Locator, key = 'Enter', by: Way = 'Tab'): Promise<void> => {
  await tabTo(page, part, by);
  await page.keyboard.press(key);
};

test('a workday from sign-in to the queue can be completed using only the keyboard: list, filter, select, bulk change, form, history, revert, import, log', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const list = new LocationPage(page);
  const { dialog } = list;
  await page.goto('/carrier/serviceable/location');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(EDITOR);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');

  // The filters: first a channel, then some text.
  await expect(page.getByRole('tab', { name: 'Location' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Channel ID' })).toBeFocused();
  await page.keyboard.type(String(CHANNEL));
  await expect(page.getByRole('option', { name: /J&T Express/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list.rows).toHaveCount(10);
  // A second Enter triggers Search, which collapses the filters.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Channel ID' })).toBeHidden();
  const [first = 0, second = 0] = await list.ids();
  await page.keyboard.press('f');
  await page.keyboard.type(String(second));
  await expect(list.rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(list.rows).toHaveCount(10);

  // Selects two rows and changes them together.
  await tabTo(page, list.row(first));
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toContainText('2 selected');
  const was = await list.cell(first, COD);
  const target = was === 'Yes' ? 'No' : 'Yes';
  await press(page, bar.getByRole('button', { name: 'Change', exact: true }));
  await tabTo(page, dialog.getByLabel(COD));
  await page.keyboard.press(target === 'Yes' ? 'y' : 'n');
  await press(page, dialog.getByRole('button', { name: /^Change \d/ }));
  await expect(dialog).toBeHidden();
  await expect.poll(() => list.cell(first, COD), { timeout: 20_000 }).toBe(target);
  // The focus is still in the rows, which can be changed again once the change has been sent.
  await expect(bar).toBeHidden();
  await expect(list.row(second)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(list.row(first)).toBeFocused();
  await expect(list.row(first)).not.toHaveAttribute('data-mark', { timeout: 20_000 });

  // Edits the row in its form.
  const picks = await list.cell(first, 'Support Pickup');
  const imported = (await list.cell(second, 'Support Pickup')) === 'Yes' ? 'No' : 'Yes';
  await page.keyboard.press('Enter');
  const pickup = dialog.getByRole('switch', { name: 'Support Pickup', exact: true });
  await press(page, pickup, 'Space');
  await press(page, dialog.getByRole('button', { name: 'Apply' }));
  await expect(dialog).toBeHidden();
  // No key press after the Enter is lost: the next row's form opens immediately.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(list.row(second)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(list.row(first)).toBeFocused();
  await expect.poll(() => list.cell(first, 'Support Pickup')).not.toBe(picks);
  await expect(list.pill).toHaveText(/all saved/, { timeout: 20_000 });

  // The panel shows who changed the record, and the form's write is reverted.
  await page.keyboard.press('h');
  const history = page.getByRole('complementary', { name: 'History' });
  const changes = history.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.first()).toContainText('Support Pickup');
  const count = await changes.count();
  await press(page, changes.first().getByRole('button', { name: 'Revert' }));
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }));
  await expect(changes).toHaveCount(count + 1, { timeout: 20_000 });
  await press(page, history.getByRole('button', { name: 'Close history' }), 'Enter', 'Shift+Tab');
  await expect(history).toBeHidden();
  await expect(list.row(first)).toBeFocused();

  // If the file has no errors, Enter applies it.
  await page.keyboard.press('i');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused();
  const row = `${CHANNEL},Standard,${second},Yes,${target},${imported},No,1`;
  await page.getByLabel('Files to import').setInputFiles({
    name: 'areas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Channel ID,Applicable Type,Location ID,Support Deliver,${COD},Support Pickup,Support COD Pickup,Action Code\n${row}\n`,
    ),
  });
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeFocused({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Upload Successfully')).toBeVisible({ timeout: 20_000 });
  await expect(dialog).toBeHidden();

  // The log, filtered by the record, and back.
  await press(page, page.getByRole('link', { name: 'Operation History', exact: true }), 'Enter', 'Shift+Tab');
  await expect(page.getByRole('columnheader', { name: 'Operation Type' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('Record ID')).toBeFocused();
  await page.keyboard.type(String(second));
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`${second}`)).first()).toBeVisible();
  await tabTo(page, page.locator('tr[data-row-key]').first());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The command palette opens the queue, and the import is undone.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('changes on this device');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/queue/);
  await tabTo(page, page.getByRole('button', { name: 'Revert this import' }));
});

test('cells are edited and a deletion is undone using only the keyboard', async ({ page, authenticate }) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await page.goto(
    `/carrier/serviceable/zone-limit?q=${encodeURIComponent(JSON.stringify({ channelId: CHANNEL, applicableType: 0 }))}`,
  );
  await expect(list.rows.nth(2)).toBeVisible();
  const keys = await list.rows.evaluateAll(rows => rows.map(row => row.getAttribute('data-row-key') ?? ''));
  const rowOf = (at: number) => page.locator(`tr[data-row-key="${keys[at]}"]`);
  const zoneOf = (at: number) => rowOf(at).locator('td[data-col="zone"]');
  const saved = () => expect(list.pill).toHaveText(/all saved/, { timeout: 20_000 });
  const [before, below] = [await zoneOf(0).innerText(), await zoneOf(1).innerText()];

  // Types into two cells, one below the other, at full speed: no key press waits for the effect of the previous one.
  await tabTo(page, rowOf(0));
  await tabTo(page, zoneOf(0), 'ArrowRight');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Zone Code' }).last()).toBeFocused();
  await page.keyboard.type('KEYS-1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.keyboard.type('KEYS-2');
  await page.keyboard.press('Enter');
  await expect(zoneOf(0)).toHaveText('KEYS-1');
  await expect(zoneOf(1)).toHaveText('KEYS-2');
  await expect(zoneOf(1)).toBeFocused();
  await saved();

  // The row disappears, and the focus moves to the next one.
  await page.keyboard.press('Escape');
  await expect(rowOf(1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, list.dialog.getByRole('button', { name: 'Confirm' }), 'Enter', 'Shift+Tab');
  await expect(rowOf(1)).toHaveCount(0, { timeout: 20_000 });
  await expect(rowOf(2)).toBeFocused();
  await saved();

  // All three changes are undone, most recent first.
  await page.keyboard.press('Control+z');
  await expect(zoneOf(1)).toHaveText('KEYS-2', { timeout: 20_000 });
  await saved();
  for (const [at, text] of [
    [1, below],
    [0, before],
  ] as const) {
    await page.keyboard.press('Control+z');
    await expect(zoneOf(at)).toHaveText(text, { timeout: 20_000 });
    await saved();
  }
});
