import { MOUNTS } from './mounts.ts';

/**
 * The console's paths that a menu entry can link to. A test compares them with the router (app/routes/tree.test.ts).
 */

const below = (base: string, names: string): string[] => names.split(' ').map(name => `${base}/${name}`);

/** Pages of the shell and of the screens built here. The log and the Create page of each are below it. */
export const CONSOLE_PAGES: readonly string[] = [
  '/',
  ...below('', 'queue offline-data my-access'),
  ...below('/my-access', 'history tokens passkeys'),
  ...below('/carrier', 'serviceable serviceable3pl serviceability coverage serviceCodes locationTree locationCDT'),
  ...below('/carrier', 'channelCDT nonWorkingDays channelConfigIntegrated'),
  ...below('/carrier/serviceable', 'location postcode zone-limit route-limit channel-configuration'),
  ...below('/carrier/serviceable3pl', 'origin-location destination-location origin-postcode destination-postcode'),
  ...below('/carrier/serviceable3pl', 'zone-limit route-limit 3pl-configuration'),
  ...below('/carrier/serviceCodes', 'imports'),
  ...below('/carrier/locationCDT', 'rows leadTime'),
  ...below('/carrier/nonWorkingDays', 'calendar'),
  ...below('/carrier/channelConfigIntegrated', 'compare copy'),
  '/opsfe/servicearea',
  '/opsfe/servicearea/channelEntry',
  '/opsfe/branchservice',
  ...below('/opsfe/branchservice', 'branches pickup timeslots settingSearch week'),
  '/opsfe/supplier',
  '/opsfe/supplier/suppliers',
  '/opsfe/notification',
  ...below('/opsfe/notification', 'triggerRule template deliveries preferences'),
  '/opsasf',
  ...below('/opsasf', 'shops shop-types shop-groups fee-rules'),
  '/opsrate',
  ...below('/opsrate', 'rates price-lists tasks tables tables/compare tables/quote tables/cheapest'),
  '/opslmfee',
  ...below('/opslmfee', 'price-lists tasks tables tables/compare tables/quote tables/cheapest'),
  '/opslogisticsrecon',
  ...below(
    '/opslogisticsrecon',
    'summary years bills orders disputes layouts downloads fee-rules forecasts channel-config',
  ),
  ...below('/opslogisticsrecon', 'channel-groups shipments'),
  '/opssystemsettingv2',
  ...below('/opssystemsettingv2', 'users entities roles modules whitelist provisioning system'),
];

/**
 * Mounts for which this product has no page. The sub-application deployed there has its own paths, which are not known
 * here.
 */
export const OPEN_MOUNTS: readonly string[] = MOUNTS.map(({ path }) => `/${path}`).filter(
  path => !CONSOLE_PAGES.some(page => page === path),
);

/** Whether the console has a page at a path. Filters in the path are ignored. */
export function hasPage(address: string): boolean {
  const path = address.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
  const page = path.replace(/(?<=.)\/(?:log|create)$/, '');
  return CONSOLE_PAGES.includes(page) || OPEN_MOUNTS.some(mount => page === mount || page.startsWith(`${mount}/`));
}
