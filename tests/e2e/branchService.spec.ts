import { expect, test } from './fixtures.ts';
import { violations } from './pages/violations.ts';

/**
 * Pages for pickup, timeslots, branches, shops and fee rules that are not lists of records (LCS-1 to LCS-3, SUBAPP-6,
 * RULE-5).
 */

const BASE = '/opsfe/branchservice';

test('the search finds branches that serve a place on a given day with given services, nearest first, even without the server', async ({
  page,
  signIn,
  server,
}) => {
  test.slow();
  await signIn('id.editor@ops.example');
  await page.goto(`${BASE}/settingSearch`);
  const found = page.getByRole('region', { name: 'Branches found' });
  const count = found.getByText(/^\d+ branch(es)?/).first();
  await expect(count).toContainText('22 branches', { timeout: 20_000 });
  const rows = found.getByRole('row');
  const all = await rows.count();
  await page.getByRole('checkbox', { name: 'COD' }).check();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.getByRole('textbox', { name: 'Open on' }).fill('2026-12-07');
  await page.getByRole('textbox', { name: 'Nearest to' }).fill('-6.2, 106.83');
  await expect(found.getByText(/\d (km|m)$/).first()).toBeVisible();
  const meters = async () =>
    (await found.getByRole('cell', { name: /^[\d.,]+ (km|m)$/ }).allInnerTexts()).map(text => {
      const value = Number(text.replace(/[^\d.]/g, ''));
      return text.endsWith('km') ? value * 1000 : value;
    });
  const near = await meters();
  expect(near.length).toBeGreaterThan(1);
  expect(near).toEqual([...near].sort((one, other) => one - other));
  expect(await violations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Open at' }).fill('25:00');
  await expect(page.getByText('Open at must be a time, such as 09:30').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Open at' }).fill('');

  // The query is in the URL, and the branches are on the device.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();
  await page.reload();
  await expect(found.getByText(/\d (km|m)$/).first()).toBeVisible({ timeout: 20_000 });
  expect(await meters()).toEqual(near);
});

test('timeslots are shown as a week with overlaps and gaps, and a shop’s page explains which rules apply to it @online', async ({
  page,
  authenticate,
}) => {
  test.slow();
  await authenticate('id.editor@ops.example');
  const headers = { 'x-ops-entity': 'ID', 'x-lls-resource': '2' };
  await page.goto(`${BASE}/week?channel=10021`);
  const findings = page.getByRole('region', { name: 'Overlaps and gaps' });
  await expect(findings.getByText(/12:00 to 13:00/)).toBeVisible({ timeout: 20_000 });
  await expect(findings.getByText('Overlap', { exact: true })).toHaveCount(0);
  const slot = { channelId: 10021, name: 'J&T Express', slot: 9, days: 'Mon', startTime: '11:00', endTime: '13:30' };
  const made = await page.request.post('/api/lcs/timeslot/create', {
    data: { ...slot, cutoff: '08:00', capacity: 10, status: 0 },
    headers,
  });
  expect(made.status(), await made.text()).toBe(200);
  await expect(findings.getByText('Overlap', { exact: true })).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByRole('region', { name: /^Week of channel 10021/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto('/opsasf/shops/700001');
  await expect(page.getByRole('heading', { name: /700001/ })).toBeVisible({ timeout: 20_000 });
  const rules = page.getByRole('table', { name: 'Rules that apply' });
  await expect(rules.getByRole('row', { name: /10021/ })).toContainText('group 10');
  await rules.getByRole('link', { name: /^Rules of channel 10021/ }).click();
  await expect(page.locator('[data-row-key]').first()).toBeVisible();
  await page.goto('/opsasf/shops/1');
  await expect(page.getByText('This country has no shop 1')).toBeVisible({ timeout: 20_000 });
});
