import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

test.use({ viewport: { width: 390, height: 844 } });

const LOG = '/carrier/serviceable/location/log?code=channel_management.serviceable_area';

test('on a phone, no page is wider than the screen, and the breadcrumb fits on one line that ends with the current page', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate('ph.editor@ops.example');
  await list.open({ channelId: 30011, type: 0 });
  await expect(page.getByRole('list', { name: 'Location' }).getByRole('listitem').first()).toBeVisible();
  for (const path of ['', LOG, '/offline-data', '/queue', '/']) {
    if (path !== '') await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The narrowest width corresponds to a window 1280 pixels wide at 400% zoom.
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    if (path === '/') continue;
    await expect(crumbs.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
    expect((await crumbs.boundingBox())?.height, path).toBeLessThan(44);
  }
});

test('on a phone, a long text of the sync pill leaves room for the user menu', async ({ page, authenticate }) => {
  await authenticate('ph.editor@ops.example');
  await page.goto('/offline-data');
  const bar = page.locator('header').first();
  const pill = bar.locator('a[href*="/queue"]');
  await expect(pill).toHaveText('Saved');
  await pill.evaluate(link => link.lastChild?.replaceWith('12 need attention'));
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, `at ${width}`).toBeLessThanOrEqual(0);
    await expect(bar.getByRole('button', { name: 'User menu' })).toBeInViewport({ ratio: 1 });
    expect(await pill.evaluate(link => link.scrollWidth - link.clientWidth), `at ${width}`).toBe(0);
  }
});

test('on a phone, the effect of a draft on orders is read without scrolling sideways', async ({
  page,
  authenticate,
}) => {
  await authenticate('id.editor@ops.example');
  await page.goto('/opsrate/tables/version/3/what-if');
  const totals = page.getByRole('table', { name: 'Totals per zone' });
  await expect(totals.getByText('Total', { exact: true })).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const wider = await page
      .getByRole('main')
      .evaluate(main =>
        [...main.querySelectorAll('table')].map(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
      );
    expect(wider.length).toBeGreaterThan(1);
    expect(Math.max(...wider), `at ${width}`).toBeLessThanOrEqual(0);
  }
});

test('on a phone, dialog controls are 40 px high, and the buttons share the full width', async ({
  page,
  authenticate,
}) => {
  await authenticate('id.editor@ops.example');
  await page.goto('/carrier/channelConfigIntegrated');
  const card = page.locator('li[data-row-key="ID/10023"]');
  const dialog = page.getByRole('dialog').last();
  const low = async (of = dialog) => {
    await expect(of).toBeVisible();
    return of.evaluate(shown =>
      [...shown.querySelectorAll('.fui-Button, .fui-Input, select, .fui-Switch, .fui-Checkbox')]
        .filter(target => target.getBoundingClientRect().height < 40)
        .map(target => target.textContent),
    );
  };
  const width = async (of = dialog) => {
    const boxes = await of
      .locator('.fui-DialogActions > .fui-Button')
      .evaluateAll(buttons =>
        buttons.map(button => button.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })),
      );
    const lines = new Set(boxes.map(({ top }) => top)).size;
    return [lines, Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)) > 300];
  };
  await card.getByRole('button', { name: 'View', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Edit Name List' })).toBeVisible();
  await expect.poll(() => low()).toEqual([]);
  await dialog.getByRole('button', { name: 'Edit Name List' }).click();
  await expect(dialog.getByLabel('Buyer Whitelist')).toBeVisible();
  await expect.poll(() => low()).toEqual([]);
  await expect.poll(() => width()).toEqual([1, true]);
  await dialog.getByLabel('Name List').selectOption({ label: 'Blacklist' });
  await dialog.getByLabel('Buyer Whitelist').click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('alertdialog');
  await expect.poll(() => low(question)).toEqual([]);
  await expect.poll(() => width(question)).toEqual([1, true]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await card.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose Seller Location' }).click();
  await expect(dialog.getByRole('checkbox', { name: /^Banten/ })).toBeVisible();
  await expect.poll(() => low()).toEqual([]);
  await expect.poll(() => width()).toEqual([1, true]);
});

test('on a phone, cards are sorted by a selected column and direction, which are part of the URL', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  const first = page.getByRole('list', { name: 'Location' }).getByRole('listitem').first();
  await authenticate('id.editor@ops.example');
  await list.open({ channelId: 10021, type: 0, state: 'Bali' });
  await expect(first).toContainText('Bali');
  // Two filters are set, the channel and the state; the type and the switch have their default values.
  await expect(page.getByRole('button', { name: /Filters/ })).toContainText('2');

  const column = page.getByRole('combobox', { name: 'Sort by' });
  await expect(page.getByRole('button', { name: 'Ascending' })).toHaveCount(0);
  await column.selectOption({ label: 'Location ID' });
  await expect(page).toHaveURL(/[?&]sort=locationId(&|$)/);
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(page).toHaveURL(/[?&]sort=-locationId(&|$)/);
  await expect(page.getByRole('button', { name: 'Descending' })).toBeVisible();
  const ids = async () => {
    const keys = await page
      .locator('li[data-row-key]')
      .evaluateAll(rows => rows.map(row => row.getAttribute('data-row-key')));
    return keys.map(key => Number(key?.split('/')[1]));
  };
  await expect.poll(async () => (await ids()).every((id, at, all) => at === 0 || id < (all[at - 1] ?? 0))).toBe(true);
  await page.reload();
  await expect(column).toHaveValue('locationId');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Ascending' })).toBeVisible();
  await column.selectOption({ label: 'Default order' });
  await expect(page).not.toHaveURL(/sort=/);
});

/** Controls whose touch target is too small for a finger, in words. Links within a sentence or a path count as text. */
const cramped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>(
      'button, .fui-Button, input:not([type="file"]), select, textarea, [role="tab"], [role="menuitem"], [role="option"]',
    );
    return [...parts].flatMap(part => {
      if (part.closest('[aria-hidden="true"], [inert]') || getComputedStyle(part).visibility === 'hidden') return [];
      // An input's frame and the label of a switch or checkbox are part of the touch target.
      const frame = part.matches('input') ? (part.closest('label') ?? part.parentElement ?? part) : part;
      const { width, height } = frame.getBoundingClientRect();
      if (width === 0 || height === 0 || (width >= 39.5 && height >= 39.5)) return [];
      return [`${Math.round(width)} x ${Math.round(height)} ${part.ariaLabel ?? part.textContent ?? part.tagName}`];
    });
  });

test('on a phone, the controls of lists, forms and imports are at least 40 px high', async ({ page, authenticate }) => {
  const list = new LocationPage(page);
  const card = page.locator('li[data-row-key]').first();
  await authenticate('id.editor@ops.example');
  await list.open({ channelId: 10021, type: 0 });
  await expect(card).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Keep offline' })).toBeVisible();
  await expect.poll(() => cramped(page)).toEqual([]);
  // On a card, a flag is shown as a word and is changed in the form.
  await expect(card.getByRole('switch')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible();
  await expect.poll(() => cramped(page)).toEqual([]);
  // The page scrolls inside its frame, so anything wider than the frame is off screen.
  await expect.poll(() => page.getByRole('main').evaluate(main => main.scrollWidth - main.clientWidth)).toBe(0);
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeInViewport({ ratio: 1 });
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(list.dialog.getByRole('switch').first()).toBeVisible();
  await expect.poll(() => cramped(page)).toEqual([]);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(list.dialog.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await expect.poll(() => cramped(page)).toEqual([]);
  await page.goto('/');
  const link = page.getByRole('main').getByRole('link', { name: 'Channel Serviceable Area', exact: true }).first();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(39.5);
});

test('a printed list contains every row and column, but no controls that only work on a screen', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await authenticate('id.editor@ops.example');
  await list.open({ channelId: 10021, type: 0 });
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('200');
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('200');
  await expect.poll(() => list.rows.count()).toBeGreaterThan(10);
  await expect.poll(() => list.rows.count()).toBeLessThan(200);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 1050, height: 742 });
  await expect(list.rows).toHaveCount(200);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('toolbar', { name: 'Operations' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeHidden();
  // The last column is on the page, and the last row is below the first: no scroll container cuts anything off.
  const right = await page.getByRole('columnheader', { name: 'Support COD Pickup' }).boundingBox();
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(1050);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(200 * 30);
  const ink = await page.getByRole('columnheader', { name: 'State' }).evaluate(cell => getComputedStyle(cell).color);
  expect(Math.max(...(ink.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(128);

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect.poll(() => list.rows.count()).toBeLessThan(200);
});
