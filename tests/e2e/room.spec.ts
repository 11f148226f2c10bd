import type { Page } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { violations } from './pages/violations.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

const PATH = `/carrier/serviceable/location?q=${encodeURIComponent('{"channelId":10021,"type":0}')}&count=50`;

/** Number of rows or cards completely visible without scrolling. */
const inView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const head = document.querySelector('thead');
    const foot = document.querySelector('footer');
    const sticks = foot !== null && getComputedStyle(foot).position === 'sticky';
    const top = head?.getBoundingClientRect().bottom ?? 0;
    const bottom = Math.min(innerHeight, sticks ? foot.getBoundingClientRect().top : innerHeight);
    return [...document.querySelectorAll('[data-row-key]')].filter(row => {
      const box = row.getBoundingClientRect();
      return box.top >= top - 1 && box.bottom <= bottom + 1;
    }).length;
  });

const setDensity = async (page: Page, name: 'Comfortable' | 'Compact'): Promise<void> => {
  await page.getByRole('button', { name: 'Table settings' }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.keyboard.press('Escape');
};

test('a list shows 15 rows at 1280 x 800, 20 in compact density, five at 200 % zoom and three cards on a phone', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(list.rows).toHaveCount(50);
  // The channel's hint appears once the channels have loaded.
  await expect(page.getByRole('switch', { name: 'Keep offline' })).toBeVisible();
  await expect.poll(() => inView(page)).toBeGreaterThanOrEqual(15);
  await setDensity(page, 'Compact');
  await expect.poll(() => inView(page)).toBeGreaterThanOrEqual(20);
  await setDensity(page, 'Comfortable');
  await page.setViewportSize({ width: 640, height: 400 });
  await expect.poll(() => inView(page)).toBeGreaterThanOrEqual(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('li[data-row-key]')).toHaveCount(50);
  await expect.poll(() => inView(page)).toBeGreaterThanOrEqual(3);
});

test('at a width of 1280 offline, the hint’s values are next to its switch, and every active value is readable', async ({
  page,
  authenticate,
  network,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await list.open({ channelId: 10021, type: 0, state: 'Bali' });
  await expect(list.rows.first()).toBeVisible();
  const keep = page.getByRole('switch', { name: 'Keep offline' });
  await expect(keep).toBeVisible();
  await network.offline();
  await expect(page.getByRole('toolbar', { name: 'Operations' })).toContainText(', offline');
  const hint = page.getByRole('note', { name: 'Checks for the selected channel' });
  const edges = await hint
    .getByRole('button')
    .evaluate(pairs => [...pairs.children].map(pair => pair.getBoundingClientRect().right));
  const label = await keep.evaluate(({ parentElement }) => parentElement?.getBoundingClientRect().left ?? 0);
  expect(Math.max(...edges)).toBeLessThanOrEqual(label);
  const cut = await page
    .getByRole('search', { name: 'Filters' })
    .getByRole('button', { name: /^(Channel ID|Applicable Type|State) / })
    .evaluateAll(chips => chips.filter(chip => chip.scrollWidth > chip.clientWidth).map(chip => chip.textContent));
  expect(cut).toEqual([]);
});

test('filters collapse into chips after a search, and each chip opens its filter by click or key', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await list.open();
  const filters = page.getByRole('search', { name: 'Filters' });
  const toggle = filters.getByRole('button', { name: 'Filters', exact: true });
  const channel = filters.getByRole('combobox', { name: 'Channel ID' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await list.pick('Channel ID', '10021', /J&T Express/);
  await filters.getByRole('textbox', { name: 'Street' }).fill('a');
  await filters.getByRole('textbox', { name: 'Street' }).press('Enter');
  await expect(list.rows.first()).toBeVisible();
  await expect(channel).toBeHidden();
  await expect(toggle).toBeFocused();
  await expect(filters.getByRole('button', { name: 'Channel ID 10021 J&T Express' })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Applicable Type Standard' })).toBeVisible();
  await expect(filters.getByRole('button', { name: '+ Location ID, State, City, District' })).toBeVisible();

  await filters.getByRole('button', { name: 'Street a', exact: true }).click();
  await expect(filters.getByRole('textbox', { name: 'Street' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(channel).toBeHidden();
  await page.keyboard.press('/');
  await expect(channel).toBeFocused();
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(channel).toBeHidden();

  await filters.getByRole('button', { name: 'Remove Street' }).click();
  await expect(page).not.toHaveURL(/street/);
  await expect(filters.getByRole('button', { name: 'Street a', exact: true })).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await page.goBack();
  await expect(filters.getByRole('button', { name: 'Street a', exact: true })).toBeVisible();
});

test('the channel hint is a single line, and a click expands it', async ({ page, authenticate }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await page.goto(PATH);
  const hint = page.getByRole('note', { name: 'Checks for the selected channel' });
  const button = hint.getByRole('button');
  await expect(button).toHaveAttribute('title', /^Serviceable Area Check: .+, Zone\/Route Restriction Check: .+$/);
  expect((await hint.boundingBox())?.height).toBeLessThanOrEqual(36);
  await button.click();
  const cut = await hint
    .locator('span')
    .evaluateAll(spans => spans.filter(span => span.scrollWidth > span.clientWidth + 1).length);
  expect(cut).toBe(0);
});

test('the longest hint does not overlap the switch next to it in any window', async ({ page, authenticate }) => {
  await authenticate(EDITOR);
  // The zone level of this channel has the longest name.
  await page.goto(`/carrier/serviceable/zone-limit?q=${encodeURIComponent('{"channelId":10026,"applicableType":0}')}`);
  const hint = page.getByRole('note', { name: 'Checks for the selected channel' });
  await expect(hint.getByText('Zone (District)')).toBeVisible();
  for (const width of [320, 360, 390, 430, 480, 700, 900, 1000, 1100, 1199, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const gap = () =>
      hint.evaluate(note => {
        const words = [...note.querySelectorAll('button span')].map(span => span.getBoundingClientRect().right);
        const control = note.querySelector('input')?.getBoundingClientRect().left ?? 0;
        const end = note.lastElementChild?.getBoundingClientRect().right ?? Infinity;
        return end <= note.getBoundingClientRect().right + 1 ? control - Math.max(...words) : -Infinity;
      });
    await expect.poll(gap, String(width)).toBeGreaterThanOrEqual(4);
    await hint.getByRole('button').click();
    await expect.poll(gap, `${width}, expanded`).toBeGreaterThanOrEqual(4);
    await hint.getByRole('button').click();
  }
});

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const ASIDE = ['Channel ID', 'Channel Name', 'Applicable Type'];

test('at a width of 1280, all four flags are visible, and columns made constant by a filter are hidden until a click shows them', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(list.rows).toHaveCount(50);
  const action = await header(page, 'Action').boundingBox();
  for (const flag of ['Support Deliver', 'Support COD Deliver', 'Support Pickup', 'Support COD Pickup']) {
    const box = await header(page, flag).boundingBox();
    expect((box?.x ?? 9999) + (box?.width ?? 0), flag).toBeLessThanOrEqual((action?.x ?? 0) + 1);
    // Headings keep the wording of the documents, on two lines.
    expect(box?.height).toBeLessThanOrEqual(40);
  }
  for (const name of ASIDE) await expect(header(page, name)).toHaveCount(0);
  // The values fixed by filters are completely visible above the table, as wide as in a wide window.
  const chips = () =>
    page
      .getByRole('search', { name: 'Filters' })
      .getByRole('button', { name: /^(Channel ID|Applicable Type) / })
      .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().width));
  // On a first visit, the channel's name arrives after its rows.
  await expect(page.getByRole('button', { name: /^Channel ID 10021 ./ })).toBeVisible();
  const narrow = await chips();
  expect(narrow).toHaveLength(2);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(header(page, 'Channel Name')).toBeVisible();
  expect(narrow).toEqual(await chips());
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: '3 hidden columns' }).click();
  for (const name of ASIDE) await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  for (const name of ASIDE) await expect(header(page, name)).toBeVisible();
  await page.reload();
  await expect(header(page, 'Channel Name')).toBeVisible();
  await page.getByRole('button', { name: 'Table settings' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Channel Name' }).click();
  await page.keyboard.press('Escape');
  await expect(header(page, 'Channel Name')).toHaveCount(0);
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const name of ASIDE) await expect(header(page, name)).toBeVisible();
});

test('columns do not move when the page is turned, and a truncated name keeps its end and shows its full text on demand', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(list.rows).toHaveCount(50);
  const places = () =>
    page.getByRole('columnheader').evaluateAll(cells => cells.map(cell => Math.round(cell.getBoundingClientRect().x)));
  const before = await places();
  for (const from of [51, 101, 151]) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(list.footer).toHaveText(new RegExp(`^Showing ${from} to`));
    await expect.poll(() => places()).toEqual(before);
  }
  await setDensity(page, 'Compact');
  const cut = page.locator('[data-cut]').first();
  await expect(cut).toBeVisible();
  const { whole, full, overflows } = await cut.evaluate((cell: HTMLElement) => ({
    whole: cell.textContent,
    full: cell.dataset['full'],
    overflows: cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 6,
  }));
  expect([whole, overflows]).toEqual([full, false]);
});

test('the first column and the actions stay in place while a wide table is scrolled sideways', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(list.rows).toHaveCount(50);
  const cells = list.rows.first().locator('td');
  const placesOf = () =>
    cells.evaluateAll(all =>
      all.map(cell => ({ x: cell.getBoundingClientRect().left, place: getComputedStyle(cell).position })),
    );
  // If all columns fit, none has to be sticky.
  await expect.poll(async () => new Set((await placesOf()).map(({ place }) => place))).toEqual(new Set(['relative']));

  await page.setViewportSize({ width: 800, height: 800 });
  await expect.poll(async () => (await placesOf()).map(({ place }) => place).slice(0, 2)).toEqual(['sticky', 'sticky']);
  const before = await placesOf();
  const scrolled = await page
    .getByRole('table')
    .evaluate(({ parentElement: scroller }) => (scroller === null ? 0 : (scroller.scrollLeft = 90)));
  expect(scrolled).toBe(90);
  const moves = async () => (await placesOf()).map(({ x }, at) => Math.round((before[at]?.x ?? 0) - x));
  await expect.poll(async () => (await moves())[2]).toBe(90);
  const held = await moves();
  expect([held[0], held[1], held.at(-1)]).toEqual([0, 0, 0]);
});

test('columns are resized, moved and frozen by mouse and keyboard, and keep their layout', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(list.rows).toHaveCount(50);
  const widthOf = async (name: string) => Math.round((await header(page, name).boundingBox())?.width ?? 0);
  const edge = page.getByRole('separator', { name: 'Width of City' });
  const before = await widthOf('City');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before));
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 64, (box?.y ?? 0) + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf('City')).toBe(before + 60);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 68));
  await expect(edge).toBeFocused();
  // Dragging the edge does not sort.
  await expect(page).not.toHaveURL(/sort=/);

  const headings = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim()).filter(text => text !== '');
  await header(page, 'Street').dragTo(header(page, 'City'));
  await expect.poll(async () => (await headings()).slice(0, 4)).toEqual(['Location ID', 'State', 'Street', 'City']);
  await page.getByRole('button', { name: 'Table settings' }).click();
  await page.getByRole('menuitem', { name: /Arrange columns/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Arrange columns' });
  await dialog.getByRole('button', { name: 'Move Street left' }).press('Enter');
  await dialog.getByRole('button', { name: 'Freeze up to State' }).press('Enter');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => (await headings()).slice(0, 3)).toEqual(['Location ID', 'Street', 'State']);
  await page.reload();
  await expect(list.rows).toHaveCount(50);
  expect((await headings()).slice(0, 3)).toEqual(['Location ID', 'Street', 'State']);
  await expect.poll(() => widthOf('City')).toBe(before + 68);
  const frozen = (name: string) => header(page, name).evaluate(cell => cell.style.left !== '');
  expect([await frozen('State'), await frozen('City')]).toEqual([true, false]);
  await edge.press('Enter');
  await page.getByRole('button', { name: 'Table settings' }).click();
  await page.getByRole('menuitem', { name: /Arrange columns/ }).click();
  await dialog.getByRole('button', { name: 'Reset columns' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => (await headings()).slice(0, 4)).toEqual(['Location ID', 'State', 'City', 'District']);
});

test('a printed list shows the country, the person and the active filters, but no empty inputs', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await page.goto(PATH);
  await expect(list.rows).toHaveCount(50);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Indonesia, id\.editor@ops\.example, \d{4}-\d{2}-\d{2} /)).toBeVisible();
  const filters = page.getByRole('search', { name: 'Filters' });
  await expect(filters.getByText('10021 J&T Express')).toBeVisible();
  for (const name of ['Search', 'Reset', 'Filters']) {
    await expect(filters.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(filters.locator('input:visible, select:visible')).toHaveCount(0);
});
