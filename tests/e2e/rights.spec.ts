import { EDITOR } from '../support/accounts.ts';
import { truthAs, type ServerTruth } from '../support/serverTruth.ts';
import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const AREA = 'channel_management.serviceable_area';
/** Maximum time for a changed permission to reach an open console (issue 31, part 1). */
const SOON = { timeout: 2_000 };

interface Role {
  id: number;
  name: string;
  codes: string[];
}

/** The editors' role in Indonesia, and a function with which an administrator changes it. */
async function editorRole({
  request,
  url,
}: ServerTruth): Promise<{ codes: string[]; set: (codes: string[]) => Promise<void> }> {
  const read = async <T>(path: string): Promise<T[]> =>
    ((await (await request.get(`${url}/api${path}`)).json()) as { data: { list: T[] } }).data.list;
  const entity = (await read<{ id: number; country: string }>('/opa/entities')).find(({ country }) => country === 'ID');
  const role = (await read<Role>(`/opa/entities/${entity?.id}/roles`)).find(({ name }) => name === 'Operations Editor');
  if (!role) throw new Error('There is no role "Operations Editor" in Indonesia.');
  const set = async (codes: string[]) => {
    const answer = await request.post(`${url}/api/v2/ops/roles/update`, { data: { id: role.id, codes } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  return { codes: role.codes, set };
}

test('when a permission is revoked while a write is pending, its menu entry, page and rows disappear, and the refused write names the permission', async ({
  page,
  signIn,
  server,
  network,
}) => {
  test.setTimeout(120_000);
  const truth = await truthAs(server.url);
  const role = await editorRole(truth);
  const list = new LocationPage(page);
  await signIn(EDITOR);
  await list.open({ channelId: 10021, type: 0, state: 'Sulawesi Barat' });
  const [first = 0] = await list.ids();
  const before = await truth.row(10021, first);
  await settled(page);
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Channel Serviceable Area' });
  await page.getByRole('navigation').getByRole('button', { name: 'Logistics Product' }).click();
  await expect(entry).toBeVisible();

  // The permission is revoked while the console is online.
  try {
    await role.set(role.codes.filter(code => !code.startsWith(AREA)));
    await expect(page.getByText(/You do not have permission to view this page/)).toBeVisible(SOON);
    await expect(entry).toHaveCount(0, SOON);
    await expect(list.rows).toHaveCount(0);
  } finally {
    await role.set(role.codes);
  }
  await expect(entry).toBeVisible(SOON);
  await expect(list.row(first)).toBeVisible();
  await settled(page);

  // The permission is revoked while a write is pending.
  await network.offline();
  await list.edit(first, 'Support COD Pickup', !before?.canCODPickup);
  await expect(list.row(first)).toHaveAttribute('data-mark', /queued|sending/);
  try {
    await role.set(role.codes.filter(code => !code.startsWith(AREA)));
    await network.online();
    await expect(page.getByText(/You do not have permission to view this page/)).toBeVisible();
    await expect(entry).toHaveCount(0);
    await page.goto('/queue');
    await expect(page.getByText(/The server refused this change: You are lack of permission/).first()).toBeVisible();
    await expect(
      page
        .getByText(AREA)
        .or(page.getByText(/serviceable area/i))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('banner').getByText(/1 needs attention/)).toBeVisible();
    expect((await truth.row(10021, first))?.canCODPickup).toBe(before?.canCODPickup);

    // Neither the question before signing out nor the sign-in page promises to send the refused change.
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(question).toContainText('1 change was not applied and needs your decision');
    await question.getByRole('button', { name: /keep/ }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(/1 change on this device was not applied/)).toBeVisible();
    await expect(page.getByText(/will be sent/)).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath('left-refused.png') });
  } finally {
    await role.set(role.codes);
  }
});
