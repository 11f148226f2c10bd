import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'block' });

/** Pages without a bar of operations, with the feature whose log each links to; the tour opens the logs of the lists. */
const PAGES = {
  '/opsrate/tables': 'rate_management.rate_table',
  '/opslmfee/tables': 'rate_management.third_party_fee',
  '/opslogisticsrecon/summary': 'recon_management.recon',
  '/opslogisticsrecon/years': 'recon_management.recon',
  '/opslogisticsrecon/bills': 'recon_management.recon',
  '/opslogisticsrecon/disputes': 'recon_management.recon',
  '/opslogisticsrecon/layouts': 'recon_management.recon',
  '/opsfe/branchservice/settingSearch': 'branch_management.branch_service',
  '/opsfe/branchservice/week': 'branch_management.branch_service',
  '/opsfe/servicearea/channelEntry': 'channel_management.serviceable_area',
  '/opsasf/shops/700001': 'rate_management.shop',
  '/opsfe/notification/deliveries': 'notification_management.notification',
  '/carrier/serviceability': 'channel_management.serviceable_area',
  '/carrier/coverage': 'channel_management.serviceable_area',
  '/carrier/nonWorkingDays/calendar': 'channel_management.non-working_day',
  '/carrier/locationCDT/leadTime': 'channel_management.cdt_of_location',
  '/carrier/channelConfigIntegrated/compare': 'channel_management.channel_config_integrated',
} as const;

test('each page links to the log of its feature (SHELL-10)', async ({ page, authenticate }) => {
  test.setTimeout(240_000);
  await authenticate('admin@ops.example');
  const link = page.getByRole('link', { name: 'Operation History' });
  for (const [path, code] of Object.entries(PAGES)) {
    await page.goto(path);
    await expect(link, path).toHaveAttribute('href', new RegExp(`/log\\?code=${code}$`), { timeout: 15_000 });
  }
  await page.goto('/opslogisticsrecon/bills');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operation History' })).toBeVisible();
  await expect(page).toHaveURL(/\/opslogisticsrecon\/bills\/log\?code=recon_management\.recon/);
});
