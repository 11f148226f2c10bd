/**
 * Maps each page of the console to its project (SUBAPP-4, SUBAPP-5, G29): `domain/mounts` lists the thirty paths with
 * their business areas, and this table lists the projects with their pages. Together they form the table in
 * docs/mounts.md.
 */

import type { Page, ProjectName, Resource } from '../contract/resource.ts';
import { RESOURCES } from '../contract/resources/all.ts';
import { MOUNTS, type Mount } from '../domain/mounts.ts';
import { ADMINISTRATION, FEATURE } from '../domain/permission.ts';
import { SHELL_PROJECT } from './documentTitle.ts';

export { MOUNTS, type Mount };

export interface Project {
  /** Value of X-Ops-Project while one of the project's pages is open. */
  readonly name: ProjectName;
  /** Paths of the console's static pages that belong to the project. A path covers everything below it. */
  readonly pages: readonly string[];
}

/** The twelve sub-application projects (SUBAPP-4), without the pages of resources. They group pages, not mounts. */
const GROUPED: readonly Project[] = [
  {
    name: 'rate-table',
    pages: [
      '/opsrate',
      '/opsrate/price-lists',
      '/opsrate/tasks',
      '/opsrate/tables',
      '/opsasf',
      '/opslmfee',
      '/opslmfee/price-lists',
      '/opslmfee/tasks',
      '/opslmfee/tables',
    ],
  },
  {
    name: 'channel-config',
    pages: ['/opspartnerintegration', '/ops3plgroup'],
  },
  { name: 'reconciliation', pages: ['/opsclaimsrecon', '/opscodrecon', '/opslogisticsrecon'] },
  {
    name: 'pickup-branch',
    pages: ['/opsfe/branchservice', '/opslls'],
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
  { name: 'non-working-days', pages: [] },
  {
    name: 'location-data',
    pages: ['/carrier/locationCDT', '/carrier/locationTree', '/opscdt', '/opssla'],
  },
  {
    // The static-content sub-application with the pages registered into it (SUBAPP-6).
    name: 'static-content',
    pages: [
      '/opsfe/notification',
      '/opsfe/notification/triggerRule',
      '/opsfe/notification/template',
      '/opsfe/notification/deliveries',
      '/opsfe/notification/preferences',
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

const RESOURCE_PAGES = (RESOURCES as readonly Resource[]).flatMap(({ page, feature }) =>
  page ? [{ ...page, feature }] : [],
);

/** Whether a resource's page is one of a project's pages: the declaration says so, or the page is below their mount. */
const isOfProject = ({ path, project }: Page, { name, pages }: Project): boolean =>
  project === undefined
    ? mountOf(path) !== undefined && !pages.includes(path) && pages.some(page => covers(page, path))
    : project === name;

/** The twelve sub-application projects (SUBAPP-4), including the resource pages. */
export const PROJECTS: readonly Project[] = GROUPED.map(group => ({
  ...group,
  pages: [...group.pages, ...RESOURCE_PAGES.filter(page => isOfProject(page, group)).map(({ path }) => path)],
}));

/** The features of mounts with pages of this product that belong to no resource. */
const OWN_MOUNTS: Readonly<Record<string, string>> = {
  opssystemsettingv2: ADMINISTRATION,
  'opsfe/notification': FEATURE.notification,
  'opsfe/servicearea': FEATURE.serviceableArea,
  opslmfee: FEATURE.thirdPartyFee,
};

/**
 * The feature whose log is shown for a mount with pages of this product; null for other mounts, whose URL specifies the
 * feature.
 */
export const logFeatureOf = ({ path }: Mount): string | null =>
  OWN_MOUNTS[path] ?? RESOURCE_PAGES.find(page => mountOf(page.path)?.path === path)?.feature ?? null;

/**
 * Whether this product itself includes the pages of a path: all registered carrier pages, and those of mounts with
 * pages of this product. Any other mount loads a separately deployed sub-application (docs/sub-applications.md).
 */
export const isBuilt = (path: string): boolean => {
  const page = pageOf(path) ?? '';
  const mount = mountOf(page);
  return covers('/carrier', page) || (mount !== undefined && logFeatureOf(mount) !== null);
};

/** The mount that contains a path: the longest one, so that `/opsfe/lfs/log` belongs to `opsfe/lfs`. */
export function mountOf(path: string): Mount | undefined {
  return longest(MOUNTS, candidate => (covers(`/${candidate.path}`, path) ? candidate.path : null));
}

/** The project to which a path belongs, by the longest matching page; undefined for the shell's own pages. */
export const projectOf = (path: string): Project | undefined =>
  longest(PROJECTS, project => longest(project.pages, page => (covers(page, path) ? page : null)) ?? null);

/** Value of X-Ops-Project for a path: its project's name, or the shell's (REQ-6, G79). */
export const projectNameOf = (path: string): string => projectOf(path)?.name ?? SHELL_PROJECT;

/** The longest registered page that contains a path: "/carrier/serviceable" for its tabs and logs. */
export const pageOf = (path: string): string | undefined =>
  longest(
    PROJECTS.flatMap(project => project.pages),
    page => (covers(page, path) ? page : null),
  );

/** The candidate with the longest match. */
function longest<T>(candidates: readonly T[], fit: (candidate: T) => string | null): T | undefined {
  let best: T | undefined;
  let length = -1;
  for (const candidate of candidates) {
    const found = fit(candidate);
    if (found !== null && found.length > length) [best, length] = [candidate, found.length];
  }
  return best;
}
