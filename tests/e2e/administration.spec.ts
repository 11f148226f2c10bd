import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { rowAction } from './pages/rowAction.ts';

// Administration needs the server, so none of this works offline.
test.use({ serviceWorkers: 'block' });

const BASE = '/opssystemsettingv2';
const EMAIL = 'new.colleague@ops.example';
const PASSWORD = 'four quiet words here';

test('an administrator creates a user, who sets a password with the one-time link and gets the permissions of the role @online', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(300_000);
  await authenticate('admin@ops.example');
  await page.goto(`${BASE}/users/create`);
  const form = page.getByRole('dialog');
  await form.getByLabel('E-mail').fill('not an address');
  await form.getByLabel('Name').fill('New Colleague');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByText('Invalid email')).toBeVisible();
  await form.getByLabel('E-mail').fill(EMAIL);
  await form.getByRole('checkbox', { name: 'Indonesia' }).click();
  await form.getByRole('checkbox', { name: 'Operations Viewer (ID)' }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  const link = await page.getByRole('textbox', { name: 'Password link' }).inputValue();
  expect(link).toContain('/password?token=');
  // Nothing shows the link again, so a switch of the country in another window does not remove it.
  const twin = await page.context().newPage();
  await twin.goto('/');
  await twin.getByRole('banner').getByRole('button', { name: 'Country: Indonesia' }).click();
  await twin.getByRole('option', { name: /Malaysia/ }).click();
  await expect(page.locator('header').first()).toContainText('Malaysia');
  await expect(page.getByRole('textbox', { name: 'Password link' })).toHaveValue(link);
  await twin.close();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  // It says that the other window switched the country.
  await page.getByRole('button', { name: 'Close notice' }).click();
  await page.getByPlaceholder('Search...').fill('new.colleague');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const row = page.locator('[data-row-key]').filter({ hasText: EMAIL });
  await expect(row).toContainText('Operations Viewer');

  const other = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const theirs = await other.newPage();
  await theirs.goto(link);
  await theirs.getByLabel('New password', { exact: true }).fill('short');
  await theirs.getByLabel('Confirm new password').fill('short');
  await theirs.getByRole('button', { name: 'Apply' }).click();
  await expect(theirs.getByText(/at least 12 characters\. Several/).first()).toBeVisible();
  await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await theirs.getByLabel('Confirm new password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Apply' }).click();
  await theirs.getByRole('link', { name: 'Sign in' }).click();
  await theirs.getByLabel('E-mail').fill(EMAIL);
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('banner')).toBeVisible({ timeout: 20_000 });
  await theirs.goto('/carrier/serviceCodes');
  await expect(theirs.getByRole('heading', { name: 'Service Codes' })).toBeVisible({ timeout: 20_000 });
  await theirs.goto(`${BASE}/users`);
  await expect(theirs.getByText(/You do not have permission to view this page/)).toBeVisible({ timeout: 20_000 });

  await rowAction(row, 'Rights');
  const rights = page.getByRole('table', { name: 'Rights' });
  await expect(rights.getByRole('row').filter({ hasText: 'service_code.read' })).toContainText(
    'From Operations Viewer, ID.',
  );
  await expect(rights.getByRole('row').filter({ hasText: 'service_code.write' })).toContainText('does not grant');
  await page.getByRole('button', { name: 'Close' }).click();
  await rowAction(row, 'See the menu as');
  const menu = page.getByRole('table', { name: 'Menu' });
  await expect(menu).toContainText('/carrier/serviceCodes', { timeout: 20_000 });
  await expect(menu).not.toContainText('System Setting');
  await page.getByRole('button', { name: 'Close' }).click();
  await rowAction(row, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(row).toContainText('Disabled', { timeout: 20_000 });
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/, { timeout: 20_000 });
  await other.close();
});

test('a person without a country is told so, and gets access once an administrator assigns one @online', async ({
  page,
  authenticate,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  await authenticate('admin@ops.example');
  await page.goto(`${BASE}/users`);
  // Called from the console's own origin, like the console's own calls.
  const call = (method: string, path: string, body: object) =>
    page.evaluate(
      async ([verb, url, text]) => {
        const init: RequestInit = { method: verb, body: text, headers: { 'content-type': 'application/json' } };
        const answer = await fetch(`/api${url}`, init);
        return (await answer.json()) as { data: { passwordLink: string; user: { email: string } } };
      },
      [method, path, JSON.stringify(body)] as const,
    );
  const email = 'no.country@ops.example';
  const user = { email, name: 'No Country', privilege: 2, category: 0, entityIds: [], roleIds: [], whitelisted: true };
  const { data } = await call('POST', '/opa/users', user);
  await page.evaluate(
    async ([token, password]) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/v2/ops/password', { method: 'POST', body: JSON.stringify({ token, password }), headers });
    },
    [new URL(data.passwordLink, server.url).searchParams.get('token') ?? '', PASSWORD] as const,
  );
  const other = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const theirs = await other.newPage();
  await theirs.goto('/carrier/serviceCodes');
  await theirs.getByLabel('E-mail').fill(email);
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('heading', { name: 'No country' })).toBeVisible({ timeout: 20_000 });
  await expect(theirs.getByText(`You are signed in as ${email}.`, { exact: false })).toBeVisible();
  await call('PUT', `/opa/users/${email}`, { entityIds: [1] });
  // On a slow machine, the page has already noticed the change itself, and the button is gone.
  await theirs
    .getByRole('button', { name: 'Check again' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await expect(theirs.getByRole('banner')).toBeVisible({ timeout: 20_000 });
  await expect(theirs.getByText(/You do not have permission to view this page/)).toBeVisible({ timeout: 20_000 });
  await other.close();
});

test('the user list fits into a window of 1280 pixels, and shows how many entities do not fit into a row @online', async ({
  page,
  authenticate,
}) => {
  await authenticate('admin@ops.example');
  await page.goto(`${BASE}/users`);
  const row = page.locator('[data-row-key]').filter({ hasText: 'admin@ops.example' });
  const more = row.getByRole('button', { name: /^\+\d More$/ });
  await expect(more).toBeVisible();
  const cell = row.locator('td[data-col="entities"]');
  const end = async (of: typeof cell) => {
    const box = await of.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  await expect.poll(async () => (await end(more)) <= (await end(cell))).toBe(true);
  await expect
    .poll(() => page.getByRole('table').evaluate(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)))
    .toBeLessThanOrEqual(0);
  await more.click();
  await expect(page.getByRole('dialog', { name: 'Full Data' }).getByRole('listitem')).toHaveCount(8);
});

test('an administrator edits the menu tree, and changes a role after previewing the effect @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(180_000);
  await authenticate('admin@ops.example');
  await page.goto(`${BASE}/modules`);
  const tree = page.getByRole('table', { name: 'Modules' });
  const names = () => tree.locator('tbody tr td:first-child').allTextContents();
  await expect(tree).toContainText('Claims Reconciliation', { timeout: 20_000 });
  const before = await names();
  const at = before.indexOf('COD Reconciliation');
  await page.getByRole('button', { name: 'Move COD Reconciliation up' }).click();
  await expect.poll(async () => (await names()).indexOf('COD Reconciliation')).toBe(at - 1);
  // By keyboard: the button keeps the focus, so that it can be pressed repeatedly.
  const down = page.getByRole('button', { name: 'Move COD Reconciliation down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(before);
  await expect(down).toBeFocused();
  // By dragging: the entry is placed before the one onto which it is dropped.
  const row = (name: string) => tree.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
  await row('COD Reconciliation').dragTo(row('Claims Reconciliation'));
  await expect
    .poll(async () => (await names()).indexOf('COD Reconciliation'))
    .toBe(before.indexOf('Claims Reconciliation'));
  await row('Claims Reconciliation').dragTo(row('COD Reconciliation'));
  await expect.poll(names).toEqual(before);

  await page.goto(`${BASE}/roles`);
  const roles = page.getByRole('table', { name: 'Roles' });
  await roles.getByRole('row').filter({ hasText: 'Operations Viewer' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'channel management, service code: read' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 person loses 1 right and 1 page within two seconds: id.viewer.');
  // Escape leads back to the button that asked, from which Enter asks again.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('a module that an administrator hides or shows leaves or enters the open menus of all people @online', async ({
  page,
  signIn,
  server,
}) => {
  const admin = await truthAs(server.url);
  const call = async (path: string, status?: 0 | 1) => {
    const answer =
      status === undefined
        ? await admin.request.get(`${server.url}/api${path}`)
        : await admin.request.put(`${server.url}/api${path}`, { data: { status } });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const { list } = (await call('/opa/modules?count=500')) as { list: { id: number; name: string }[] };
  const module = `/opa/modules/${list.find(({ name }) => name === 'Coverage')?.id}`;
  await signIn('id.editor@ops.example');
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Coverage', exact: true });
  await page.goto('/carrier/coverage');
  await expect(entry).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('banner').getByText('Online, all saved')).toBeVisible({ timeout: 20_000 });
  try {
    await call(module, 1);
    await expect(entry).toBeHidden({ timeout: 10_000 });
  } finally {
    await call(module, 0);
  }
  await expect(entry).toBeVisible({ timeout: 10_000 });
  await admin.request.dispose();
});

test('an import of users shows the problems that the device and the server find at once, and nothing is imported before all are corrected', async ({
  page,
  authenticate,
}) => {
  await authenticate('admin@ops.example');
  await page.goto(`${BASE}/users`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Users' });
  const HEAD = 'E-mail,Name,Privilege,Category,Entities,Roles';
  const choose = (...rows: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'users.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([HEAD, ...rows].join('\n')),
    });
  await choose(
    'import.one@ops.example,One,Normal,All,ID,No Such Role',
    'import.two@ops.example,Two,Emperor,All,ID,',
    'import.three@ops.example,Three,Normal,All,ID,Operations Viewer',
  );
  await expect(dialog.getByRole('list', { name: 'Problems in the file' })).toContainText('Row 3: ');
  const effects = dialog.getByRole('table', { name: 'What happens to each user' });
  await expect(effects.getByRole('row', { name: /import\.one/ })).toContainText('There is no role "No Such Role"');
  await expect(effects.getByRole('row', { name: /import\.three/ })).toContainText('Added');
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  // The device's problem alone also prevents the import.
  await choose('import.two@ops.example,Two,Emperor,All,ID,', 'import.three@ops.example,Three,Normal,All,ID,');
  await expect(effects.getByRole('row', { name: /import\.three/ })).toContainText('Added');
  await expect(apply).toBeDisabled();
  await choose('import.two@ops.example,Two,Normal,All,ID,', 'import.three@ops.example,Three,Normal,All,ID,');
  await expect(effects.getByRole('row')).toHaveCount(3);
  await apply.click();
  // Nothing shows the links again, so a switch of the country in another window does not remove them.
  const links = page.getByRole('textbox', { name: 'Password links' });
  await expect(links).toHaveValue(/^import\.two@ops\.example\thttp.*\nimport\.three@ops\.example\thttp.*$/);
  const twin = await page.context().newPage();
  await twin.goto('/');
  await twin.getByRole('banner').getByRole('button', { name: 'Country: Indonesia' }).click();
  await twin.getByRole('option', { name: /Malaysia/ }).click();
  await expect(page.locator('header').first()).toContainText('Malaysia');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save 2 password links' }).click();
  expect((await saved).suggestedFilename()).toBe('password-links.xlsx');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(links).toHaveCount(0);
});
