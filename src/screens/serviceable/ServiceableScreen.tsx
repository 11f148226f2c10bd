import { ToolboxRegular } from '@fluentui/react-icons';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { AreaTabs } from './AreaTabs.tsx';
import { isListPage, LIST_PAGES } from './pages.ts';
import {
  CHANNEL_AREA,
  SERVICEABLE_TABS,
  THREE_PL_AREA,
  isPageOf,
  isServiceablePage,
  type ServiceablePage,
  type ThreePlPage,
} from './tabs.ts';

const sameFilters = (applied: Row): Row => applied;

const ThreePlList = lazyPart(() => import('./ThreePlList.tsx').then(module => module.ThreePlList));

/** 3PL Serviceable Area: the channels' set of tabs for third-party logistics partners (TPL-1, G84). */
export function ThreePlScreen() {
  const { page } = useParams({ strict: false }) as { page?: string };
  const current = isPageOf(THREE_PL_AREA, page) ? page : THREE_PL_AREA.tabs[0].page;
  return (
    <AreaTabs area={THREE_PL_AREA} current={current}>
      <ThreePlList page={current as ThreePlPage} />
    </AreaTabs>
  );
}

/** Channel Serviceable Area: five tabs, each with its own address (SAL-1). `page` may come from the route instead. */
export function ServiceableScreen({ page }: { page?: string }) {
  const params = useParams({ strict: false }) as { page?: string };
  const wanted = page ?? params.page;
  const current: ServiceablePage = isServiceablePage(wanted) ? wanted : 'location';
  const label = SERVICEABLE_TABS.find(tab => tab.page === current)?.label ?? '';
  return (
    <AreaTabs area={CHANNEL_AREA} current={current}>
      {isListPage(current) ? (
        <RoutedList key={current} definition={LIST_PAGES[current]} toCall={sameFilters} untitled creates />
      ) : (
        <EmptyState
          icon={<ToolboxRegular />}
          title={`${label} is not built yet`}
          hint="This page comes in a later version. The other tabs are ready to use."
        />
      )}
    </AreaTabs>
  );
}
