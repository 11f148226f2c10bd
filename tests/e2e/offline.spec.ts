import { EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';
import { rowAction } from './pages/rowAction.ts';

const J_AND_T = 10021;

test('with the server stopped, visited routes can be reloaded from the cached shell and show their data', async ({
  page,
  authenticate,
  network,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0 });
  await list.ids();
  const ids = await list.ids();
  await settled(page);
  await network.offline();

  await page.reload();
  await expect.poll(() => list.ids()).toEqual(ids);
  await expect(list.pill).toHaveText('Offline, all saved here');
  await expect(page.getByText(/as of \d\d:\d\d/)).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/opsbms');
  await expect(page.getByText('Billing is not on this device')).toBeVisible();
});

test('the channel selector and the type-ahead read from the mirror without making requests', async ({
  page,
  authenticate,
  network,
}) => {
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open();
  await list.pick('State', 'jawa', 'Jawa Barat');
  await settled(page);
  await network.offline();

  await page.reload();
  await list.pick('Channel ID', 'sicepat', /SiCepat/);
  await list.pick('State', 'jawa b', 'Jawa Barat');
  await list.pick('City', 'bandung', /Bandung/);
});

test('a creation, an edit and a deletion made offline survive a reload and are each sent once', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0, state: 'Kepulauan Riau' });
  const [edited = 0, removed = 0] = await list.ids();
  const before = await truth.row(J_AND_T, edited);
  const { total } = await truth.rows({ channelId: J_AND_T, type: 0 });
  await settled(page);
  await network.offline();

  await list.edit(edited, 'Support COD Deliver', !before?.canCOD);
  // The second edit is made before the first one has been sent; both are sent in order.
  await list.edit(edited, 'Support Pickup', !before?.canPickup);
  await rowAction(list.row(removed), 'Delete');
  await expect(page.getByText('Are you sure to delete this Location?')).toBeVisible();
  await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await list.dialog.getByRole('button', { name: 'Confirm' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('Saved on this device and will be sent when the network is back')).toHaveCount(1);
  await expect(notices.getByText('2 more in notifications')).toBeVisible();
  await expect(notices.getByText(/Successfully/)).toHaveCount(0);
  await expect(list.pill).toHaveText('Offline, 3 changes waiting');

  await page.reload();
  await expect(list.pill).toHaveText('Offline, 3 changes waiting');
  await network.online();
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  const after = await truth.row(J_AND_T, edited);
  expect(after).toMatchObject({
    canCOD: !before?.canCOD,
    canPickup: !before?.canPickup,
    version: (before?.version ?? 0) + 2,
  });
  await expect.poll(() => truth.row(J_AND_T, removed)).toBeUndefined();
  expect((await truth.rows({ channelId: J_AND_T, type: 0 })).total).toBe(total - 1);
  await expect(list.row(removed)).toHaveCount(0);
});

test('an overlapping change by a colleague becomes a conflict that shows base, mine and theirs', async ({
  page,
  authenticate,
  server,
  network,
}) => {
  test.setTimeout(90_000);
  const truth = await truthAs(server.url);
  const list = new LocationPage(page);
  await authenticate(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0, state: 'Bali' });
  const ids = await list.ids();
  const [merged = 0, clashing = 0] = ids;
  const mergedBefore = await truth.row(J_AND_T, merged);
  const clashBefore = await truth.row(J_AND_T, clashing);
  if (!mergedBefore || !clashBefore) throw new Error('the demo has no rows in Bali');
  await settled(page);
  await network.offline();
  await list.edit(merged, 'Support COD Deliver', !mergedBefore.canCOD);
  await list.edit(clashing, 'Support COD Deliver', !clashBefore.canCOD);

  // Meanwhile, a colleague with a separate connection changes a different field of one record and deletes the other
  // one.
  await page.goto('about:blank');
  await network.online();
  const { canDeliver, canCOD, canPickup, canCODPickup } = mergedBefore;
  const key = { channelId: J_AND_T, locationId: merged, type: 0 };
  expect(
    await truth.write('/channelLocationService/update', {
      ...key,
      canDeliver,
      canCOD,
      canPickup: !canPickup,
      canCODPickup,
      version: mergedBefore.version,
    }),
  ).toBe(200);
  await truth.write('/channelLocationService/delete/', {
    channel_id: J_AND_T,
    location_id: clashing,
    applicable_type: 0,
    version: clashBefore.version,
  });

  await list.open({ channelId: J_AND_T, type: 0, state: 'Bali' });
  await expect(list.pill).toContainText('1 needs attention', { timeout: 20_000 });
  // The record in which a different field was changed is merged and resent automatically (OB8).
  await expect
    .poll(() => truth.row(J_AND_T, merged))
    .toMatchObject({ canCOD: !canCOD, canPickup: !canPickup, version: mergedBefore.version + 2 });

  await list.pill.getByRole('link').click();
  await expect(page).toHaveURL(/\/queue/);
  await expect(page.getByText(/deleted this record/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByRole('textbox').fill('The colleague was right');
  await dialog.getByRole('button', { name: /Discard/ }).click();
  await expect(list.pill).toHaveText('Online, all saved');
});

test('signing out with unsent writes asks first and shows their number, and another person sees none of them', async ({
  page,
  signInByForm,
  server,
  network,
}) => {
  const list = new LocationPage(page);
  await signInByForm(EDITOR);
  await list.open({ channelId: J_AND_T, type: 0, state: 'Kalimantan Utara' });
  const [id = 0] = await list.ids();
  await settled(page);
  await network.offline();
  const was = await list.cell(id, 'Support Deliver');
  await list.edit(id, 'Support Deliver', was !== 'Yes');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /id\.editor|account|user/i })
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(dialog).toContainText('You have 1 unsent change.');
  await dialog.getByRole('button', { name: /keep/ }).click();
  await expect(page).toHaveURL(/\/login/);

  await network.online();
  await signInByForm('my.editor@ops.example');
  await expect(list.pill).toHaveText('Online, all saved');
  await page.goto('/queue');
  await expect(page.getByText(String(id))).toHaveCount(0);
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(database => database.name ?? ''));
  expect(names.filter(name => name.startsWith('ops-mirror-'))).toHaveLength(1);

  // The editor's own change is sent when the editor signs in again.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /my\.editor|account|user/i })
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await signInByForm(EDITOR);
  await expect(list.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  const truth = await truthAs(server.url);
  expect((await truth.row(J_AND_T, id))?.canDeliver).toBe(was !== 'Yes');
});

test('a write in one tab appears in the same person’s other tab, and is sent once', async ({
  page,
  authenticate,
  context,
  server,
  network,
}) => {
  const truth = await truthAs(server.url);
  const one = new LocationPage(page);
  await authenticate(EDITOR);
  await one.open({ channelId: J_AND_T, type: 0, state: 'Gorontalo' });
  const [id = 0] = await one.ids();
  const before = await truth.row(J_AND_T, id);
  const two = new LocationPage(await context.newPage());
  await two.open({ channelId: J_AND_T, type: 0, state: 'Gorontalo' });
  await two.ids();
  await settled(page);

  await network.offline();
  await one.edit(id, 'Support COD Pickup', !before?.canCODPickup);
  await expect(two.row(id)).toHaveAttribute('data-mark', /queued|sending/);
  await expect(two.pill).toHaveText('Offline, 1 change waiting');
  await network.online();
  await expect(two.pill).toHaveText('Online, all saved', { timeout: 20_000 });
  await expect(one.pill).toHaveText('Online, all saved');
  expect((await truth.row(J_AND_T, id))?.version).toBe((before?.version ?? 0) + 1);
});
