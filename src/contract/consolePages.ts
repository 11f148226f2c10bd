import { MOUNTS } from '../domain/mounts.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * The console's paths that a menu entry can link to. A test compares them with the router (app/routes/tree.test.ts).
 */

const below = (base: string, names: string): string[] => names.split(' ').map(name => `${base}/${name}`);

/** Pages of the shell and of the screens built here that are not the page of a resource. */
const FURTHER_PAGES: readonly string[] = [
  '/',
  ...below('', 'queue offline-data my-access'),
  ...below('/my-access', 'history tokens passkeys'),
  ...below('/carrier', 'serviceable serviceable3pl serviceability coverage locationTree locationCDT'),
  '/carrier/serviceCodes/imports',
  '/carrier/locationCDT/leadTime',
  '/carrier/nonWorkingDays/calendar',
  ...below('/carrier/channelConfigIntegrated', 'compare copy'),
  '/opsfe/servicearea',
  '/opsfe/servicearea/channelEntry',
  '/opsfe/branchservice',
  ...below('/opsfe/branchservice', 'settingSearch week'),
  '/opsfe/supplier',
  '/opsfe/notification',
  ...below('/opsfe/notification', 'triggerRule template deliveries preferences'),
  '/opsasf',
  '/opsrate',
  ...below('/opsrate', 'price-lists tasks tables tables/compare tables/quote tables/cheapest'),
  '/opslmfee',
  ...below('/opslmfee', 'price-lists tasks tables tables/compare tables/quote tables/cheapest'),
  '/opslogisticsrecon',
  ...below('/opslogisticsrecon', 'summary years bills orders disputes layouts downloads'),
  '/opssystemsettingv2',
  ...below('/opssystemsettingv2', 'users entities roles modules whitelist provisioning system'),
];

/** All pages of the console; each page's log and Create page are below it. */
export const CONSOLE_PAGES: readonly string[] = [
  ...FURTHER_PAGES,
  ...(RESOURCES as readonly Resource[]).flatMap(({ page }) => (page ? [page.path] : [])),
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
