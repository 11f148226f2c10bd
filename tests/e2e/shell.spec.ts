import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

const NOT_WHITELISTED = 'Sorry, you have no whitelist permission, please contact the administrator or duty staff!';

// None of this works offline, and installing the shell takes longer than any of the tests.
test.use({ serviceWorkers: 'block' });

test('after sign-in, a deep link opens the requested URL', async ({ page }) => {
  await page.goto('/carrier/serviceable/location');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByLabel('E-mail').fill('id.viewer@ops.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('ops-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/carrier\/serviceable\/location/);
});

test('after sign-in, a URL on another site is never opened', async ({ page, baseURL, server }) => {
  const answer = await page.request.get(`${server.url}/api/login?redirect=https://example.org/`, { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()['location']).not.toContain('example.org');
  await page.goto('/login?redirect=//example.org/');
  await page.getByLabel('E-mail').fill('id.viewer@ops.example');
  await page.getByLabel('Password', { exact: true }).fill('ops-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test('a person who is not on the whitelist sees only the Not Whitelisted page, and the server refuses their calls', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('outsider@ops.example');
  await page.getByLabel('Password', { exact: true }).fill('ops-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/not-whitelisted/);
  await expect(page.getByText(NOT_WHITELISTED)).toBeVisible();
  await page.goto('/carrier/serviceable/location');
  await expect(page).toHaveURL(/\/not-whitelisted/);
  const answer = await page.request.get(`${server.url}/api/channelLocationService?channelId=10021&type=0`);
  expect(answer.status()).toBe(403);
});

test('the menu has seven groups with exactly the entries that the person may see', async ({ page, signInByForm }) => {
  await signInByForm('admin@ops.example');
  const menu = page.getByRole('navigation', { name: /menu|main/i });
  for (const name of [
    'Finance',
    'Logistics Monitoring',
    'Logistics Order Related',
    'Operation Tools',
    'SLS Old Functions',
    'Smart Routing&Allocation',
  ]) {
    await menu.getByRole('button', { name, exact: true }).click();
    await expect(menu.getByRole('listitem').filter({ hasText: name }).getByRole('link').first()).toBeVisible();
  }
  const group = menu.getByRole('button', { name: 'Logistics Product', exact: true });
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
  await menu.getByRole('link', { name: 'Channel Serviceable Area' }).click();
  await expect(page).toHaveURL(/\/carrier\/serviceable\/location/);
});

test('a viewer can read and export, and the server refuses an editor from another country', async ({
  page,
  signInByForm,
  server,
}) => {
  await signInByForm('id.viewer@ops.example');
  await page.goto(`/carrier/serviceable/location?q=${encodeURIComponent('{"channelId":10021,"type":0}')}`);
  await expect(page.locator('tr[data-row-key]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Operation History' })).toBeVisible();
  // The form's URL also explains why no form opens.
  await page.goto('/carrier/serviceable/location/create');
  await expect(page.getByText(/no form was opened, because you can view this list but not add to it/)).toBeVisible();
  await expect(page).toHaveURL(/\/carrier\/serviceable\/location\?country=ID$/);
  const body = {
    channelId: 10021,
    locationId: 1_000_004,
    type: 0,
    canDeliver: true,
    canCOD: true,
    canPickup: true,
    canCODPickup: true,
  };
  expect((await page.request.post(`${server.url}/api/channelLocationService/add`, { data: body })).status()).toBe(403);
  await page.context().clearCookies();
  await signInByForm('my.editor@ops.example');
  // The response for another country's channel is the same as for a nonexistent one.
  const foreign = await page.request.post(`${server.url}/api/channelLocationService/add`, { data: body });
  expect(foreign.status()).toBe(400);
  expect(((await foreign.json()) as { message: string }).message).toContain('10021');
});

test('the addresses of a record’s form and view open the dialog on its list, or say why they do not (G75)', async ({
  page,
  signInByForm,
}) => {
  await signInByForm('id.editor@ops.example');
  const dialog = page.getByRole('dialog');
  const answer = await page.request.get('/api/channelLocationService?channelId=10021&type=0&count=1');
  const [{ locationId } = { locationId: 0 }] = ((await answer.json()) as { data: { list: { locationId: number }[] } })
    .data.list;
  await page.goto(`/carrier/serviceable/location/edit/10021/${locationId}/0`);
  await expect(dialog.getByRole('heading', { name: 'Edit Location' })).toBeVisible();
  await expect(page.locator('tr[data-row-key]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.locator('tr[data-row-key]')).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  await page.goto('/carrier/channelConfigIntegrated/view/10022');
  await expect(dialog.getByRole('heading', { name: 'View Channel' })).toBeVisible();
  await page.goto('/carrier/serviceCodes/edit/NOPE');
  await expect(page.getByText(/the address names NOPE, which is not among the records shown here/)).toBeVisible();
  await page.context().clearCookies();
  await signInByForm('id.viewer@ops.example');
  await page.goto('/carrier/channelConfigIntegrated/edit/10021');
  await expect(page.getByText(/no form was opened, because you can view this list but not change it/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto('/carrier/nonWorkingDays/2');
  await expect(page).toHaveTitle('Non-working days - Page not found');
});

test('the addresses of the administration’s forms open them, or say why they do not (G75)', async ({
  page,
  signInByForm,
}) => {
  const dialog = page.getByRole('dialog');
  const base = '/opssystemsettingv2';
  await signInByForm('admin@ops.example');
  await page.goto(`${base}/users/edit/my.editor@ops.example`);
  await expect(dialog.getByRole('heading', { name: 'Edit User' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Malaysia Editor');
  const users = await page.request.get('/api/opa/users?q=my.editor');
  const [{ id } = { id: 0 }] = ((await users.json()) as { data: { list: { id: number }[] } }).data.list;
  await page.goto(`${base}/users/edit/${id}`);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Malaysia Editor');
  await page.goto(`${base}/entities/edit/2`);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Malaysia');
  await page.reload();
  await expect(page.getByRole('cell', { name: 'Malaysia', exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const roles = await page.request.get('/api/opa/entities/2/roles');
  const [role = { id: 0, name: '' }] = ((await roles.json()) as { data: { list: { id: number; name: string }[] } }).data
    .list;
  // A role of a country other than the current one.
  await page.goto(`${base}/roles/edit/${role.id}`);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(role.name);
  await expect(page.getByLabel('Entity', { exact: true })).toHaveValue('2');
  await page.goto(`${base}/modules/edit/1`);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Finance');
  await page.goto(`${base}/modules/edit/999999`);
  await expect(page.getByText(/Modules: the address names 999999, which is not among the records/)).toBeVisible();
  for (const [path, title] of [
    ['roles', 'Create Role'],
    ['modules', 'Create Module'],
    ['whitelist', 'Add to Whitelist'],
  ] as const) {
    await page.goto(`${base}/${path}/create`);
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  }
});

test('switching the country changes the menu and data, and unknown pages and empty mounts are reported', async ({
  page,
  signInByForm,
}) => {
  await signInByForm('admin@ops.example');
  await page.getByRole('banner').getByRole('button', { name: 'Country: Indonesia' }).click();
  await page.getByRole('option', { name: /Malaysia/ }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Country: Malaysia' })).toBeVisible();
  await page.goto('/carrier/serviceable/location');
  await page.getByRole('combobox', { name: 'Channel ID' }).fill('pos');
  await expect(page.getByRole('option', { name: /Pos Malaysia/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Pos Indonesia/ })).toHaveCount(0);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Country: Malaysia' }).click();
  await page.getByRole('option', { name: /Indonesia/ }).click();
  // A navigation would cancel the call, and the person would stay in Malaysia for the other tests.
  await expect
    .poll(async () => (await (await page.request.get('/api/v2/ops/session')).json()).data.currentEntity)
    .toBe('ID');

  await page.goto('/opsbms');
  await expect(page.getByRole('main')).toContainText('/static/opsbms/manifest.json');
  await page.goto('/no/such/page');
  await expect(page.getByRole('main')).toContainText(/no page|not found/i);
});

test('a link to a channel of another country offers to switch, or says that the person has no access there', async ({
  page,
  signInByForm,
}) => {
  await signInByForm('admin@ops.example');
  const answer = await page.request.get('/api/sls/channels?country=MY');
  const { channelId } = (await answer.json()).data.list[0] as { channelId: number };
  const link = `/carrier/serviceable/location?q=${encodeURIComponent(JSON.stringify({ channelId, type: 0 }))}`;
  await page.goto(link);
  await expect(page.getByText(`Channel ${channelId} belongs to Malaysia`)).toBeVisible();
  await page.getByRole('button', { name: 'Switch to Malaysia' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Country: Malaysia' })).toBeVisible();
  await expect(page.locator('tr[data-row-key]').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(String(channelId)));
  await page.getByRole('banner').getByRole('button', { name: 'Country: Malaysia' }).click();
  await page.getByRole('option', { name: /Indonesia/ }).click();
  await expect
    .poll(async () => (await (await page.request.get('/api/v2/ops/session')).json()).data.currentEntity)
    .toBe('ID');

  await page.context().clearCookies();
  await signInByForm('id.viewer@ops.example');
  await page.goto(link);
  await expect(page.getByText(`Indonesia has no channel ${channelId}`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Switch to/ })).toHaveCount(0);
});

test('every file of the build is served, and files with a hash in their name are cached indefinitely', async ({
  server,
}) => {
  const files = readdirSync('dist/client/static', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(entry => `${entry.parentPath.replace('dist/client', '')}/${entry.name}`);
  expect(files.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const file of files) {
    const { status, headers } = await fetch(`${server.url}${file}`, { headers: { 'accept-encoding': 'gzip, br' } });
    // The bundler puts a content hash into the names of all scripts and styles.
    const isKept = headers.get('cache-control')?.includes('immutable') ?? false;
    if (status !== 200 || isKept !== /\.(js|css)$/.test(file))
      wrong.push(`${file} ${status} ${headers.get('cache-control')}`);
  }
  expect(wrong).toEqual([]);
});

test('the shell has its title, and the product can be installed as an app', async ({ page, signInByForm, server }) => {
  await signInByForm('id.viewer@ops.example');
  // Automatic translation by the browser would change visible data and break React's updates.
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await expect(page).toHaveTitle('Ops Portal');
  const manifest = await (await page.request.get(`${server.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: 'Ops Portal', display: 'standalone', start_url: '/' });
  for (const icon of manifest.icons as { src: string }[]) {
    expect((await page.request.get(`${server.url}${icon.src}`)).status()).toBe(200);
  }
});
