import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { violations } from './pages/violations.ts';

// Nothing here needs the service worker, and caching the whole console costs more than many a test.
test.use({ serviceWorkers: 'block' });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('axe finds no violation on sign-in, list, dialogs, log and queue', async ({ page, authenticate }) => {
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

      await list.row(id).getByRole('button', { name: 'Delete' }).click();
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
