import { expect, test } from './fixtures.ts';
import { entityStates } from './pages/cachedStates.ts';
import { LocationPage } from './pages/locationPage.ts';
import { violations } from './pages/violations.ts';

/** The configuration of a 3PL, as that of a channel (TPL-7): made without a network, and seen by the hint of its lists. */

const PATH = '/carrier/serviceable3pl/3pl-configuration';
/** Without a configuration in the demo. */
const GARUDA = 506;

test('a 3PL is configured offline; the hint follows, the server has it after, and the log names it', async ({
  page,
  authenticate,
  network,
}) => {
  test.setTimeout(120_000);
  const list = new LocationPage(page);
  const row = page.locator(`tr[data-row-key="ID/${GARUDA}"]`);
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  await expect(page.getByRole('tab', { name: '3PL Configuration', selected: true })).toBeInViewport();
  // All of the seven tabs are read and reached without scrolling.
  await expect(page.getByRole('tab')).toHaveCount(7);
  for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
  await expect(page.locator('tr[data-row-key="ID/501"]')).toBeVisible();
  await expect.poll(async () => (await entityStates(page))['threePlServiceConfs'], { timeout: 60_000 }).toBe('ready');
  expect(await violations(page)).toEqual([]);

  // The code of the form is on the device before the network goes.
  const create = page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' });
  await create.click();
  await expect(list.dialog.getByText('3PL Serviceable Area Setting')).toBeVisible();
  await expect(list.dialog.getByText('Shipment Mode')).toHaveCount(0);
  await network.offline();
  const owner = list.dialog.getByRole('combobox', { name: '3PL ID', exact: true });
  await owner.pressSequentially(String(GARUDA));
  await owner.press('Enter');
  for (const name of [
    'Product Detail Page',
    'Order Verification',
    'Shop Level Verification',
    'Shipment Level Verification',
  ])
    await list.dialog.getByRole('combobox', { name: `Location level of ${name}` }).selectOption({ label: 'City' });
  expect(await violations(page)).toEqual([]);
  await list.dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(list.dialog).toBeHidden();
  await expect(row).toContainText('Garuda Air Cargo');
  await expect(row).toContainText('Seller and buyer, City');

  await network.online();
  await expect(list.pill).toHaveText(/all saved/, { timeout: 40_000 });
  const answer = await page.request.get(`/api/threePLServiceConf/?threePlId=${GARUDA}`);
  const { data } = (await answer.json()) as { data: { list: { name: string; pdp_level: number }[] } };
  expect(data.list).toMatchObject([{ name: 'Garuda Air Cargo', pdp_level: 2 }]);

  await page.goto(
    `${PATH.replace('3pl-configuration', 'zone-limit')}?q=${encodeURIComponent(`{"threePlId":${GARUDA}}`)}`,
  );
  await expect(page.getByRole('note', { name: 'Checks of the chosen 3PL' })).toContainText('ON');
  await page.goto(`${PATH}/log?code=channel_management.serviceable_area&3pl=${GARUDA}`);
  await expect(page.getByText('Create 3PL Configuration').first()).toBeVisible();
});
