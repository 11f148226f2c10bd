import { channelGroup, reconChannel, reconForecast, reconRule } from '../../contract/resources/recon.ts';
import { shipment } from '../../contract/resources/shipment.ts';
import { ORDERS_PATH } from '../shared/reconOrders.ts';

/** Paths of the reconciliation pages (REC-1 to REC-13). */
export const RECON_BASE = '/opslogisticsrecon';
export const SUMMARY_PATH = `${RECON_BASE}/summary`;
export const YEARS_PATH = `${RECON_BASE}/years`;
export const BILLS_PATH = `${RECON_BASE}/bills`;
export const DISPUTES_PATH = `${RECON_BASE}/disputes`;
export const LAYOUTS_PATH = `${RECON_BASE}/layouts`;
export const DOWNLOADS_PATH = `${RECON_BASE}/downloads`;

/**
 * Pages without a declaration; `screen` is the name of the component in ReconScreens. `tab` is a shorter title, with
 * which all tabs fit on one line of a window of 1280 pixels.
 */
export const RECON_PAGES = [
  { path: SUMMARY_PATH, title: 'Summary', screen: 'SummaryScreen' },
  { path: YEARS_PATH, title: 'Over Years', tab: 'Years', screen: 'YearsScreen' },
  { path: BILLS_PATH, title: 'Bills', screen: 'BillsScreen' },
  { path: ORDERS_PATH, title: 'Orders', screen: 'OrdersScreen' },
  { path: DISPUTES_PATH, title: 'Disputes', screen: 'DisputesScreen' },
  { path: LAYOUTS_PATH, title: 'Layouts', screen: 'LayoutsScreen' },
  { path: DOWNLOADS_PATH, title: 'Download Center', tab: 'Downloads', screen: 'DownloadsScreen' },
] as const;

/** Pages of declared resources; for `screen`, see above. */
export const RECON_RESOURCES = [
  { resource: reconRule, screen: 'RulesScreen' },
  { resource: reconForecast, screen: 'ForecastsScreen' },
  { resource: reconChannel, screen: 'ChannelsScreen' },
  { resource: channelGroup, screen: 'GroupsScreen' },
  { resource: shipment, screen: 'ShipmentsScreen' },
] as const;

export const RECON_TABS = [
  ...RECON_PAGES.map(page => ({ value: page.path as string, label: 'tab' in page ? page.tab : page.title })),
  ...RECON_RESOURCES.map(({ resource: { page } }) => ({ value: page.path as string, label: page.title as string })),
];
