import type { MenuGroup, Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';

interface Entry {
  name: string;
  path: string;
  permission?: string;
  /** Comma-separated e-mails of the people who see the entry (MENU-3). */
  displayWhitelist?: string;
}

interface Group {
  name: MenuGroup;
  /** Name of a Fluent icon, which the shell maps to a component. */
  icon: string;
  entries: readonly Entry[];
}

/** Pages of resources whose declarations request a menu entry. */
const PAGED = (RESOURCES as readonly Resource[]).flatMap(({ page, feature }) =>
  page?.menu ? [{ ...page, permission: feature }] : [],
);

/**
 * The entry of a mount. If a resource has a page below the mount and requests a menu entry, the mount's entry links to
 * that page.
 */
function mount(name: string, path: string, more: Partial<Entry> = {}): Entry {
  const first = PAGED.find(page => page.path.startsWith(`/${path}/`));
  return { name, path: `/${path}`, ...(first ? { path: first.path, permission: first.permission } : {}), ...more };
}

/** The menu entry that a resource's declaration requests. */
const entryOf = ({ title, path, permission }: (typeof PAGED)[number]): Entry => ({ name: title, path, permission });
const pages = (...paths: string[]): Entry[] =>
  paths.flatMap(path => PAGED.filter(page => page.path === path).map(entryOf));

const GROUPS: readonly Group[] = [
  {
    name: 'Finance',
    icon: 'Money',
    entries: [
      mount('Rates', 'opsrate'),
      { name: 'Rate Tables', path: '/opsrate/tables', permission: FEATURE.rateTable },
      { name: 'Rate Imports', path: '/opsrate/price-lists', permission: FEATURE.rateTable },
      mount('Actual Shipping Fee', 'opsasf'),
      mount('Claims Reconciliation', 'opsclaimsrecon'),
      mount('COD Reconciliation', 'opscodrecon'),
      { name: 'Logistics Reconciliation', path: '/opslogisticsrecon/summary', permission: FEATURE.recon },
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
      { name: 'Notification', path: '/opsfe/notification/triggerRule', permission: FEATURE.notification },
      { name: 'System Setting', path: '/opssystemsettingv2/users', permission: ADMINISTRATION },
      mount('System Tool', 'opsfe/opssystemtool', { displayWhitelist: 'admin@ops.example' }),
    ],
  },
  {
    name: 'Logistics Product',
    icon: 'VehicleTruck',
    entries: [
      { name: 'CDT of Location', path: '/carrier/locationCDT', permission: FEATURE.cdtOfLocation },
      ...pages('/carrier/channelCDT', '/carrier/nonWorkingDays', '/carrier/channelConfigIntegrated'),
      { name: 'Channel Serviceable Area', path: '/carrier/serviceable/location', permission: FEATURE.serviceableArea },
      {
        name: '3PL Serviceable Area',
        path: '/carrier/serviceable3pl/origin-location',
        permission: FEATURE.serviceableArea,
      },
      { name: 'Address Check', path: '/carrier/serviceability', permission: FEATURE.serviceableArea },
      { name: 'Coverage', path: '/carrier/coverage', permission: FEATURE.serviceableArea },
      { name: 'Location Tree', path: '/carrier/locationTree', permission: FEATURE.locationTree },
      ...pages('/carrier/serviceCodes'),
      mount('CDT Services', 'opscdt'),
      { name: 'Last Mile Fee', path: '/opslmfee/tables', permission: FEATURE.thirdPartyFee },
      mount('Branch Service', 'opsfe/branchservice'),
      {
        name: 'Channel Entry',
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

const PLACED = new Set(GROUPS.flatMap(({ entries }) => entries.map(({ path }) => path)));

/**
 * The menu: the seven groups (MENU-1), the carrier screens under "Logistics Product" (G78), and each of the thirty
 * sub-application mounts once (SUBAPP-1, SUBAPP-2); a mount that is already built links to one of its pages. Pages of
 * other resources come last in the group that their declaration specifies.
 */
export const MENU: readonly Group[] = GROUPS.map(group => ({
  ...group,
  entries: [
    ...group.entries,
    ...PAGED.filter(({ menu, path }) => menu === group.name && !PLACED.has(path)).map(entryOf),
  ],
}));
