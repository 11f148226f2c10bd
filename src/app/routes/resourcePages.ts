import type { AnyRoute, RouteComponent } from '@tanstack/react-router';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { rate } from '../../contract/resources/rate.ts';
import { reconSupplier } from '../../contract/resources/recon.ts';
import type { PageSet } from '../../screens/page/ListPage.tsx';
import type { PagedResource } from '../../screens/page/pageOf.ts';
import { dialogsOf, inFrame, page } from './framePages.tsx';
import { lazyPage } from './lazyPage.ts';
import { logRoute } from './logRoute.tsx';

/**
 * The routes of a resource's page, its dialogs and its log; path and heading are taken from the declaration.
 *
 * @param component if omitted, the page shows only the list, with the tabs of its set
 */
export function resourceRoutes(resource: PagedResource, set?: PageSet, component?: RouteComponent): AnyRoute[] {
  const { page: declared, feature } = resource;
  const { path, title } = declared;
  const own =
    component ??
    lazyPage(
      () => import('../../screens/page/ListPage.tsx').then(({ plainPage }) => ({ Page: plainPage(resource, set) })),
      'Page',
    );
  const meta = set ? { title: set.title, fallback: set.title, crumb: title } : { crumb: '', fallback: title };
  return [page(path, feature, own, meta), ...dialogsOf(path), logRoute(inFrame, `${path}/log`, feature)] as AnyRoute[];
}

/** The resources whose page has a list of its own and nothing else. */
const OWN_PAGES: readonly PagedResource[] = [channelCdt, rate, reconSupplier];

export const resourcePages = OWN_PAGES.flatMap(resource => resourceRoutes(resource));
