import { useMemo, useSyncExternalStore } from 'react';
import { useRouter, type AnyRoute } from '@tanstack/react-router';
import type { Country } from '../domain/country.ts';
import { useUi } from '../ui/UiContext.ts';
import { recentPages, subscribePages, type RecentPage } from './recent.ts';

/** Whether an address leads to a page that the person may open. */
export const isOffered = (routes: readonly AnyRoute[], can: (code: string) => boolean): boolean =>
  routes.every(({ options }) => {
    const { code, unknown } = options.staticData ?? {};
    return unknown !== true && (code === undefined || can(code));
  });

/** The pages of a country that the person may still open; a permission may have been removed since the visit. */
export function useRecentPages(userId: number, country: Country): readonly RecentPage[] {
  const router = useRouter();
  const { can } = useUi();
  const pages = useSyncExternalStore(subscribePages, () => recentPages(userId));
  return useMemo(
    () =>
      pages.filter(
        page =>
          page.country === country && isOffered(router.getMatchedRoutes(page.path)[0] as readonly AnyRoute[], can),
      ),
    [pages, country, router, can],
  );
}
