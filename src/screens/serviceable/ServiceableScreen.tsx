import { useParams } from '@tanstack/react-router';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { RoutedList } from '../shared/RoutedList.tsx';
import { AreaTabs } from './AreaTabs.tsx';
import { LIST_PAGES } from './pages.ts';
import {
  CHANNEL_AREA,
  THREE_PL_AREA,
  isPageOf,
  isServiceablePage,
  type ServiceablePage,
  type ThreePlPage,
} from './tabs.ts';

/** Loaded with its tab, because a session's first list is usually a different one. */
const ConfigurationList = lazyPart(() =>
  import('./configuration/ConfigurationList.tsx').then(module => module.ConfigurationList),
);

const ThreePlList = lazyPart(() => import('./ThreePlList.tsx').then(module => module.ThreePlList));

/** 3PL Serviceable Area: the same tabs as for channels, for third-party logistics partners (TPL-1, G84). */
export function ThreePlScreen() {
  const { page } = useParams({ strict: false }) as { page?: string };
  const current = (isPageOf(THREE_PL_AREA, page) ? page : THREE_PL_AREA.tabs[0].page) as ThreePlPage;
  return (
    <AreaTabs area={THREE_PL_AREA} current={current}>
      {current === '3pl-configuration' ? (
        <ConfigurationList scope="3pl" onMissing={() => undefined} />
      ) : (
        <ThreePlList page={current} />
      )}
    </AreaTabs>
  );
}

/** Channel Serviceable Area: five tabs, each with its own URL (SAL-1). The route may provide `page` instead. */
export function ServiceableScreen({ page }: { page?: string }) {
  const params = useParams({ strict: false }) as { page?: string };
  const wanted = page ?? params.page;
  const current: ServiceablePage = isServiceablePage(wanted) ? wanted : 'location';
  return (
    <AreaTabs area={CHANNEL_AREA} current={current}>
      {current === 'channel-configuration' ? (
        <ConfigurationList scope="channel" onMissing={() => undefined} />
      ) : (
        <RoutedList key={current} definition={LIST_PAGES[current]} untitled creates />
      )}
    </AreaTabs>
  );
}
