import { createRootRoute, createRoute, redirect, type AnyRoute } from '@tanstack/react-router';
import { FEATURE } from '../../domain/permission.ts';
import { Frame } from '../frame/Frame.tsx';
import { requireAccess, requireSession } from '../session/access.ts';
import { SERVICEABLE_TABS, isServiceablePage } from '../../screens/serviceable/tabs.ts';
import { MOUNTS } from '../subApps.ts';
import { NotFoundPage, RouteError } from './faults.tsx';
import { guarded } from './guarded.tsx';
import { logRoute } from './logRoute.tsx';
import { mountPage, unbuiltPage } from './unbuilt.tsx';
import { skipSignIn } from './skipSignIn.ts';
import { lazyPage } from './lazyPage.ts';

/** Every address of the console (SHELL-4 to SHELL-9, SHELL-11, SUBAPP-1, SUBAPP-2). Screens are loaded when opened. */

const SERVICEABLE_TITLE = 'Channel Serviceable Area';

/** "zone-limit" as the tab is called: "Zone Limit". */
const tabLabel = (page: string | undefined): string => SERVICEABLE_TABS.find(tab => tab.page === page)?.label ?? '';

/** A page that is none of the five is the first one (SHELL-6), said by the address too. */
const knownTab =
  (to: string) =>
  ({ params, search }: { params: Readonly<Record<string, string>>; search: object }): void => {
    if (!isServiceablePage(params['page'])) throw redirect({ to, search, replace: true });
  };

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: RouteError });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: skipSignIn,
  component: lazyPage(() => import('./SignInPage.tsx'), 'SignInPage'),
});

const notWhitelisted = createRoute({
  getParentRoute: () => root,
  path: '/not-whitelisted',
  beforeLoad: requireSession,
  component: lazyPage(() => import('./NotWhitelistedPage.tsx'), 'NotWhitelistedPage'),
});

/** Everything that needs a signed-in, whitelisted person; checked before each navigation (SHELL-3). */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: requireAccess,
  component: Frame,
  errorComponent: RouteError,
});

const inFrame = () => frame;

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

const serviceableStart = createRoute({
  getParentRoute: inFrame,
  path: '/carrier/serviceable',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/carrier/serviceable/location', search, replace: true });
  },
});

const serviceable = createRoute({
  getParentRoute: inFrame,
  path: '/carrier/serviceable/$page',
  beforeLoad: knownTab('/carrier/serviceable/location'),
  component: guarded(
    FEATURE.serviceableArea,
    lazyPage(() => import('../../screens/serviceable/ServiceableScreen.tsx'), 'ServiceableScreen'),
  ),
  staticData: {
    meta: params => ({ title: SERVICEABLE_TITLE, fallback: SERVICEABLE_TITLE, crumb: tabLabel(params['page']) }),
  },
});

/** Create is a dialog on its list: the address opens the list with it (LIST-4). */
const serviceableCreate = createRoute({
  getParentRoute: inFrame,
  path: '/carrier/serviceable/$page/create',
  beforeLoad: ({ params, search }) => {
    const page = isServiceablePage(params.page) ? params.page : 'location';
    throw redirect({ to: `/carrier/serviceable/${page}`, search, state: { creates: true }, replace: true });
  },
});

const serviceableLog = logRoute(
  inFrame,
  '/carrier/serviceable/$page/log',
  FEATURE.serviceableArea,
  params => ({ label: tabLabel(params['page']), path: `/carrier/serviceable/${params['page'] ?? 'location'}` }),
  knownTab('/carrier/serviceable/location/log'),
);

const SERVICE_CODES = '/carrier/serviceCodes';
const serviceCodesPage = (path: string, name: 'ServiceCodesScreen' | 'ServiceCodeImportsScreen', crumb: string) =>
  createRoute({
    getParentRoute: inFrame,
    path,
    component: guarded(
      FEATURE.serviceCode,
      lazyPage(() => import('../../screens/serviceCodes/ServiceCodesScreen.tsx'), name),
    ),
    staticData: { meta: () => ({ title: 'Service Codes', fallback: 'Service Codes', crumb }) },
  });

const serviceCodes = [
  serviceCodesPage(SERVICE_CODES, 'ServiceCodesScreen', ''),
  serviceCodesPage(`${SERVICE_CODES}/imports`, 'ServiceCodeImportsScreen', 'Import History'),
  createRoute({
    getParentRoute: inFrame,
    path: `${SERVICE_CODES}/create`,
    beforeLoad: ({ search }) => {
      throw redirect({ to: SERVICE_CODES, search, state: { creates: true }, replace: true });
    },
  }),
  logRoute(inFrame, `${SERVICE_CODES}/log`, FEATURE.serviceCode),
];

const locationTree = createRoute({
  getParentRoute: inFrame,
  path: '/carrier/locationTree',
  component: guarded(
    FEATURE.locationTree,
    lazyPage(() => import('../../screens/locationTree/LocationTreeScreen.tsx'), 'LocationTreeScreen'),
  ),
  staticData: { meta: () => ({ crumb: '', fallback: 'Location Tree' }) },
});

const locationTreeLog = logRoute(inFrame, '/carrier/locationTree/log', FEATURE.locationTree);

const carrier = (path: string, feature: string, name: string, more: readonly string[] = []): AnyRoute[] => [
  ...[path, `${path}/create`, ...more].map(address =>
    unbuiltPage(inFrame, address, { feature, name, history: `${path}/log` }),
  ),
  logRoute(inFrame, `${path}/log`, feature),
];

const mounts = MOUNTS.flatMap(mount => [mountPage(inFrame, mount), logRoute(inFrame, `/${mount.path}/log`, null)]);

/** A menu entry that no route knows is not built yet; any other address is not found. */
const unknown = createRoute({
  getParentRoute: inFrame,
  path: '/$',
  component: NotFoundPage,
  staticData: { meta: () => ({ crumb: 'Page not found' }) },
});

export const routeTree = root.addChildren([
  login,
  notWhitelisted,
  frame.addChildren([
    home,
    queue,
    offlineData,
    serviceableStart,
    serviceable,
    serviceableCreate,
    serviceableLog,
    ...serviceCodes,
    locationTree,
    locationTreeLog,
    ...carrier('/carrier/locationCDT', FEATURE.cdtOfLocation, 'CDT of Location'),
    ...carrier('/carrier/nonWorkingDays', FEATURE.nonWorkingDay, 'Non-working days', [
      '/carrier/nonWorkingDays/0',
      '/carrier/nonWorkingDays/1',
    ]),
    ...carrier('/carrier/channelConfigIntegrated', FEATURE.channelConfigIntegrated, 'Channel Config (Integrated)'),
    ...mounts,
    unknown,
  ]),
]);
