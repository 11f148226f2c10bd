import { ToolboxRegular } from '@fluentui/react-icons';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { formatQ, parseQ } from '../../domain/listQuery.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { isListPage, LIST_PAGES } from './pages.ts';
import { SERVICEABLE_PATH, SERVICEABLE_TABS, isServiceablePage, type ServiceablePage } from './tabs.ts';

const sameFilters = (applied: Row): Row => applied;

/** Channel Serviceable Area: five tabs, each with its own address (SAL-1). `page` may come from the route instead. */
export function ServiceableScreen({ page }: { page?: string }) {
  const styles = useTabbedStyles();
  const navigate = useNavigate();
  const params = useParams({ strict: false }) as { page?: string };
  const wanted = page ?? params.page;
  const current: ServiceablePage = isServiceablePage(wanted) ? wanted : 'location';
  const label = SERVICEABLE_TABS.find(tab => tab.page === current)?.label ?? '';
  const { userKey, entity } = useUi();
  const { q } = useSearch({ strict: false }) as Record<string, unknown>;
  const { channelId } = parseQ(q);
  /** A tab as it was left; one that was not opened yet begins with the channel of this one. */
  const hrefOf = (tab: ServiceablePage): string => {
    const path = `${SERVICEABLE_PATH}/${tab}`;
    const text = typeof channelId === 'number' ? formatQ({ channelId }) : undefined;
    return lastAddress(userKey, entity, path) ?? (text === undefined ? path : `${path}?q=${encodeURIComponent(text)}`);
  };
  return (
    <div className={styles.root}>
      <PageHeader
        title="Channel Serviceable Area"
        tabs={
          <Tabs
            label="Serviceable area pages"
            items={SERVICEABLE_TABS.map(tab => ({
              value: tab.page,
              label: tab.label,
              href: hrefOf(tab.page),
            }))}
            value={current}
            onSelect={next => isServiceablePage(next) && void navigate({ href: hrefOf(next) })}
          />
        }
      />
      {isListPage(current) ? (
        <RoutedList key={current} definition={LIST_PAGES[current]} toCall={sameFilters} untitled creates />
      ) : (
        <EmptyState
          icon={<ToolboxRegular />}
          title={`${label} is not built yet`}
          hint="This page comes in a later version. The other tabs are ready to use."
        />
      )}
    </div>
  );
}
