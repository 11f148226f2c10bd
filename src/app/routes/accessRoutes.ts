import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { HISTORY_PATH, PASSKEYS_PATH, SESSIONS_PATH, TOKENS_PATH } from '../../screens/access/pages.ts';
import { lazyPage } from './lazyPage.ts';

/** The pages where a person manages their own access; they require no feature. */
export function accessRoutes(getParentRoute: () => AnyRoute): AnyRoute[] {
  type Name = 'SessionsScreen' | 'HistoryScreen' | 'TokensScreen' | 'PasskeysScreen';
  const page = (path: string, name: Name, crumb: string) =>
    createRoute({
      getParentRoute,
      path,
      component: lazyPage(() => import('../../screens/access/AccessScreens.tsx'), name),
      staticData: { meta: () => ({ title: 'My Access', fallback: 'My Access', crumb }) },
    }) as AnyRoute;
  return [
    page(SESSIONS_PATH, 'SessionsScreen', ''),
    page(HISTORY_PATH, 'HistoryScreen', 'Sign-in History'),
    page(TOKENS_PATH, 'TokensScreen', 'API Tokens'),
    page(PASSKEYS_PATH, 'PasskeysScreen', 'Passkeys'),
  ];
}
