import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { violations } from './pages/violations.ts';
import { rowAction } from './pages/rowAction.ts';

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('axe finds no violations on the sign-in page, lists, dialogs, log and queue', async ({
      page,
      authenticate,
    }) => {
      test.setTimeout(120_000);
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await authenticate('id.editor@ops.example');
      const list = new LocationPage(page);
      await list.open({ channelId: 10027, type: 0 });
      const [id = 0] = await list.ids();
      expect(await violations(page)).toEqual([]);

      await page.getByRole('button', { name: 'Create', exact: true }).first().click();
      await expect(list.dialog).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await list.dialog.getByRole('button', { name: 'Cancel' }).click();

      await list.row(id).getByRole('button', { name: 'Edit' }).click();
      await expect(list.dialog).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await list.dialog.getByRole('button', { name: 'Cancel' }).click();

      await rowAction(list.row(id), 'Delete');
      await expect(list.dialog).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await list.dialog.getByRole('button', { name: 'Cancel' }).click();

      await page.goto('/carrier/serviceable/location/log?code=channel_management.serviceable_area');
      await expect(page.getByRole('columnheader', { name: 'Operation Type' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/queue');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}

/**
 * Once for each combination: forced colors replace the colors of both themes, and colors do not depend on the zoom
 * level.
 */
const LOOKS = [
  ['forced colours', { forcedColors: 'active', colorScheme: 'light' }],
  // A window of 1280 x 800, zoomed in.
  ['200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, colorScheme: 'dark' }],
] as const;

for (const [look, emulated] of LOOKS) {
  test.describe(`${look}, ${emulated.colorScheme} theme`, () => {
    test.use({ ...emulated, reducedMotion: 'reduce' });

    test('axe finds no violations on the pages and dialogs of a typical workday', async ({ page, authenticate }) => {
      const clean = async (where: string) => expect([where, ...(await violations(page))]).toEqual([where]);
      await authenticate('id.editor@ops.example');
      const list = new LocationPage(page);
      await list.open({ channelId: 10027, type: 0 });
      const [id = 0] = await list.ids();
      await clean('list');
      await list.row(id).press('Space');
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
      await clean('selected row');
      // The tooltip contains the focused row's truncated texts.
      await expect(page.getByRole('tooltip')).toBeVisible();
      await clean('tooltip');
      await list.row(id).press('Space');
      const open = page.getByRole('button', { name: 'Filters' });
      await open.click();
      await clean('filters');
      await open.click();

      await list.row(id).press('h');
      const history = page.getByRole('complementary', { name: 'History' });
      await expect(history).toBeVisible();
      await clean('history');
      await history.getByRole('button', { name: 'Close history' }).click();
      await list.row(id).press('Enter');
      await expect(list.dialog.getByRole('switch').first()).toBeVisible();
      await clean('form');
      await list.dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(list.dialog).toBeVisible();
      await clean('import');
      await list.dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('listbox')).toBeVisible();
      await clean('palette');
      await page.keyboard.press('Escape');

      for (const path of ['/', '/queue', '/offline-data']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await clean(path);
      }
      await page.goto('/carrier/serviceable/location/log?code=channel_management.serviceable_area');
      await expect(page.getByRole('columnheader', { name: 'Operation Type' })).toBeVisible();
      await clean('log');
    });
  });
}
