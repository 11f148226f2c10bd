import { EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const COLLEAGUE = 'admin@ops.example';

test('edits made online and offline by an operator, with a reload in between, reach the server, the log and a colleague', async ({
  page,
  signIn,
  server,
  browser,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url, COLLEAGUE);
  const colleagueContext = await browser.newContext();
  const colleague = await colleagueContext.newPage();

  const list = new LocationPage(page);
  await test.step('the operator signs in to Indonesia', async () => {
    await signIn(EDITOR);
    await expect(page.getByRole('banner')).toContainText('Indonesia');
  });

  await test.step('the operator filters serviceable locations by channel and place', async () => {
    await list.open();
    await list.pick('Channel ID', 'J&T', /J&T Express/);
    await list.pick('State', 'sulawesi ba', 'Sulawesi Barat');
    await list.search();
    await expect(list.rows.first()).toContainText('Sulawesi Barat');
    await expect(page).toHaveURL(/q=.*Sulawesi/);
  });
  const channelId = Number(JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}').channelId);
  const [first = 0, second = 0] = await list.ids();
  const before = await truth.row(channelId, first);
  const beforeSecond = await truth.row(channelId, second);
  // Other tests write to the same server.
  const logged = new Set((await truth.audit(channelId)).list.map(({ id }) => id));

  await test.step('a colleague opens the same list', async () => {
    await signIn(COLLEAGUE, colleague);
    await new LocationPage(colleague).open({ channelId, type: 0, state: 'Sulawesi Barat' });
    await expect(new LocationPage(colleague).row(first)).toBeVisible();
    await settled(colleague);
  });

  await test.step('the operator edits a row online, and the colleague sees the change within two seconds', async () => {
    await list.edit(first, 'Support COD Pickup', !before?.canCODPickup);
    await expect.poll(async () => (await truth.row(channelId, first))?.canCODPickup).toBe(!before?.canCODPickup);
    await expect
      .poll(() => new LocationPage(colleague).cell(first, 'Support COD Pickup'), { timeout: 2_000 })
      .toBe(before?.canCODPickup ? 'No' : 'Yes');
    await expect(list.pill).toHaveText('Online, all saved');
  });

  await test.step('without the network, the operator’s edit of another row is accepted immediately and marked as pending', async () => {
    await settled(page);
    await server.stop();
    await list.edit(second, 'Support COD Pickup', !beforeSecond?.canCODPickup);
    await expect(list.pill).toHaveText('Offline, 1 change waiting');
    await expect(list.row(second)).toHaveAttribute('data-mark', /queued|sending/);
    await expect.poll(() => list.cell(second, 'Support COD Pickup')).toBe(beforeSecond?.canCODPickup ? 'No' : 'Yes');
  });

  await test.step('after a reload, the shell, the list and the pending edit are still there', async () => {
    await page.reload();
    await expect(list.row(second)).toHaveAttribute('data-mark', /queued|sending/);
    await expect.poll(() => list.cell(second, 'Support COD Pickup')).toBe(beforeSecond?.canCODPickup ? 'No' : 'Yes');
    await expect(list.pill).toHaveText('Offline, 1 change waiting');
  });

  await test.step('once the network is back, the edit reaches the server and the colleague', async () => {
    await server.start();
    await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
    expect((await truth.row(channelId, second))?.canCODPickup).toBe(!beforeSecond?.canCODPickup);
    expect((await truth.row(channelId, second))?.version).toBe((beforeSecond?.version ?? 0) + 1);
    await expect(list.row(second)).not.toHaveAttribute('data-mark', /./);
    await expect
      .poll(() => new LocationPage(colleague).cell(second, 'Support COD Pickup'), { timeout: 20_000 })
      .toBe(beforeSecond?.canCODPickup ? 'No' : 'Yes');
  });

  await test.step('both edits are in the audit log', async () => {
    const entries = (await truth.audit(channelId)).list.filter(({ id }) => !logged.has(id));
    for (const locationId of [first, second]) {
      const mine = entries.filter(entry => JSON.parse(entry.body).locationId === locationId);
      expect(mine).toHaveLength(1);
      expect(mine[0]?.email).toBe(EDITOR);
    }
    await page.getByRole('link', { name: 'Operation History' }).click();
    await expect(page).toHaveURL(/\/carrier\/serviceable\/location\/log\?code=channel_management.serviceable_area/);
    await expect(page.getByRole('row', { name: new RegExp(`Edit Location.*${EDITOR}`) }).first()).toBeVisible();
  });
  await colleagueContext.close();
});
