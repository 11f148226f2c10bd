import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';

/** A page with an operation history (SHELL-10). */
interface HistoryPage {
  /** The page to which the history belongs. */
  path: string;
  /** The subject of the history, as shown in the palette. */
  of: string;
  /** The feature whose history it is. */
  code: string;
  /** The page's entry in the menu, if it is a tab of another page. */
  menu?: string;
}

/** Operation histories found by Ctrl+K. */
export const HISTORY_PAGES: readonly HistoryPage[] = [
  { path: '/carrier/serviceable/location', of: 'Channel Serviceable Area', code: FEATURE.serviceableArea },
  { path: '/carrier/serviceable3pl/origin-location', of: '3PL Serviceable Area', code: FEATURE.serviceableArea },
  { path: '/carrier/channelConfigIntegrated', of: 'Channel Config', code: FEATURE.channelConfigIntegrated },
  { path: '/carrier/locationCDT', of: 'CDT of Location', code: FEATURE.cdtOfLocation },
  { path: '/carrier/nonWorkingDays', of: 'Non-working days', code: FEATURE.nonWorkingDay },
  { path: '/carrier/locationTree', of: 'Location Tree', code: FEATURE.locationTree },
  { path: '/carrier/serviceCodes', of: 'Service Codes', code: FEATURE.serviceCode },
  { path: '/opsrate/rates', of: 'Rates', code: FEATURE.rate },
  { path: '/opsrate/tables', of: 'Rate Tables', code: FEATURE.rateTable },
  { path: '/opslmfee/tables', of: 'Last Mile Fee', code: FEATURE.thirdPartyFee },
  { path: '/opsasf/shops', of: 'Shops', code: FEATURE.shop },
  { path: '/opsasf/fee-rules', of: 'Fee Rules', code: FEATURE.shippingFeeRule, menu: '/opsasf/shops' },
  { path: '/opslogisticsrecon/summary', of: 'Reconciliation', code: FEATURE.recon },
  { path: '/opsfe/branchservice/branches', of: 'Branch Service', code: FEATURE.branchService },
  { path: '/opsfe/notification/triggerRule', of: 'Notification', code: FEATURE.notification },
  { path: '/opssystemsettingv2/users', of: 'System Setting', code: ADMINISTRATION },
];

/** The histories that a person may read, of pages to which their menu leads. */
export const historiesFor = (inMenu: (path: string) => boolean, can: (code: string) => boolean): HistoryPage[] =>
  HISTORY_PAGES.filter(({ path, menu = path, code }) => inMenu(menu) && can(`${code}.read`));

export const historyLabel = ({ of }: HistoryPage): string => `Operation History of ${of}`;
export const historyHref = ({ path, code }: HistoryPage): string => `${path}/log?code=${code}`;
