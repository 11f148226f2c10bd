/**
 * What the shell mounts (SUBAPP-1 to SUBAPP-6). The one place to edit: business areas and project names are decisions
 * (G29), the thirty path names are the specification's. A mount's title is what its page is called where the menu names
 * no entry for it.
 */

import { SHELL_PROJECT } from './documentTitle.ts';

export type BusinessArea = 'FIN' | 'LFS' | 'LOP' | 'LPS' | '3PL' | 'Root';

export interface Mount {
  /** Static path name, without a leading slash. */
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
  mount('opscdt', 'LOP', 'Channel Delivery Time'),
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
  mount('opsfe/servicearea', 'LOP', 'Service Area'),
  mount('opsfe/supplier', '3PL', 'Supplier'),
  mount('opsfe/wbc', 'LFS', 'Waybill Center'),
  mount('opsfe/exceptionalordercenter', 'LFS', 'Exceptional Order Center'),
  mount('opsfe/opssystemtool', 'Root', 'System Tool'),
] as const satisfies readonly Mount[];

export interface Project {
  /** What X-Ops-Project carries while one of its pages is open. */
  readonly name: string;
  /** Static pages it loads, as paths of the console. A path covers what lies below it. */
  readonly pages: readonly string[];
}

/** The twelve sub-application projects (SUBAPP-4). They group pages, not mounts. */
export const PROJECTS: readonly Project[] = [
  {
    name: 'rate-table',
    pages: [
      '/opsrate',
      '/opsrate/rates',
      '/opsasf',
      '/opsasf/shops',
      '/opsasf/shop-types',
      '/opsasf/shop-groups',
      '/opsasf/fee-rules',
      '/opslmfee',
    ],
  },
  {
    name: 'channel-config',
    pages: ['/carrier/channelConfigIntegrated', '/carrier/serviceCodes', '/opspartnerintegration', '/ops3plgroup'],
  },
  { name: 'reconciliation', pages: ['/opsclaimsrecon', '/opscodrecon', '/opslogisticsrecon'] },
  {
    name: 'pickup-branch',
    pages: [
      '/opsfe/branchservice',
      '/opsfe/branchservice/branches',
      '/opsfe/branchservice/pickup',
      '/opsfe/branchservice/timeslots',
      '/opslls',
    ],
  },
  {
    name: 'service-area',
    pages: [
      '/carrier/serviceable',
      '/carrier/serviceable3pl',
      '/carrier/serviceability',
      '/carrier/coverage',
      '/opsfe/servicearea',
    ],
  },
  { name: 'non-working-days', pages: ['/carrier/nonWorkingDays'] },
  {
    name: 'location-data',
    pages: ['/carrier/locationCDT', '/carrier/channelCDT', '/carrier/locationTree', '/opscdt', '/opssla'],
  },
  {
    // The static-content sub-application with the pages registered into it (SUBAPP-6).
    name: 'static-content',
    pages: [
      '/opsfe/notification',
      '/opsfe/notification/triggerRule',
      '/opsfe/notification/template',
      '/opsfe/servicearea/channelEntry',
      '/opsfe/branchservice/settingSearch',
    ],
  },
  { name: 'order-fulfilment', pages: ['/opsawb', '/opsfe/lfs', '/opsfe/wbc', '/opsfe/exceptionalordercenter'] },
  { name: 'finance', pages: ['/opsspxfinance', '/opsspx', '/opsbms', '/opsfe/supplier'] },
  { name: 'smart-routing', pages: ['/opssmartrouting', '/opslps'] },
  {
    name: 'system',
    pages: [
      '/opssystemsettingv2',
      '/opssystemsettingv2/users',
      '/opsicms',
      '/opsopenaccess',
      '/opsopendoc',
      '/opsfe/opsdocsmanagement',
      '/opsfe/opssystemtool',
    ],
  },
];

const covers = (page: string, path: string): boolean => path === page || path.startsWith(`${page}/`);

/**
 * Whether a path of the menu leads to a screen that is built: all registered carrier pages, and those of rates, shops, branches and administration
 * are. An entry that leads elsewhere is in the menu's folded group "Later".
 */
export const isBuilt = (path: string): boolean =>
  /^\/(carrier|opsrate|opsasf|opssystemsettingv2|opsfe\/branchservice)(\/|$)/.test(pageOf(path) ?? '');

/** The mount a path lies in: the longest one, so that `/opsfe/lfs/log` belongs to `opsfe/lfs`. */
export const mountOf = (path: string): Mount | undefined =>
  longest(MOUNTS, candidate => (covers(`/${candidate.path}`, path) ? candidate.path : null));

/** The project whose page a path is, by the longest page; undefined for the shell's own pages. */
export const projectOf = (path: string): Project | undefined =>
  longest(PROJECTS, project => longest(project.pages, page => (covers(page, path) ? page : null)) ?? null);

/** What X-Ops-Project carries on a path: its project's name, or the shell's own (REQ-6, G79). */
export const projectNameOf = (path: string): string => projectOf(path)?.name ?? SHELL_PROJECT;

/** The registered page that a path lies in, by the longest: "/carrier/serviceable" for its tabs and logs. */
export const pageOf = (path: string): string | undefined =>
  longest(
    PROJECTS.flatMap(project => project.pages),
    page => (covers(page, path) ? page : null),
  );

/** The candidate with the longest fit. */
function longest<T>(candidates: readonly T[], fit: (candidate: T) => string | null): T | undefined {
  let best: T | undefined;
  let length = -1;
  for (const candidate of candidates) {
    const found = fit(candidate);
    if (found !== null && found.length > length) [best, length] = [candidate, found.length];
  }
  return best;
}
