import { createRootRoute, createRoute, redirect, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import { Frame } from '../frame/Frame.tsx';
import { countryShown } from '../redirect.ts';
import { requireAccess } from '../session/access.ts';
import type { PageMeta } from '../pageMeta.ts';
import { guarded } from './guarded.tsx';
import { lazyPage } from './lazyPage.ts';

/** What the routes of pages are made of: the frame around every page, and the kinds of routes below it. */

/** Shown for unknown URLs. */
export const NotFoundPage = lazyPage(() => import('./NotFoundPage.tsx'), 'NotFoundPage');

/** The root of all routes. */
export const root = createRootRoute({ notFoundComponent: NotFoundPage });

/** Parent of all pages that require a signed-in, whitelisted person; checked before each navigation (SHELL-3). */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: requireAccess,
  component: Frame,
});

/** The parent, as routes expect it. */
export const inFrame = () => frame;

/** A separate page for people with the feature. */
export const page = (path: string, feature: string, component: RouteComponent, meta: PageMeta, more: object = {}) =>
  createRoute({
    getParentRoute: inFrame,
    path,
    component: guarded(feature, component),
    staticData: { code: feature, meta: () => meta },
    ...more,
  });

/** The path of the list to which a route below it belongs. */
type ListOf = (params: Readonly<Record<string, string>>) => string;

/** Create is a dialog on the list: its URL opens the list with the dialog (LIST-4). */
export const createOf = (path: string, listOf: ListOf = () => path) =>
  createRoute({
    getParentRoute: inFrame,
    path: `${path}/create`,
    beforeLoad: ({ params, search }) => {
      throw redirect({
        to: listOf(params),
        search: { ...search, ...countryShown() },
        state: { creates: true },
        replace: true,
      });
    },
  });

/**
 * The form and the view of a record are dialogs on its list too: `{path}/edit/{id}` and `{path}/view/{id}` open the list,
 * filtered to the record, with the dialog (G75).
 */
const recordsOf = (path: string, listOf: ListOf, isSearched: boolean) =>
  (['edit', 'view'] as const).map(action =>
    createRoute({
      getParentRoute: inFrame,
      path: `${path}/${action}/$`,
      beforeLoad: async ({ params }) => {
        const { _splat = '', ...others } = params as Readonly<Record<string, string>>;
        const { toRecord } = await import('./recordAddress.ts');
        throw toRecord(listOf(others), action, _splat, isSearched);
      },
    }),
  );

/**
 * The addresses of a list's dialogs: Create, and the form and the view of each record.
 *
 * @param isSearched whether the list finds a record by its id in its search box; a declared resource has filters instead
 */
export const dialogsOf = (path: string, listOf: ListOf = () => path, isSearched = false): AnyRoute[] =>
  [createOf(path, listOf), ...recordsOf(path, listOf, isSearched)] as AnyRoute[];

/** Redirects a path to the first page below it. */
export const leadsTo = (path: string, to: string) =>
  createRoute({
    getParentRoute: inFrame,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to, search: { ...search, ...countryShown() }, replace: true });
    },
  }) as AnyRoute;
