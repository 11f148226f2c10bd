import { request, type APIRequestContext, type Page } from 'playwright/test';
import type { ChannelConfigRow } from '../../src/contract/resources/channelConfig.ts';
import { LIVE_CONFIRMATION } from '../../src/domain/channelConfig/channel.ts';
import { ServerTruth } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { settled } from './pages/settled.ts';
import { violations } from './pages/violations.ts';

/**
 * Compares two channels side by side and, offline, copies a group of one channel's settings to others as an operation
 * that can be undone.
 */
const PATH = '/carrier/channelConfigIntegrated';
const [SOURCE, TARGET, THEIRS] = [10021, 10022, 10023];

const stored = async (api: APIRequestContext, channelId: number): Promise<ChannelConfigRow> => {
  const answer = await api.get(`/api/sls/channelConfig/list?channelId=${channelId}`);
  return ((await answer.json()) as { data: { list: [ChannelConfigRow] } }).data.list[0];
};
const rowOf = (page: Page, id: number) => page.locator(`tr[data-row-key="ID/${id}"]`);

test('channels are compared and a settings group is copied offline, a colleague’s change requires a review, and the rest is undone as one operation', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(180_000);
  const api = await request.newContext({ baseURL: server.url });
  const truth = await new ServerTruth(api, server.url).signIn('admin@ops.example');
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  await expect(rowOf(page, SOURCE)).toBeVisible();
  await expect.poll(async () => (await entityStates(page))['channelConfigs'], { timeout: 60_000 }).toBe('ready');
  await settled(page);
  const source = await stored(api, SOURCE);
  for (const max_distance of [76_000, 77_000])
    for (const id of [THEIRS, TARGET])
      expect(await truth.write('/sls/channelConfig/order', { ...(await stored(api, id)), max_distance })).toBe(200);
  const before = await stored(api, TARGET);
  expect(source.max_distance).not.toBe(before.max_distance);

  // One channel at two times: after the first of the two writes, and now.
  await rowOf(page, TARGET).press('h');
  const history = page.getByRole('complementary', { name: 'History' });
  await history.getByRole('listitem').nth(1).getByRole('button', { name: 'Compare with now' }).click();
  await expect(page.getByText(/^1 setting differs in 1 group/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Order Limit' });
  await expect(table.getByRole('columnheader').last()).toHaveText(/, now$/);
  // Even if both writes happened in the same second, their times are distinguishable, each with its changes.
  const times = page.getByLabel('Channel: as of').getByRole('option');
  const texts = await times.allInnerTexts();
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter(text => text.includes(': Max Distance, by admin@ops.example'))).toHaveLength(2);
  await expect(table.getByRole('row', { name: /^Max Distance/ })).toHaveText('Max Distance7677');
  await page.goBack();
  await settled(page);

  // Two selected rows can be compared, even offline, from the cache.
  await network.offline();
  for (const id of [SOURCE, TARGET]) await rowOf(page, id).getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Compare Channels' })).toBeVisible();
  await expect(page.getByText(/^\d+ settings? differs? in/)).toBeVisible();
  const limits = page.getByRole('table', { name: 'Order Limit' });
  await expect(limits.getByRole('row', { name: /^Max Distance/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show equal settings of Name List' }).click();
  await expect(page.getByRole('button', { name: 'Hide equal settings of Name List' })).toBeVisible();

  // The comparison links to the copy; meanwhile, a colleague changes a third channel.
  await page.getByRole('button', { name: `Copy from ${SOURCE} to ${TARGET} ...` }).click();
  await page.getByLabel('Settings group').selectOption({ label: 'Order Limit' });
  await page.getByLabel('Search channels').fill(String(THEIRS));
  await page.getByRole('checkbox', { name: new RegExp(`^${THEIRS} `) }).check();
  await expect(page.getByText('2 channels change', { exact: true })).toBeVisible();
  const preview = page.getByRole('region', { name: `Channel ${TARGET}`, exact: true });
  await expect(preview.getByText('Max Distance')).toBeVisible();
  await preview.getByRole('button', { name: /^Who is affected/ }).click();
  await expect(preview.getByText('These settings do not affect which addresses are served.')).toBeVisible({
    timeout: 30_000,
  });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy to 2 channels' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(LIVE_CONFIRMATION)).toBeVisible();
  await expect(
    question.getByRole('listitem').filter({ hasText: /^Max Distance becomes .* in 2 channels$/ }),
  ).toHaveCount(1);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toHaveCount(0);
  const theirs = await stored(api, THEIRS);
  const { version } = theirs;
  expect(
    await truth.write('/sls/channelConfig/return', { channelId: THEIRS, version, return_flag: 1 - theirs.return_flag }),
  ).toBe(200);
  await network.online();
  await expect
    .poll(async () => (await stored(api, TARGET)).max_distance, { timeout: 60_000 })
    .toBe(source.max_distance);
  expect((await stored(api, THEIRS)).max_distance).toBe(theirs.max_distance);

  await page.goto('/queue');
  await expect(page.getByText('1 record was changed in the meantime and was left unchanged:')).toBeVisible();

  // The log shows the copy as a single operation with its group and channels. Undoing it requires the same confirmation
  // as any change to the live environment.
  await page.goto(`${PATH}/log?code=channel_management.channel_config_integrated`);
  const copied = `Order Limit copied from channel ${SOURCE} to ${TARGET}`;
  const entry = page.locator('tr[data-row-key]').first();
  await expect(entry).toContainText(copied);
  await entry.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('definition').filter({ hasText: /^Order Limit$/ })).toBeVisible();
  await expect(details.getByRole('definition').filter({ hasText: new RegExp(`^${SOURCE}$`) })).toBeVisible();
  await expect(details.getByRole('definition').filter({ hasText: new RegExp(`^${TARGET}$`) })).toBeVisible();
  await details.getByRole('button', { name: 'Revert this change' }).click();
  await expect(question.getByText(LIVE_CONFIRMATION)).toBeVisible();
  const becomes = question.getByRole('row', { name: new RegExp(`${TARGET}`) });
  await expect(becomes).toContainText(/Max Distance: \S+.*77/);
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Revert', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeVisible({ timeout: 30_000 });
  const { version: _version, updatedBy: _by, updatedAt: _at, ...values } = before;
  await expect.poll(() => stored(api, TARGET)).toMatchObject(values);

  // Undoing the undo puts the copy back into effect, and the log has all three entries.
  await undo.click();
  await expect(page.getByText('The change is in effect again')).toBeVisible({ timeout: 30_000 });
  expect((await stored(api, TARGET)).max_distance).toBe(source.max_distance);
  await page.goto(`${PATH}/log?code=channel_management.channel_config_integrated`);
  await expect(page.locator('tr[data-row-key]').nth(0)).toContainText(`${copied} (in effect again)`);
  await expect(page.locator('tr[data-row-key]').nth(1)).toContainText(`${copied} (undone)`);

  // The queue shows the current state of the copy, and undoes it once more.
  await page.goto('/queue');
  await page.getByRole('button', { name: 'Revert this change' }).click();
  await question.getByRole('button', { name: 'Revert', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undone' })).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => stored(api, TARGET)).toMatchObject(values);
});
