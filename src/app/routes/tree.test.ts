// @vitest-environment happy-dom
import type { AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { isBuilt } from '../subApps.ts';
import { routeTree } from './tree.tsx';

const routesBelow = (route: AnyRoute): AnyRoute[] => {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>);
  return [route, ...children.flatMap(routesBelow)];
};

it('a page is in the menu with what can be opened exactly where its route has a screen', () => {
  const pages = routesBelow(routeTree as AnyRoute).flatMap(({ options }) => {
    const path = (options as { path?: string }).path;
    const pageAlone = path !== undefined && /^\/(carrier|ops)/.test(path) && !/\/(log|create)$/.test(path);
    return pageAlone ? [{ path, later: options.staticData?.later === true }] : [];
  });
  expect(pages.filter(page => page.later).length).toBeGreaterThan(0);
  expect(pages.filter(page => isBuilt(page.path) === page.later)).toEqual([]);
});
