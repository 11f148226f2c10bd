import { SESSIONS_PATH } from '../../screens/access/pages.ts';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useSyncExternalStore } from 'react';
import type { MenuNode } from '../../contract/session.ts';
import type { StoredSession } from '../../sync/session/session.ts';
import type { Shell } from '../appContext.ts';
import { buildMenu, placeOf } from '../menu.ts';
import { canInstall, install, subscribeInstall } from '../installPrompt.ts';
import { principalOf } from '../session/principal.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { switchCountry } from '../session/switchCountry.ts';
import { CountryFilters } from '../address/countryFilters.ts';

/** The filters of this tab's pages, by country. */
const filters = new CountryFilters();

/**
 * The current country's menu; if it was never fetched, another country's menu, filtered by the permissions in this
 * country.
 */
function cachedMenu({ info, menu }: StoredSession): readonly MenuNode[] | undefined {
  return menu[info.currentEntity] ?? Object.values(menu).find(nodes => nodes.length > 0);
}

type Openers = Pick<Shell, 'openPalette' | 'openShortcuts'>;

/** The frame's context, built from the session, the URL and the frame's own state. */
export function useShellValue({ session }: SessionState, openers: Openers, signOut: Shell['signOut']): Shell {
  const navigate = useNavigate();
  const router = useRouter();
  const path = useLocation({ select: location => location.pathname });
  const installable = useSyncExternalStore(subscribeInstall, canInstall);
  const { info } = session;
  const nodes = cachedMenu(session);
  const menu = useMemo(() => buildMenu(nodes ?? [], principalOf(info), info.currentEntity), [nodes, info]);
  const place = useMemo(() => placeOf(menu, path), [menu, path]);

  return useMemo<Shell>(
    () => ({
      entity: info.currentEntity,
      countries: info.entities.map(row => row.country),
      menu,
      menuKnown: nodes !== undefined,
      place,
      async switchTo(country) {
        if (country === info.currentEntity) return;
        const { pathname, search } = router.state.location;
        // Another person may sign in in the same tab.
        const page = `${info.userId} ${pathname}`;
        const next = filters.switched(page, info.currentEntity, country, search);
        await navigate({ to: '.', search: next as never, replace: true });
        await switchCountry(country);
      },
      ...openers,
      openQueue: () => void navigate({ to: '/queue' }),
      openOfflineData: () => void navigate({ to: '/offline-data' }),
      openAccess: () => void navigate({ to: SESSIONS_PATH }),
      signOut,
      install: installable ? () => void install() : null,
    }),
    [info, menu, nodes, place, navigate, router, openers, signOut, installable],
  );
}
