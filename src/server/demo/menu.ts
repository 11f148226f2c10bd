import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';

interface Entry {
  name: string;
  path: string;
  permission?: string;
  /** Comma-separated e-mails (MENU-3). */
  displayWhitelist?: string;
}

interface Group {
  name: string;
  /** Name of a Fluent icon; the shell maps it. */
  icon: string;
  entries: readonly Entry[];
}

const mount = (name: string, path: string, more: Partial<Entry> = {}): Entry => ({ name, path: `/${path}`, ...more });

/**
 * The menu: the seven groups (MENU-1), the carrier screens under "Logistics Product" (G78) and each of the thirty
 * sub-application mounts (SUBAPP-1, SUBAPP-2) once, a built one by its first page.
 */
export const MENU: readonly Group[] = [
  {
    name: 'Finance',
    icon: 'Money',
    entries: [
      { name: 'Rates', path: '/opsrate/rates', permission: FEATURE.rate },
      { name: 'Rate Imports', path: '/opsrate/price-lists', permission: FEATURE.rateTable },
      { name: 'Actual Shipping Fee', path: '/opsasf/shops', permission: FEATURE.shippingFeeRule },
      mount('Claims Reconciliation', 'opsclaimsrecon'),
      mount('COD Reconciliation', 'opscodrecon'),
      mount('Logistics Reconciliation', 'opslogisticsrecon'),
      mount('SPX Finance', 'opsspxfinance'),
    ],
  },
  {
    name: 'Logistics Monitoring',
    icon: 'DataLine',
    entries: [
      mount('Service Level', 'opssla'),
      mount('Exceptional Order Center', 'opsfe/exceptionalordercenter'),
      mount('SPX', 'opsspx'),
    ],
  },
  {
    name: 'Logistics Order Related',
    icon: 'Box',
    entries: [
      mount('Air Waybill', 'opsawb'),
      mount('Logistics Fulfilment', 'opsfe/lfs'),
      mount('Waybill Center', 'opsfe/wbc'),
      mount('Item Category', 'opsicms'),
    ],
  },
  {
    name: 'Operation Tools',
    icon: 'Wrench',
    entries: [
      mount('Open Access', 'opsopenaccess'),
      mount('Open Documents', 'opsopendoc'),
      mount('Documents Management', 'opsfe/opsdocsmanagement'),
      mount('Notification', 'opsfe/notification'),
      { name: 'System Setting', path: '/opssystemsettingv2/users', permission: ADMINISTRATION },
      mount('System Tool', 'opsfe/opssystemtool', { displayWhitelist: 'admin@ops.example' }),
    ],
  },
  {
    name: 'Logistics Product',
    icon: 'VehicleTruck',
    entries: [
      { name: 'CDT of Location', path: '/carrier/locationCDT', permission: FEATURE.cdtOfLocation },
      { name: 'Channel Delivery Times', path: '/carrier/channelCDT', permission: FEATURE.cdtOfLocation },
      { name: 'Non-working days', path: '/carrier/nonWorkingDays', permission: FEATURE.nonWorkingDay },
      {
        name: 'Channel Config (Integrated)',
        path: '/carrier/channelConfigIntegrated',
        permission: FEATURE.channelConfigIntegrated,
      },
      { name: 'Channel Serviceable Area', path: '/carrier/serviceable/location', permission: FEATURE.serviceableArea },
      {
        name: '3PL Serviceable Area',
        path: '/carrier/serviceable3pl/origin-location',
        permission: FEATURE.serviceableArea,
      },
      { name: 'Address Check', path: '/carrier/serviceability', permission: FEATURE.serviceableArea },
      { name: 'Coverage', path: '/carrier/coverage', permission: FEATURE.serviceableArea },
      { name: 'Location Tree', path: '/carrier/locationTree', permission: FEATURE.locationTree },
      { name: 'Service Codes', path: '/carrier/serviceCodes', permission: FEATURE.serviceCode },
      mount('Channel Delivery Time', 'opscdt'),
      { name: 'Last Mile Fee', path: '/opslmfee/price-lists', permission: FEATURE.thirdPartyFee },
      { name: 'Branch Service', path: '/opsfe/branchservice/branches', permission: FEATURE.branchService },
      {
        name: 'Service Area',
        path: '/opsfe/servicearea/channelEntry',
        permission: FEATURE.serviceableArea,
      },
      mount('Supplier', 'opsfe/supplier'),
      mount('3PL Group', 'ops3plgroup'),
      mount('Partner Integration', 'opspartnerintegration'),
    ],
  },
  {
    name: 'SLS Old Functions',
    icon: 'History',
    entries: [mount('Billing', 'opsbms'), mount('Last Mile Service', 'opslls')],
  },
  {
    name: 'Smart Routing&Allocation',
    icon: 'BranchFork',
    entries: [mount('Smart Routing', 'opssmartrouting'), mount('Logistics Planning', 'opslps')],
  },
];
