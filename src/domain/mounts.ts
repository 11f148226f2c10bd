/**
 * The thirty static paths at which sub-applications are mounted (SUBAPP-1, SUBAPP-2), defined only here. The paths come
 * from the specification; the business areas are our decisions (SUBAPP-3, G29). A mount's title is used as the page
 * title if the mount has no menu entry.
 */

export type BusinessArea = 'FIN' | 'LFS' | 'LOP' | 'LPS' | '3PL' | 'Root';

export interface Mount {
  /** The static path, without a leading slash. */
  readonly path: string;
  readonly area: BusinessArea;
  readonly title: string;
}

const mount = (path: string, area: BusinessArea, title: string): Mount => ({ path, area, title });

export const MOUNTS = [
  mount('ops3plgroup', '3PL', '3PL Group'),
  mount('opsasf', 'FIN', 'Actual Shipping Fee'),
  mount('opsawb', 'LFS', 'Air Waybill'),
  mount('opsbms', 'Root', 'Billing'),
  mount('opscdt', 'LOP', 'CDT Services'),
  mount('opsclaimsrecon', 'FIN', 'Claims Reconciliation'),
  mount('opscodrecon', 'FIN', 'COD Reconciliation'),
  mount('opsicms', 'Root', 'Item Category'),
  mount('opslls', 'LOP', 'Last Mile Service'),
  mount('opslmfee', 'LOP', 'Last Mile Fee'),
  mount('opslogisticsrecon', 'FIN', 'Logistics Reconciliation'),
  mount('opslps', 'LPS', 'Logistics Planning'),
  mount('opsopenaccess', 'Root', 'Open Access'),
  mount('opsopendoc', 'Root', 'Open Documents'),
  mount('opspartnerintegration', '3PL', 'Partner Integration'),
  mount('opsrate', 'FIN', 'Rates'),
  mount('opssla', 'LOP', 'Service Level'),
  mount('opssmartrouting', 'LPS', 'Smart Routing'),
  mount('opsspx', 'LOP', 'SPX'),
  mount('opsspxfinance', 'FIN', 'SPX Finance'),
  mount('opssystemsettingv2', 'Root', 'System Setting'),
  mount('opsfe/branchservice', 'LOP', 'Branch Service'),
  mount('opsfe/lfs', 'LFS', 'Logistics Fulfilment'),
  mount('opsfe/notification', 'Root', 'Notification'),
  mount('opsfe/opsdocsmanagement', 'Root', 'Documents Management'),
  mount('opsfe/servicearea', 'LOP', 'Channel Entry'),
  mount('opsfe/supplier', '3PL', 'Supplier'),
  mount('opsfe/wbc', 'LFS', 'Waybill Center'),
  mount('opsfe/exceptionalordercenter', 'LFS', 'Exceptional Order Center'),
  mount('opsfe/opssystemtool', 'Root', 'System Tool'),
] as const satisfies readonly Mount[];
