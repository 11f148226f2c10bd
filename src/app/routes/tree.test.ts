// @vitest-environment happy-dom
import type { AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import { isBuilt } from '../subApps.ts';
import { routeTree } from './tree.tsx';

const routesBelow = (route: AnyRoute): AnyRoute[] => {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>);
  return [route, ...children.flatMap(routesBelow)];
};

it('a mount loads a sub-application exactly if this product does not have its pages', () => {
  const pages = routesBelow(routeTree as AnyRoute).flatMap(({ options }) => {
    const path = (options as { path?: string }).path;
    const pageAlone = path !== undefined && /^\/(carrier|ops)/.test(path) && !/\/(log|create)$/.test(path);
    return pageAlone ? [{ path, mounted: options.staticData?.mounted === true }] : [];
  });
  expect(pages.filter(page => page.mounted).length).toBeGreaterThan(0);
  expect(pages.filter(page => isBuilt(page.path) === page.mounted)).toEqual([]);
});

it('every feature has a page of its log (LOG-1, LOG-12 to LOG-17)', () => {
  const codes = routesBelow(routeTree as AnyRoute).map(({ options }) => options.staticData?.logCode);
  expect([...Object.values(FEATURE), ADMINISTRATION].filter(code => !codes.includes(code))).toEqual([]);
});
