import { expect, test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';

/**
 * Features specific to a 3PL's configuration (TPL-7): seven tabs, no shipment mode, and its hint. The tour creates and
 * edits one.
 */

// None of these tests needs the service worker, and caching the whole console takes longer than many of them.
test.use({ serviceWorkers: 'block' });

const PATH = '/carrier/serviceable3pl/3pl-configuration';
const NUSANTARA = 501;

test('for a 3PL, all tabs are visible, the form has no shipment mode, and the hint on its lists shows what is checked', async ({
  page,
  authenticate,
}) => {
  const list = new LocationPage(page);
  await authenticate('id.editor@ops.example');
  await page.goto(PATH);
  await expect(page.getByRole('tab', { name: '3PL Configuration', selected: true })).toBeInViewport();
  // All seven tabs can be read and reached without scrolling.
  await expect(page.getByRole('tab')).toHaveCount(7);
  for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
  await expect(page.locator(`tr[data-row-key="ID/${NUSANTARA}"]`)).toContainText('Nusantara Line Haul');
  await page.getByRole('toolbar', { name: 'Operations' }).getByRole('button', { name: 'Create' }).click();
  await expect(list.dialog.getByText('3PL Serviceable Area Setting')).toBeVisible();
  await expect(list.dialog.getByText('Shipment Mode')).toHaveCount(0);
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(
    `${PATH.replace('3pl-configuration', 'zone-limit')}?q=${encodeURIComponent(`{"threePlId":${NUSANTARA}}`)}`,
  );
  await expect(page.getByRole('note', { name: 'Checks for the selected 3PL' })).toContainText('ON');
});
