// @vitest-environment happy-dom
import { createRouter, type AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { CONSOLE_PAGES, hasPage, OPEN_MOUNTS } from '../../contract/consolePages.ts';
import { ADMINISTRATION, FEATURE, SYSTEM } from '../../domain/permission.ts';
import { isOffered } from '../useRecentPages.ts';
import { isBuilt, MOUNTS } from '../subApps.ts';
import { CHANNEL_AREA, THREE_PL_AREA } from '../../screens/serviceable/tabs.ts';
import { routeTree } from './tree.tsx';

const routesBelow = (route: AnyRoute): AnyRoute[] => {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>);
  return [route, ...children.flatMap(routesBelow)];
};

it('a mount loads a sub-application if and only if this product does not include its pages', () => {
  const pages = routesBelow(routeTree as AnyRoute).flatMap(({ options }) => {
    const path = (options as { path?: string }).path;
    const pageAlone =
      path !== undefined && /^\/(carrier|ops)/.test(path) && !/\/(log|create|(edit|view)\/\$)$/.test(path);
    return pageAlone ? [{ path, mounted: options.staticData?.mounted === true }] : [];
  });
  expect(pages.filter(page => page.mounted).length).toBeGreaterThan(0);
  expect(pages.filter(page => isBuilt(page.path) === page.mounted)).toEqual([]);
});

it('every feature has a log page (LOG-1, LOG-12 to LOG-17)', () => {
  const codes = routesBelow(routeTree as AnyRoute).map(({ options }) => options.staticData?.logCode);
  expect([...Object.values(FEATURE), ADMINISTRATION].filter(code => !codes.includes(code))).toEqual([]);
});

it('every page of the console, and no other path, can be linked from a menu entry', () => {
  const tabs = [CHANNEL_AREA, THREE_PL_AREA].flatMap(area => area.tabs.map(({ page }) => `${area.path}/${page}`));
  const paths = routesBelow(routeTree as AnyRoute).flatMap(({ options }) => (options as { path?: string }).path ?? []);
  const OUTSIDE = ['/login', '/password', '/not-whitelisted', '/$'];
  const pages = [...paths.filter(path => !/\$|\/(log|create)$/.test(path) && !OUTSIDE.includes(path)), ...tabs];
  expect([...CONSOLE_PAGES].sort()).toEqual([...new Set(pages)].sort());
  const mounted = paths
    .filter(path => path.endsWith('/$') && !/^\/\$|\/(edit|view)\/\$$/.test(path))
    .map(path => path.slice(0, -2));
  expect([...OPEN_MOUNTS].sort()).toEqual(mounted.sort());
  for (const path of [...paths.filter(own => !own.includes('$') && !OUTSIDE.includes(own)), '/opsawb/any/page?a=1'])
    expect([path, hasPage(path)]).toEqual([path, true]);
  for (const path of ['/carrier', '/carrier/serviceCode', '/opsrate/table', '/login', '/opsawbs', '/nowhere/log'])
    expect([path, hasPage(path)]).toEqual([path, false]);
});

it('the log of each administration, notification and built-in mount page specifies its subject', () => {
  const codes = new Map(
    routesBelow(routeTree as AnyRoute).map(({ options }) => [
      (options as { path?: string }).path,
      options.staticData?.logCode,
    ]),
  );
  const own = CONSOLE_PAGES.filter(path => /^\/(opssystemsettingv2\/|opsfe\/notification\/(?!preferences))/.test(path));
  expect(own.filter(path => typeof codes.get(`${path}/log`) !== 'string')).toEqual([]);
  const built = MOUNTS.map(({ path }) => `/${path}`).filter(isBuilt);
  expect(built.filter(path => typeof codes.get(`${path}/log`) !== 'string')).toEqual([]);
});

it('a recent page is offered only while it exists and the person has its permission', () => {
  const router = createRouter({ routeTree });
  const offered = (path: string, missing: string) =>
    isOffered(router.getMatchedRoutes(path)[0] as readonly AnyRoute[], code => code !== missing);
  const pages: readonly (readonly [path: string, code: string])[] = [
    ['/carrier/serviceable/zone-limit', FEATURE.serviceableArea],
    ['/carrier/nonWorkingDays/calendar', FEATURE.nonWorkingDay],
    ['/opsrate/tables/version/7', FEATURE.rateTable],
    ['/opslogisticsrecon/summary', FEATURE.recon],
    ['/opsfe/notification/triggerRule/create', `${FEATURE.notification}.write`],
    ['/opssystemsettingv2/system', SYSTEM],
  ];
  for (const [path, code] of pages) {
    expect([path, offered(path, '')]).toEqual([path, true]);
    expect([path, offered(path, code)]).toEqual([path, false]);
  }
  expect(offered('/opsrate/nowhere', '')).toBe(false);
  expect(offered('/opsfe/notification/preferences', FEATURE.notification)).toBe(true);
});
