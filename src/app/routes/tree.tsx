import type { ReactNode } from 'react';
import { createRoute, notFound, redirect, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import { channelConfig as configs } from '../../contract/resources/channelConfig.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { nonWorkingDays as schedules } from '../../contract/resources/nonWorkingDays.ts';
import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { rate } from '../../contract/resources/rate.ts';
import { reconSupplier } from '../../contract/resources/recon.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { ADMINISTRATION, FEATURE, SYSTEM } from '../../domain/permission.ts';
import { NOT_WHITELISTED } from '../../domain/redirect.ts';
import {
  ADMIN_TABS,
  ADMIN_BASE,
  ENTITIES_PATH,
  MODULES_PATH,
  ROLES_PATH,
  USERS_PATH,
  SCIM_PATH,
  SYSTEM_PATH,
  WHITELIST_PATH,
} from '../../screens/admin/pages.ts';
import { BRANCH_BASE, SEARCH_PATH, WEEK_PATH } from '../../screens/branchService/paths.ts';
import type { PageSet } from '../../screens/page/ListPage.tsx';
import {
  DELIVERIES_PATH,
  NOTIFY_BASE,
  PREFERENCES_PATH,
  RULES_PATH,
  TEMPLATES_PATH,
} from '../../screens/notification/pages.ts';
import { countryShown } from '../redirect.ts';
import { requireSession } from '../session/access.ts';
import {
  CHANNEL_AREA,
  CHANNEL_ENTRY_PATH,
  isPageOf,
  THREE_PL_AREA,
  type Area,
} from '../../screens/serviceable/tabs.ts';
import { taskTabs } from '../../screens/rateTasks/paths.ts';
import { RATE_TABLES_BASE, THIRD_PARTY_BASE } from '../../screens/shared/rateTabs.ts';
import { RECON_BASE, RECON_PAGES, RECON_RESOURCES, SUMMARY_PATH } from '../../screens/recon/paths.ts';
import { SHOP_PATH, SHOPS_BASE } from '../../screens/shops/paths.ts';
import { CHECK_PATH } from '../../screens/serviceable/checkHref.ts';
import { isBuilt, MOUNTS, logFeatureOf } from '../subApps.ts';
import { accessRoutes } from './accessRoutes.ts';
import { createOf, dialogsOf, frame, inFrame, leadsTo, NotFoundPage, page, root } from './framePages.tsx';
import { guarded } from './guarded.tsx';
import { logRoute } from './logRoute.tsx';
import { mountPage } from './mountPage.tsx';
import { skipSignIn } from './skipSignIn.ts';
import { lazyPage } from './lazyPage.ts';
import { resourcePages, resourceRoutes } from './resourcePages.ts';

/** All routes of the console (SHELL-4 to SHELL-9, SHELL-11, SUBAPP-1, SUBAPP-2). Screens are loaded when opened. */

/** Last step of the breadcrumb, and of the title, at an address without a page. */
const NOT_FOUND = 'Page not found';

/** An unknown page of a set redirects to its first page (SHELL-6). */
const knownTab =
  (area: Area, to: string) =>
  ({ params, search }: { params: Readonly<Record<string, string>>; search: object }): void => {
    if (!isPageOf(area, params['page']))
      throw redirect({ to, search: { ...search, ...countryShown() }, replace: true });
  };

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: skipSignIn,
  component: lazyPage(() => import('./SignInPage.tsx'), 'SignInPage'),
});

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyPage(() => import('../../screens/signIn/PasswordScreen.tsx'), 'PasswordScreen'),
});

const notWhitelisted = createRoute({
  getParentRoute: () => root,
  path: NOT_WHITELISTED,
  beforeLoad: requireSession,
  component: lazyPage(() => import('./NotWhitelistedPage.tsx'), 'NotWhitelistedPage'),
});

const home = createRoute({
  getParentRoute: inFrame,
  path: '/',
  component: lazyPage(() => import('./HomePage.tsx'), 'HomePage'),
});

const queue = createRoute({
  getParentRoute: inFrame,
  path: '/queue',
  component: lazyPage(() => import('./QueuePage.tsx'), 'QueuePage'),
  staticData: { meta: () => ({ crumb: 'Changes on this device' }) },
});

const offlineData = createRoute({
  getParentRoute: inFrame,
  path: '/offline-data',
  component: lazyPage(() => import('../../screens/offlineData/OfflineDataScreen.tsx'), 'OfflineDataScreen'),
  staticData: { meta: () => ({ crumb: 'Offline data' }) },
});

/** The routes of a set of serviceable-area pages: each page, its Create and its log (SHELL-6, SHELL-9, G84). */
function areaRoutes(area: Area, component: RouteComponent): AnyRoute[] {
  const { path, tabs, title } = area;
  const [first] = tabs;
  const pageOf = (page: string | undefined): string => (isPageOf(area, page) ? page : (first?.page ?? ''));
  /** Derives a tab's label from the page's path: "Zone Limit" for "zone-limit". */
  const labelOf = (page: string | undefined): string => tabs.find(tab => tab.page === page)?.label ?? '';
  return [
    createRoute({
      getParentRoute: inFrame,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to: `${path}/${pageOf(undefined)}`, search: { ...search, ...countryShown() }, replace: true });
      },
    }),
    createRoute({
      getParentRoute: inFrame,
      path: `${path}/$page`,
      beforeLoad: knownTab(area, `${path}/${pageOf(undefined)}`),
      component: guarded(FEATURE.serviceableArea, component),
      staticData: {
        code: FEATURE.serviceableArea,
        meta: params => ({ title, fallback: title, crumb: labelOf(params['page']) }),
      },
    }),
    ...dialogsOf(`${path}/$page`, ({ page }) => `${path}/${pageOf(page)}`),
    logRoute(
      inFrame,
      `${path}/$page/log`,
      FEATURE.serviceableArea,
      params => ({ label: labelOf(params['page']), path: `${path}/${pageOf(params['page'])}` }),
      knownTab(area, `${path}/${pageOf(undefined)}/log`),
    ),
  ] as AnyRoute[];
}

const serviceable = [
  ...areaRoutes(
    CHANNEL_AREA,
    lazyPage(() => import('../../screens/serviceable/ServiceableScreen.tsx'), 'ServiceableScreen'),
  ),
  ...areaRoutes(
    THREE_PL_AREA,
    lazyPage(() => import('../../screens/serviceable/ServiceableScreen.tsx'), 'ThreePlScreen'),
  ),
];

/**
 * The static-content page of Service Area: each channel with its lists (SUBAPP-6). The mount's own URL redirects to it.
 */
const channelEntry = [
  createRoute({
    getParentRoute: inFrame,
    path: '/opsfe/servicearea',
    beforeLoad: ({ search }) => {
      throw redirect({ to: CHANNEL_ENTRY_PATH, search: { ...search, ...countryShown() }, replace: true });
    },
  }),
  page(
    CHANNEL_ENTRY_PATH,
    FEATURE.serviceableArea,
    lazyPage(() => import('../../screens/serviceable/ChannelEntryScreen.tsx'), 'ChannelEntryScreen'),
    { title: 'Channel Entry', fallback: 'Channel Entry', crumb: 'Channel Entry' },
  ),
] as AnyRoute[];

const addressCheck = page(
  CHECK_PATH,
  FEATURE.serviceableArea,
  lazyPage(() => import('../../screens/serviceable/check/CheckScreen.tsx'), 'CheckScreen'),
  { crumb: '', fallback: 'Address Check' },
);

const coverage = page(
  '/carrier/coverage',
  FEATURE.serviceableArea,
  lazyPage(() => import('../../screens/serviceable/coverage/CoverageScreen.tsx'), 'CoverageScreen'),
  { crumb: '', fallback: 'Coverage' },
);

const SERVICE_CODES = serviceCode.page.path;
const serviceCodesPage = (path: string, name: 'ServiceCodesScreen' | 'ServiceCodeImportsScreen', crumb: string) =>
  page(
    path,
    FEATURE.serviceCode,
    lazyPage(() => import('../../screens/serviceCodes/ServiceCodesScreen.tsx'), name),
    { title: 'Service Codes', fallback: 'Service Codes', crumb },
  );

const serviceCodes = [
  serviceCodesPage(SERVICE_CODES, 'ServiceCodesScreen', ''),
  serviceCodesPage(`${SERVICE_CODES}/imports`, 'ServiceCodeImportsScreen', 'Import History'),
  ...dialogsOf(SERVICE_CODES),
  logRoute(inFrame, `${SERVICE_CODES}/log`, FEATURE.serviceCode),
];

const CDT = '/carrier/locationCDT';
const cdtPage = (path: string, component: RouteComponent, crumb: string) =>
  page(path, FEATURE.cdtOfLocation, component, { title: 'CDT of Location', fallback: 'CDT of Location', crumb });

/** CDT of Location with its lists, and the lead-time query (SHELL-4, CDT-1 to CDT-16). */
const deliveryTimes = [
  cdtPage(
    CDT,
    lazyPage(() => import('../../screens/locationCdt/LocationCdtScreen.tsx'), 'LocationCdtScreen'),
    '',
  ),
  cdtPage(
    locationCdt.page.path,
    lazyPage(() => import('../../screens/locationCdt/CdtLists.tsx'), 'CdtRowsScreen'),
    locationCdt.page.title,
  ),
  cdtPage(
    `${CDT}/leadTime`,
    lazyPage(() => import('../../screens/locationCdt/LeadTimeScreen.tsx'), 'LeadTimeScreen'),
    'Lead Time',
  ),
  ...dialogsOf(locationCdt.page.path),
  logRoute(inFrame, `${CDT}/log`, FEATURE.cdtOfLocation),
];

const locationTree = page(
  '/carrier/locationTree',
  FEATURE.locationTree,
  lazyPage(() => import('../../screens/locationTree/LocationTreeScreen.tsx'), 'LocationTreeScreen'),
  { crumb: '', fallback: 'Location Tree' },
);

const CHANNEL_CONFIG = configs.page.path;
const channelConfig = [
  page(
    CHANNEL_CONFIG,
    FEATURE.channelConfigIntegrated,
    lazyPage(() => import('../../screens/channelConfig/ChannelConfigScreen.tsx'), 'ChannelConfigScreen'),
    { crumb: '', fallback: 'Channel Config (Integrated)' },
  ),
  ...dialogsOf(CHANNEL_CONFIG),
  page(
    `${CHANNEL_CONFIG}/compare`,
    FEATURE.channelConfigIntegrated,
    lazyPage(() => import('../../screens/channelConfig/compare/CompareScreen.tsx'), 'CompareScreen'),
    { title: 'Channel Config (Integrated)', fallback: 'Channel Config (Integrated)', crumb: 'Compare' },
  ),
  page(
    `${CHANNEL_CONFIG}/copy`,
    FEATURE.channelConfigIntegrated,
    lazyPage(() => import('../../screens/channelConfig/copy/CopyScreen.tsx'), 'CopyScreen'),
    { title: 'Channel Config (Integrated)', fallback: 'Channel Config (Integrated)', crumb: 'Copy Settings' },
  ),
  logRoute(inFrame, `${CHANNEL_CONFIG}/log`, FEATURE.channelConfigIntegrated),
] as AnyRoute[];

const locationTreeLog = logRoute(inFrame, '/carrier/locationTree/log', FEATURE.locationTree);

const NON_WORKING_DAYS = schedules.page.path;
/** The tab in the address: 0 for channels, 1 for masked channels (SHELL-5). */
const isMask = (mask: string): boolean => mask === '0' || mask === '1';
const NonWorkingDays = lazyPage(
  () => import('../../screens/nonWorkingDays/NonWorkingDaysScreen.tsx'),
  'NonWorkingDaysScreen',
);
const nonWorkingDaysPage = (path: string, more: object = {}) =>
  page(path, FEATURE.nonWorkingDay, NonWorkingDays, { crumb: '', fallback: 'Non-working days' }, more);
const nonWorkingDays = [
  nonWorkingDaysPage(NON_WORKING_DAYS),
  ...dialogsOf(NON_WORKING_DAYS),
  page(
    `${NON_WORKING_DAYS}/calendar`,
    FEATURE.nonWorkingDay,
    lazyPage(() => import('../../screens/nonWorkingDays/calendar/CalendarScreen.tsx'), 'CalendarScreen'),
    { title: 'Non-working days', fallback: 'Non-working days', crumb: 'Calendar' },
  ),
  nonWorkingDaysPage(`${NON_WORKING_DAYS}/$mask`, {
    beforeLoad: ({ params }: { params: { mask: string } }) => {
      if (!isMask(params.mask)) throw notFound();
    },
    notFoundComponent: NotFoundPage,
    staticData: {
      meta: ({ mask = '' }: Readonly<Record<string, string>>) => ({
        crumb: isMask(mask) ? '' : NOT_FOUND,
        fallback: 'Non-working days',
      }),
    },
  }),
  logRoute(inFrame, `${NON_WORKING_DAYS}/log`, FEATURE.nonWorkingDay),
] as AnyRoute[];

/** Branches, pickup configurations and timeslots (LCS-1 to LCS-3), and the branch search (SUBAPP-6). */
const branchScreen = (
  name: 'BranchesScreen' | 'PickupScreen' | 'TimeslotsScreen' | 'BranchSearchScreen' | 'TimeslotWeekScreen',
) => lazyPage(() => import('../../screens/branchService/BranchScreens.tsx'), name);
const BRANCH_TITLE = { title: 'Branch Service', resources: [] };
const branchPage = (path: string, name: 'BranchSearchScreen' | 'TimeslotWeekScreen', crumb: string) =>
  page(path, FEATURE.branchService, branchScreen(name), {
    title: 'Branch Service',
    fallback: 'Branch Service',
    crumb,
  });
const branchService = [
  leadsTo(BRANCH_BASE, branch.page.path),
  ...resourceRoutes(branch, BRANCH_TITLE, branchScreen('BranchesScreen')),
  ...resourceRoutes(pickup, BRANCH_TITLE, branchScreen('PickupScreen')),
  ...resourceRoutes(timeslot, BRANCH_TITLE, branchScreen('TimeslotsScreen')),
  branchPage(SEARCH_PATH, 'BranchSearchScreen', 'Branch Search'),
  branchPage(WEEK_PATH, 'TimeslotWeekScreen', 'Timeslot Week'),
] as AnyRoute[];

/** Shops, shop types, shop groups and shipping fee rules (RULE-1 to RULE-6); each shop has a page. */
const SHOP_SET = {
  title: 'Actual Shipping Fee',
  resources: [shop, shopType, shopGroup, shippingFeeRule],
} satisfies PageSet;
const shopScreen = (name: 'ShopsScreen' | 'ShopScreen') =>
  lazyPage(() => import('../../screens/shops/ShopScreens.tsx'), name);
const shops = [
  leadsTo(SHOPS_BASE, shop.page.path),
  ...resourceRoutes(shop, SHOP_SET, shopScreen('ShopsScreen')),
  ...[shopType, shopGroup, shippingFeeRule].flatMap(resource => resourceRoutes(resource, SHOP_SET)),
  page(SHOP_PATH, shop.feature, shopScreen('ShopScreen'), {
    title: 'Actual Shipping Fee',
    fallback: 'Actual Shipping Fee',
    crumb: 'Shop',
  }),
] as AnyRoute[];

/** Reconciliation (REC-1 to REC-13); the mount's own URL redirects to its first page. */
const reconScreen = (name: (typeof RECON_PAGES)[number]['screen'] | (typeof RECON_RESOURCES)[number]['screen']) =>
  lazyPage(() => import('../../screens/recon/ReconScreens.tsx'), name);
const RECON_TITLE = { title: 'Reconciliation', resources: [] };
const recon = [
  leadsTo(RECON_BASE, SUMMARY_PATH),
  ...RECON_PAGES.flatMap(({ path, title, screen }) => [
    page(path, FEATURE.recon, reconScreen(screen), {
      title: 'Reconciliation',
      fallback: 'Reconciliation',
      crumb: title,
    }),
    logRoute(inFrame, `${path}/log`, FEATURE.recon),
  ]),
  ...RECON_RESOURCES.flatMap(({ resource, screen }) => resourceRoutes(resource, RECON_TITLE, reconScreen(screen))),
] as AnyRoute[];

/** Suppliers (REC-12); their page is in resourcePages.ts. */
const suppliers = leadsTo('/opsfe/supplier', reconSupplier.page.path);

/** Rates (RATE-1 to RATE-9); their page is in resourcePages.ts. */
const rates = leadsTo('/opsrate', rate.page.path);

/** Price lists and rate table tasks, also for third-party fees under Last Mile Fee (TASK-1, PRICE-1, FEE-1). */
const rateTasks = (['rate', 'thirdParty'] as const).flatMap(family => {
  const feature = family === 'rate' ? FEATURE.rateTable : FEATURE.thirdPartyFee;
  const title = family === 'rate' ? 'Rate Imports' : 'Last Mile Fee';
  return taskTabs(family).flatMap(({ value, label, screen }) => [
    page(
      value,
      feature,
      lazyPage(() => import('../../screens/rateTasks/RateTaskScreens.tsx'), screen),
      { title, fallback: title, crumb: label },
    ),
    logRoute(inFrame, `${value}/log`, feature),
  ]);
}) as AnyRoute[];

/** Rate tables, and third-party fees with the same pages (RATE-10 to RATE-18, FEE-1). */
function rateTables(base: string, title: string, feature: string, names: 'Rate' | 'ThirdParty'): AnyRoute[] {
  const screens = {
    '': ['Channels', '', () => import('../../screens/rateTables/ChannelsScreen.tsx')],
    '/channel/$channelId': ['Channel', 'Channel', () => import('../../screens/rateTables/ChannelScreen.tsx')],
    '/version/$id': ['Version', 'Version', () => import('../../screens/rateTables/VersionScreen.tsx')],
    '/version/$id/what-if': ['WhatIf', 'What If', () => import('../../screens/rateTables/WhatIfScreen.tsx')],
    '/compare': ['Compare', 'Compare', () => import('../../screens/rateTables/CompareScreen.tsx')],
    '/quote': ['Quote', 'Quote', () => import('../../screens/rateTables/QuoteScreen.tsx')],
    '/cheapest': ['Cheapest', 'Cheapest Channel', () => import('../../screens/rateTables/CheapestScreen.tsx')],
  } as const;
  return [
    ...Object.entries(screens).map(([path, [name, crumb, load]]) =>
      page(
        `${base}${path}`,
        feature,
        lazyPage(load as () => Promise<Record<string, () => ReactNode>>, `${names}${name}Screen`),
        { title, fallback: title, crumb },
      ),
    ),
    logRoute(inFrame, `${base}/log`, feature),
  ] as AnyRoute[];
}

const rateTableRoutes = [
  ...rateTables(RATE_TABLES_BASE, 'Rate Tables', FEATURE.rateTable, 'Rate'),
  leadsTo('/opslmfee', THIRD_PARTY_BASE),
  ...rateTables(THIRD_PARTY_BASE, 'Last Mile Fee', FEATURE.thirdPartyFee, 'ThirdParty'),
];

type AdminScreen =
  | 'UsersScreen'
  | 'EntitiesScreen'
  | 'RolesScreen'
  | 'ModulesScreen'
  | 'WhitelistScreen'
  | 'ScimScreen'
  | 'SystemScreen';
const adminPage = (path: string, name: AdminScreen, crumb: string, code: string = ADMINISTRATION) =>
  page(
    path,
    code,
    lazyPage(() => import('../../screens/admin/AdminScreens.tsx'), name),
    { title: 'System Setting', fallback: 'System Setting', crumb },
  );
/** Administration (USER-1 to USER-8, G97); the mount's own URL redirects to its first page. */
const administration = [
  leadsTo(ADMIN_BASE, USERS_PATH),
  adminPage(USERS_PATH, 'UsersScreen', ''),
  adminPage(ENTITIES_PATH, 'EntitiesScreen', 'Entities'),
  adminPage(ROLES_PATH, 'RolesScreen', 'Roles'),
  adminPage(MODULES_PATH, 'ModulesScreen', 'Modules'),
  adminPage(WHITELIST_PATH, 'WhitelistScreen', 'Whitelist'),
  adminPage(SCIM_PATH, 'ScimScreen', 'Provisioning', SYSTEM),
  adminPage(SYSTEM_PATH, 'SystemScreen', 'System', SYSTEM),
  ...dialogsOf(USERS_PATH, () => USERS_PATH, true),
  ...[ENTITIES_PATH, ROLES_PATH, MODULES_PATH].flatMap(path => dialogsOf(path)),
  createOf(WHITELIST_PATH),
  ...ADMIN_TABS.map(({ value }) => logRoute(inFrame, `${value}/log`, ADMINISTRATION)),
] as AnyRoute[];

type NotifyScreen =
  | 'RulesScreen'
  | 'RuleCreateScreen'
  | 'RuleEditScreen'
  | 'RuleViewScreen'
  | 'TemplatesScreen'
  | 'TemplateCreateScreen'
  | 'TemplateEditScreen'
  | 'TemplateViewScreen'
  | 'DeliveriesScreen';
const notifyPage = (path: string, name: NotifyScreen, crumb: string, right: string = FEATURE.notification) =>
  page(
    path,
    right,
    lazyPage(
      () =>
        import('../../screens/notification/NotificationScreens.tsx') as Promise<
          Readonly<Record<NotifyScreen, () => ReactNode>>
        >,
      name,
    ),
    { title: 'Notification', fallback: 'Notification', crumb },
  );
const NOTIFY_WRITE = `${FEATURE.notification}.write`;
/**
 * Trigger rules and templates with their list, create, edit and view pages (NOTIF-1, NOTIF-2, G98); sent notifications;
 * a person's own preferences.
 */
const notification = [
  createRoute({
    getParentRoute: inFrame,
    path: NOTIFY_BASE,
    beforeLoad: ({ search }) => {
      throw redirect({ to: RULES_PATH, search: { ...search, ...countryShown() }, replace: true });
    },
  }),
  notifyPage(RULES_PATH, 'RulesScreen', ''),
  notifyPage(`${RULES_PATH}/create`, 'RuleCreateScreen', 'Create Trigger Rule', NOTIFY_WRITE),
  notifyPage(`${RULES_PATH}/edit/$id`, 'RuleEditScreen', 'Edit Trigger Rule', NOTIFY_WRITE),
  notifyPage(`${RULES_PATH}/view/$id`, 'RuleViewScreen', 'Trigger Rule'),
  notifyPage(TEMPLATES_PATH, 'TemplatesScreen', 'Templates'),
  notifyPage(`${TEMPLATES_PATH}/create`, 'TemplateCreateScreen', 'Create Template', NOTIFY_WRITE),
  notifyPage(`${TEMPLATES_PATH}/edit/$id`, 'TemplateEditScreen', 'Edit Template', NOTIFY_WRITE),
  notifyPage(`${TEMPLATES_PATH}/view/$id`, 'TemplateViewScreen', 'Template'),
  notifyPage(DELIVERIES_PATH, 'DeliveriesScreen', 'Deliveries'),
  createRoute({
    getParentRoute: inFrame,
    path: PREFERENCES_PATH,
    component: lazyPage(() => import('../../screens/notification/PreferencesScreen.tsx'), 'PreferencesScreen'),
    staticData: { meta: () => ({ title: 'Notification', fallback: 'Notification', crumb: 'My Preferences' }) },
  }),
  logRoute(inFrame, `${RULES_PATH}/log`, FEATURE.notification),
  logRoute(inFrame, `${TEMPLATES_PATH}/log`, FEATURE.notification),
  logRoute(inFrame, `${DELIVERIES_PATH}/log`, FEATURE.notification),
] as AnyRoute[];

const mounts = MOUNTS.flatMap(mount => [
  ...(isBuilt(`/${mount.path}`) ? [] : [mountPage(inFrame, mount)]),
  logRoute(inFrame, `/${mount.path}/log`, logFeatureOf(mount)),
]);

/** Any other URL shows the Not Found page. */
const unknown = createRoute({
  getParentRoute: inFrame,
  path: '/$',
  component: NotFoundPage,
  staticData: { unknown: true, meta: () => ({ crumb: NOT_FOUND }) },
});

export const routeTree = root.addChildren([
  login,
  password,
  notWhitelisted,
  frame.addChildren([
    home,
    queue,
    offlineData,
    ...accessRoutes(inFrame),
    ...serviceable,
    ...channelEntry,
    addressCheck,
    coverage,
    ...serviceCodes,
    ...resourcePages,
    locationTree,
    locationTreeLog,
    ...deliveryTimes,
    ...nonWorkingDays,
    ...channelConfig,
    ...branchService,
    ...shops,
    rates,
    ...recon,
    suppliers,
    ...rateTasks,
    ...rateTableRoutes,
    ...administration,
    ...notification,
    ...mounts,
    unknown,
  ]),
]);
