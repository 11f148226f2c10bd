import { EDITOR } from '../support/accounts.ts';
import { expect, test } from './fixtures.ts';
import { cachedStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';
import { rowAction } from './pages/rowAction.ts';

/** "Is this address served, and why?" and "Coverage at a glance", used as a person would. */

/** A channel whose addresses are checked by postcode. */
const POS = 10028;
const ADDRESS = 'Coblong, Bandung 40132';

test('an address that is not served is explained, and the answer changes after its record is fixed, with the server stopped', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(240_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await page.goto(`/carrier/serviceability?address=${encodeURIComponent(ADDRESS)}`);
  const row = page.locator(`tr[data-owner="channel:${POS}"]`);
  // The address is looked up among the country's places, which must first be loaded onto this device.
  await expect(page.getByText(/Kota Bandung > Coblong \(\d+\), postcode 40132/)).toBeVisible({ timeout: 90_000 });
  await expect(row.getByText('Answered by the server')).toBeVisible({ timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
  const keep = page.getByRole('button', { name: /^Keep (it|all \d+) offline$/ });
  await keep.first().click();
  await expect.poll(async () => (await cachedStates(page))[`channel:${POS}`], { timeout: 120_000 }).toBe('ready');
  await expect(row.getByText('Postcode', { exact: true })).toBeVisible({ timeout: 30_000 });
  await settled(page);
  await network.offline();

  await page.reload();
  await expect(row.getByText('Postcode', { exact: true })).toBeVisible({ timeout: 30_000 });
  await row.getByRole('button').press('Enter');
  const steps = page.getByRole('region', { name: "As the buyer's address" });
  // The demo may already contain a record for this postcode, so that the default was not used.
  const add = steps.getByRole('button', { name: 'Add Postcode' });
  await expect(steps.getByText('Postcode 40132 has')).toBeVisible();
  if ((await add.count()) > 0) {
    await expect(steps).toContainText('has no record of type Standard, so the default is returned');
    await add.press('Enter');
    // The list's own code is loaded along with its first dialog.
    await expect(list.dialog.getByRole('textbox', { name: /Postcode/ })).toHaveValue('40132', { timeout: 30_000 });
    await list.dialog.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(list.dialog).toBeHidden();
  }
  await expect(steps).toContainText('Postcode 40132 has a record');
  const says = async () => (await steps.getByText('Postcode 40132 has a record').innerText()).includes('Deliver Yes');
  const before = await says();
  // Does not use Enter: so soon after the previous Enter, it would belong to the gesture that closed the previous
  // dialog (ui/oneGesture).
  await steps.getByRole('button', { name: 'Edit' }).last().click();
  await list.dialog.getByRole('switch', { name: 'Support Deliver' }).press('Space');
  await list.dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(list.dialog).toBeHidden();
  await expect.poll(says).toBe(!before);
  await expect(row.getByRole('cell').nth(1)).toContainText(before ? 'No' : 'Yes');
  await expect(page).toHaveURL(/serviceability/);

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  const answer = await page.request.post('/api/v2/ops/serviceability/check', {
    data: { addresses: [{ text: ADDRESS }], channelIds: [POS] },
  });
  const { data } = (await answer.json()) as { data: { list: { results: { deliver: string }[] }[] } };
  expect(data.list[0]?.results[0]?.deliver).toBe(before ? 'no' : 'yes');
});

test("a list row links to the address check, which opens with the row's address filled in @online", async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: 10021, type: 0 });
  const [first = 0] = await list.ids();
  await rowAction(page.locator('tr[data-row-key]').first(), 'Check this address');
  await expect(page).toHaveURL(new RegExp(`serviceability\\?address=${first}&open=channel(:|%3A)10021`));
  await expect(page.getByText(new RegExp(`\\(${first}\\)`)).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: "As the buyer's address" })).toBeVisible({ timeout: 30_000 });
});

test('the address check shows whether J&T serves Coblong, Bandung, and when a parcel handed over on Friday evening arrives @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(150_000);
  await authenticate(EDITOR);
  await page.goto(`/carrier/serviceability?address=${encodeURIComponent('Coblong, Bandung')}`);
  const row = page.locator('tr[data-owner="channel:10021"]');
  await row.getByRole('button').first().click({ timeout: 90_000 });
  const arrival = page.getByRole('region', { name: 'Arrival' });
  await expect(arrival.getByText(/^\w{3} \d{4}-\d\d-\d\d/).first()).toBeVisible({ timeout: 90_000 });
  await arrival.getByLabel('Handed over on').fill('2026-11-27');
  await arrival.getByLabel('Handed over at').fill('06:00');
  await expect(arrival).toContainText('Handed over on Fri 2026-11-27 at 06:00, by the cutoff hour');
  await arrival.getByLabel('Handed over at').fill('23:30');
  await expect(arrival).toContainText('at 23:30, after the cutoff hour');
  await expect(arrival).toContainText('It starts on');
  expect(await violations(page)).toEqual([]);
});

test('the coverage page shows all levels, a chart that can be operated by keyboard, and counts that link to the filtered list @online', async ({
  page,
  authenticate,
}) => {
  test.setTimeout(120_000);
  await authenticate(EDITOR);
  await page.goto('/carrier/serviceable/location?q=%7B%22channelId%22:10021,%22type%22:0%7D');
  await expect.poll(async () => (await cachedStates(page))['channel:10021'], { timeout: 90_000 }).toBe('ready');
  await page.goto('/carrier/coverage?channel=10021');
  await expect(page.getByRole('table', { name: 'Coverage by level' }).getByRole('row')).toHaveCount(5, {
    timeout: 30_000,
  });
  expect(await violations(page)).toEqual([]);
  const picture = page.getByRole('toolbar', { name: 'Deliver by place' });
  const first = picture.getByRole('button').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  const below = picture.locator('button:focus');
  const name = ((await below.getAttribute('title')) ?? '').split(':')[0] ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name, exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/place=\d+/);
  await page.getByRole('table', { name: 'Coverage by place' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/serviceable\/location\?q=.*city/);
});

test('coverage of a past day is opened from the log, and a comparison includes a change while it is pending and once it is applied, also for a 3PL', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: 10021, type: 0 });
  await expect.poll(async () => (await cachedStates(page))['channel:10021'], { timeout: 90_000 }).toBe('ready');
  await settled(page);
  const address = '/carrier/coverage?channel=10021&day=2026-01-01';
  const against = page.getByText(/^Deliver: .* for 2026-01-01: /);
  await page.goto(address);
  await expect(against).toContainText('no difference', { timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Worth a look, compared with 2026-01-01' })).toBeVisible();

  // A pending flag is counted immediately; a comparison with the log uses the time at which it was sent.
  await list.open({ channelId: 10021, type: 0 });
  const flag = list.rows.first().locator('td[data-col="canDeliver"]').getByRole('switch');
  const was = await flag.getAttribute('aria-checked');
  await network.offline();
  await flag.click();
  await expect(flag).not.toHaveAttribute('aria-checked', was ?? '');
  // The value is painted before it is stored, and leaving the page immediately would prevent it from being stored.
  await expect(list.pill).toHaveText(/1 change waiting/);
  await page.goto(address);
  await expect(page.getByText(/The log is on the server, which cannot be reached now/)).toBeVisible({
    timeout: 30_000,
  });
  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 60_000 });
  await expect(against).toContainText(was === 'true' ? /1 fewer/ : /1 more|no difference/, { timeout: 30_000 });

  await page.goto('/carrier/coverage?of=3pl&channel=501');
  await page.getByRole('button', { name: 'Keep 3PL 501 offline' }).click();
  await expect(page.getByRole('table', { name: 'Coverage by level' })).toBeVisible({ timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('table', { name: 'Coverage by place' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/serviceable3pl\/destination-location\?q=.*threePlId/);
});
