import { expect, test } from './fixtures.ts';
import { feeRow, rateCalls } from './pages/rateDraft.ts';
import { settled } from './pages/settled.ts';

/**
 * An empty draft is turned into an active version by typing and pasting, and used to quote a parcel, even while the
 * server is stopped (issue 29).
 */
test('a draft is filled in, submitted and activated, and a quote shows its calculation online and offline', async ({
  page,
  context,
  signIn,
  server,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('admin@ops.example');
  await page.goto('/opsrate/tables/channel/10028');
  await page.getByRole('button', { name: 'New Draft' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Spec prices');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Spec prices/ })).toBeVisible();
  const href = new URL(page.url()).pathname;

  await page.getByRole('tab', { name: /^Basic fees/ }).click();
  await page.getByLabel('Code of a new zone').fill('A');
  await page.getByRole('button', { name: 'Add zone' }).click();
  const fees = page.getByRole('grid', { name: 'Basic fees by zone' });
  const cell = (row: number, column: number) =>
    fees.locator(`[role="row"][aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]`);
  await cell(0, 0).click();
  await page.evaluate(() => navigator.clipboard.writeText('0\t1\t10000\n1\t2\t12.000\n2\t30\t15000\n'));
  await page.keyboard.press('Control+v');
  // In Indonesia, 12.000 can mean 12 or 12000: the person is asked, and nothing is scaled silently.
  await page.getByRole('radio', { name: /comma/ }).check();
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(cell(1, 2)).toContainText('12,000');
  await cell(0, 2).click();
  await page.keyboard.type('11000');
  await page.keyboard.press('Enter');
  await expect(cell(0, 2)).toContainText('11,000');
  await page.keyboard.press('Control+z');
  await expect(cell(0, 2)).toContainText('10,000');
  await page.keyboard.press('Control+y');
  await page.waitForTimeout(400);

  // Typed text that has not been applied survives a reload.
  await page.reload();
  await expect(cell(0, 2)).toContainText('11,000');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeHidden();

  // Nothing refers to the zone yet: the findings say so and link to it.
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const submit = page.getByRole('alertdialog');
  await expect(submit.getByRole('heading', { name: /Not complete/ })).toBeVisible();
  await submit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: /^Calculation addresses/ }).click();
  const ways = page.getByRole('grid', { name: 'Calculation addresses' });
  await ways.locator('[aria-rowindex="2"] [aria-colindex="4"]').click();
  await page.keyboard.type('ID');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(submit.getByRole('heading', { name: /^Complete/ })).toBeVisible();
  await submit.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Set Time' }).click();
  const time = page.getByRole('dialog');
  await time.getByRole('textbox', { name: 'Active from' }).fill('2026-02-30');
  await time.getByRole('button', { name: 'Set Time' }).click();
  await expect(time.getByText('Active from must be a valid day, such as 2025-01-31')).toBeVisible();
  await time.getByRole('textbox', { name: 'Active from' }).fill('2026-01-01');
  await time.getByRole('button', { name: 'Set Time' }).click();
  await expect(time.getByText(/Remark is required/)).toBeVisible();
  await time.getByRole('textbox', { name: 'Remark' }).fill('agreed with the carrier');
  await time.getByRole('button', { name: 'Set Time' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await page.goto('/opsrate/tables/quote');
  await expect(page.getByText('Choose a channel.', { exact: true })).toHaveCount(1);
  await page.goto('/opsrate/tables/quote?channelId=10028');
  const esf = page.getByRole('region', { name: /^ESF/ });
  await expect(esf.getByRole('row', { name: /^Base fee/ })).toContainText('zone A, from 1 to below 2 kg');
  await expect(esf.getByRole('row', { name: /^Total/ })).toContainText('12,000');
  await page.getByRole('textbox', { name: 'Weight', exact: true }).fill('31');
  await expect(esf).toContainText('no fee for zone A above 30 kg');
  // A day that cannot be read is not replaced by today.
  await page.getByRole('textbox', { name: 'Rate day' }).fill('2026-02-30');
  await expect(page.getByText('Correct the rate day.')).toBeVisible();
  await expect(esf).toBeHidden();
  await page.getByRole('textbox', { name: 'Rate day' }).fill('');

  // The page works even while the server is stopped, because the sealed table is on the device, and so is the console
  // once its service worker is installed.
  await settled(page);
  await server.stop();
  await page.getByRole('textbox', { name: 'Weight', exact: true }).fill('0,4');
  await expect(esf.getByRole('row', { name: /^Total/ })).toContainText('11,000');
  await expect(page).toHaveURL(/0%2C4/);
  await page.reload();
  await expect(esf.getByRole('row', { name: /^Total/ })).toContainText('11,000');
  // Somebody may have replaced or withdrawn the version since, so the page says how old its list of versions is.
  await expect(page.getByText(/^as of .*, offline$/)).toBeVisible();
  await esf.getByRole('link', { name: /^Base fee/ }).click();
  await expect(page).toHaveURL(new RegExp(`${href}\\?part=fees`));
  await expect(page.getByRole('grid', { name: 'Basic fees by zone' })).toContainText('11,000');
});

/**
 * A change applied to a draft waits on the device like any other write: it is used in quotes, merged cell by cell,
 * resolved after a conflict, and undone (OB1, OB8).
 */
test('a draft is changed and quoted offline, two people’s changes to different cells are merged, and changes to the same cell conflict', async ({
  page,
  authenticate,
  browser,
  server,
  network,
}) => {
  test.slow();
  await authenticate('id.editor@ops.example');
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await authenticate('admin@ops.example', other);
  const call = rateCalls(other);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10028, name: 'Shared' });
  const fee = (code: string, amount: number) => ({
    part: 'fees',
    base: 1_000_000,
    row: { kind: 'zone', code, start: 0, end: 30_000, fee: amount * 100_000, sides: null },
  });
  const first = { kind: 'zone', origin: '', destination: 'ID', code: 'A' };
  const made = await call<{ version: { version: number } }>('/cells/apply', {
    id,
    cells: [
      { ...fee('A', 10_000), base: 0 },
      { ...fee('B', 20_000), base: 0 },
      { part: 'addresses', base: 0, row: first },
    ],
  });
  let { version } = made.version;
  const theirs = async (code: string, amount: number) => {
    const answer = await call<{ version: { version: number } }>('/cells/apply', {
      id,
      cells: [{ ...fee(code, amount), base: version }],
    });
    ({ version } = answer.version);
  };

  await page.goto(`/opsrate/tables/quote?channelId=10028&version=${id}`);
  const esf = page.getByRole('region', { name: /^ESF/ });
  await expect(esf.getByRole('row', { name: /^Total/ })).toContainText('10,000');
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  const fees = page.getByRole('grid', { name: 'Basic fees by zone' });
  const cell = (column: number) => fees.locator(`[role="row"][aria-rowindex="2"] [aria-colindex="${column + 2}"]`);
  const apply = async (column: number, text: string) => {
    await cell(column).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeHidden();
  };
  await expect(cell(2)).toContainText('10,000');

  await network.offline();
  await apply(2, '12500');
  await expect(cell(2)).toContainText('not on the server yet');
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
  await page.getByRole('link', { name: 'Quote a parcel' }).click();
  await expect(esf.getByRole('row', { name: /^Total/ })).toContainText('12,500');
  await esf.getByRole('link', { name: /^Base fee/ }).click();
  await expect(cell(2)).toContainText('12,500');
  // A colleague changes a different cell: both changes are kept.
  await theirs('B', 21_000);
  await network.online();
  await expect(cell(2)).not.toContainText('not on the server yet', { timeout: 30_000 });
  await expect(cell(2)).toContainText('12,500');
  await expect(cell(3)).toContainText('21,000');

  // Both people change the same cell: neither value is lost, and the person decides.
  ({ version } = (
    await call<{ version: { version: number } }>('/cells/apply', { id, version: version + 1, name: 'Ours' })
  ).version);
  await expect(page.getByRole('heading', { name: /Ours/ })).toBeVisible();
  await network.offline();
  await apply(3, '25000');
  await theirs('B', 23_000);
  await network.online();
  const asks = page.getByRole('alert', { name: 'A change that needs your decision' });
  await expect(asks).toContainText('25,000 up to 30 kg by you, 23,000 up to 30 kg by them', { timeout: 30_000 });
  await asks.getByRole('button', { name: 'Keep yours' }).click();
  await expect(cell(3)).toContainText('25,000');
  await expect(cell(3)).not.toContainText('server', { timeout: 30_000 });

  // The change is reverted from the history.
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('region', { name: 'Version history' });
  await expect(history.getByRole('listitem').first()).toContainText('Fee of zone B from 0 kg');
  await history.getByRole('button', { name: 'Revert' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).click();
  await expect(cell(3)).toContainText('23,000');
  await context.close();
});

/**
 * Drags the handle at the corner of the selection: the cells below and to the right receive the selected values in a
 * single undo step (issue 29, 3).
 */
test('dragging the fill handle repeats fees down and to the right, and each fill is undone as one step @online', async ({
  page,
  authenticate,
}) => {
  test.slow();
  await authenticate('id.editor@ops.example');
  const call = rateCalls(page);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10028, name: 'Filled' });
  await call('/basic-shipping-fees/import', {
    id,
    rows: [
      feeRow('A', 0, 11_000),
      feeRow('A', 1, 12_000),
      feeRow('A', 2, 13_000),
      feeRow('B', 0, 21_000),
      feeRow('C', 0, 31_000),
    ],
  });

  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  const fees = page.getByRole('grid', { name: 'Basic fees by zone' });
  const cell = (line: number, column: number) =>
    fees.locator(`[role="row"][aria-rowindex="${line + 2}"] [aria-colindex="${column + 2}"]`);
  /**
   * The fees of the three rows for zones A, B and C as displayed in the grid, without the additional notes for screen
   * readers.
   */
  const shown = async () => {
    const lines = [];
    for (const line of [0, 1, 2]) {
      const texts = [2, 3, 4].map(async column => /^[\d,]+/.exec(await cell(line, column).innerText())?.[0] ?? '');
      lines.push(await Promise.all(texts));
    }
    return lines;
  };
  const before = [
    ['11,000', '21,000', '31,000'],
    ['12,000', '', ''],
    ['13,000', '', ''],
  ];
  await expect.poll(shown).toEqual(before);
  const dragTo = async (line: number, column: number) => {
    const handle = await fees.locator('[data-fill-handle]').boundingBox();
    const target = await cell(line, column).boundingBox();
    if (!handle || !target) throw new Error('the handle or the cell is not on the screen');
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
    await page.mouse.up();
  };

  await cell(0, 2).click();
  await dragTo(2, 2);
  const down = [before[0], ['11,000', '', ''], ['11,000', '', '']];
  await expect.poll(shown).toEqual(down);

  // After a fill, the source and the filled cells are selected together, so the next drag continues all of them to the
  // right.
  await dragTo(2, 4);
  const right = down.map(line => line?.map(() => '11,000'));
  await expect.poll(shown).toEqual(right);

  await page.keyboard.press('Control+z');
  await expect.poll(shown).toEqual(down);
  await page.keyboard.press('Control+z');
  await expect.poll(shown).toEqual(before);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await expect.poll(shown).toEqual(right);

  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeHidden();
  const stored = async () => {
    const answer = await page.request.get(`/api/rate_table/v2/basic-shipping-fees?id=${id}&count=20`, {
      headers: { 'x-ops-entity': 'ID' },
    });
    const { data } = (await answer.json()) as { data: { list: { code: string; start: number; fee: number }[] } };
    return data.list.map(({ code, start, fee }) => `${code} ${start} ${fee / 100_000}`);
  };
  await expect
    .poll(stored)
    .toEqual(['A', 'B', 'C'].flatMap(code => [0, 1000, 2000].map(start => `${code} ${start} 11000`)));
});

/** Selection and focus in the spreadsheet, where both must be the same after each action (issue 29, 3). */
test('a press on a cell selects only that cell, and the focus stays in the grid after a search, an undo and a press on a heading @online', async ({
  page,
  context,
  authenticate,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await authenticate('id.editor@ops.example');
  const call = rateCalls(page);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10028, name: 'Focused' });
  await call('/basic-shipping-fees/import', { id, rows: [0, 1, 2].map(at => feeRow('A', at, 11_000 + at)) });
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  const fees = page.getByRole('grid', { name: 'Basic fees by zone' });
  const lines = fees.locator('[role="row"]');
  const cell = (line: number, column: number) =>
    fees.locator(`[role="row"][aria-rowindex="${line + 2}"] [aria-colindex="${column + 2}"]`);
  const paste = async (text: string) => {
    await page.evaluate(own => navigator.clipboard.writeText(own), text);
    await page.keyboard.press('Control+v');
  };

  // A block is pasted, and then one value into the cell where the block began: only that cell changes.
  await cell(0, 2).click();
  await paste('1\n2\n3');
  await expect(cell(2, 2)).toContainText('3');
  await cell(0, 2).click();
  await paste('7');
  await expect(cell(0, 2)).toContainText('7');
  await expect(cell(1, 2)).toContainText('2');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(cell(2, 2)).toContainText('11,002');

  // A search moves to a cell; Escape returns to the grid, where the found cell can be edited at once.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('11,001');
  await page.keyboard.press('Enter');
  const tools = page.getByRole('toolbar', { name: /Basic fees/ });
  await expect(tools.getByRole('status')).toHaveText('1 to 2 kg, A: 11,001');
  await page.keyboard.press('Escape');
  await expect(cell(1, 2)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(cell(1, 2)).not.toContainText('11,001');
  await page.keyboard.press('Control+z');
  await expect(cell(1, 2)).toContainText('11,001');

  // Undoing a paste that added rows removes the row that has the focus; the keyboard still works.
  await expect(lines).toHaveCount(9);
  await cell(6, 0).click();
  await paste('3\t4\t100\n4\t5\t200\n5\t6\t300');
  await expect(lines).toHaveCount(12);
  await expect(page.getByText('3 rows and 3 columns selected')).toBeVisible();
  await cell(10, 2).click();
  await page.keyboard.press('Control+z');
  await expect(lines).toHaveCount(9);
  await expect(cell(7, 2)).toBeFocused();
  await page.keyboard.press('Control+y');
  await expect(lines).toHaveCount(12);
  await page.keyboard.press('Control+z');
  await expect(lines).toHaveCount(9);

  // The headings select their row or column, and Delete clears it.
  const status = page.getByText(/selected$/);
  await cell(1, -1).click();
  await expect(status).toHaveText('1 row and 3 columns selected');
  await fees.getByRole('columnheader', { name: 'A', exact: true }).click();
  await expect(status).toHaveText('8 rows and 1 column selected');
  await page.keyboard.press('Delete');
  for (const line of [0, 1, 2]) await expect(cell(line, 2)).not.toContainText('11,00');
  await page.keyboard.press('Tab');
  await expect(fees.locator(':focus')).toHaveCount(0);
});

test('each cell of a grid has its row’s heading, the line below the grid follows what happens to the cell, and Home goes to the first one @online', async ({
  page,
  authenticate,
}) => {
  await authenticate('id.editor@ops.example');
  const call = rateCalls(page);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10028, name: 'Heard' });
  await call('/basic-shipping-fees/import', { id, rows: [0, 1, 2].map(at => feeRow('A', at, 11_000 + at)) });
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  const fees = page.getByRole('grid', { name: 'Basic fees by zone' });
  const cell = (line: number, column: number) =>
    fees.locator(`[role="row"][aria-rowindex="${line + 2}"] [aria-colindex="${column + 2}"]`);
  await expect(fees.getByRole('row', { name: /^1 to 2 kg/ }).getByRole('rowheader')).toHaveText('1 to 2 kg');

  await cell(1, 1).click();
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  const said = page.getByRole('status').filter({ hasText: /^To kg/ });
  await expect(said).toHaveText('To kg must be one number with at most 3 decimal places');
  await page.keyboard.press('Delete');
  await expect(said).toHaveText('To kg is required');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(cell(1, 1)).toHaveText('2');
  await expect(said).toBeHidden();

  // Delete at the beginning of a line clears one cell, not the line.
  await page.keyboard.press('Home');
  await expect(cell(1, 0)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(cell(1, 2)).toHaveText('11,001');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Home');
  await expect(cell(0, 0)).toBeFocused();
  await page.keyboard.press('Shift+End');
  await expect(page.getByText('1 row and 3 columns selected')).toBeVisible();
  await expect(cell(0, 0)).toBeFocused();
});

test('a grid of a submitted version says why typed and pasted values are refused, and its cells can still be copied @online', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('admin@ops.example');
  await page.goto('/opsrate/tables/version/2?part=fees');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  const fees = page.getByRole('grid', { name: 'Basic fees by zone' });
  const cell = fees.locator('[role="row"][aria-rowindex="2"] [aria-colindex="4"]');
  const said = page
    .getByRole('status')
    .filter({ hasText: /^Version 2 is Active and cannot be changed\. Copy it to change its prices\.$/ });
  const refuses = async (act: () => Promise<void>) => {
    await fees.locator('[role="row"][aria-rowindex="3"] [aria-colindex="4"]').click();
    await expect(said).toBeHidden();
    await cell.click();
    await act();
    await expect(said).toBeVisible();
  };
  const before = await cell.innerText();
  for (const key of ['7', 'Delete', 'F2', 'Enter', 'Control+d']) await refuses(() => page.keyboard.press(key));
  await refuses(() => cell.dblclick());
  await page.evaluate(() => navigator.clipboard.writeText('1\t2\n'));
  await refuses(() => page.keyboard.press('Control+v'));
  expect(await cell.innerText()).toBe(before);
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(before.replace(',', ''));
  await page.getByRole('tab', { name: 'Completeness' }).click();
  await expect(
    page.getByText('Problems that this device found in the rows of this version.', { exact: true }),
  ).toBeVisible();
});

test('the price curves have gaps where there is no fee, and fit into a narrow window whatever the zones are called @online', async ({
  page,
  authenticate,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await authenticate('id.editor@ops.example');
  const call = rateCalls(page);
  const { id } = await call<{ id: number }>('/base_info/create', { channelId: 10028, name: 'Curves' });
  const long = 'Z'.repeat(60);
  const rows = [feeRow(long, 0, 11_000), feeRow(long, 1, 12_000), feeRow(long, 5, 15_000)];
  await call('/basic-shipping-fees/import', { id, rows });
  await page.goto(`/opsrate/tables/version/${id}?part=fees`);
  await page.getByRole('button', { name: 'Price curves' }).click();
  const curves = page.getByRole('region', { name: 'Price curves' });
  await expect(curves.locator('path[stroke-linecap]')).toHaveCount(2);
  for (const box of [curves.getByRole('group', { name: 'Zones to show' }), curves.getByRole('list', { name: 'Lines' })])
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await curves.getByText('Show the numbers as a table').click();
  await expect(curves.getByRole('row')).toHaveText([
    /Charged weight kg/,
    '0 to 111,000',
    '1 to 212,000',
    '2 to 5no fee',
    '5 to 615,000',
  ]);
});
