import type { ReactNode } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { OWNERS } from '../../contract/owner.ts';
import { formatQ, parseQ } from '../../domain/listQuery.ts';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import type { Area } from './tabs.ts';

/** Title and tabs of a set of serviceable-area pages, each tab with its own address (SAL-1), and the page of the current one. */
export function AreaTabs({ area, current, children }: { area: Area; current: string; children: ReactNode }) {
  const styles = useTabbedStyles();
  const navigate = useNavigate();
  const { userKey, entity } = useUi();
  const { q } = useSearch({ strict: false }) as Record<string, unknown>;
  const { field } = OWNERS[area.scope];
  const chosen = parseQ(q)[field];
  /** A tab as it was left; one that was not opened yet begins with the channel or 3PL of this one. */
  const hrefOf = (tab: string): string => {
    const path = `${area.path}/${tab}`;
    const text = typeof chosen === 'number' ? formatQ({ [field]: chosen }) : undefined;
    return lastAddress(userKey, entity, path) ?? (text === undefined ? path : `${path}?q=${encodeURIComponent(text)}`);
  };
  return (
    <div className={styles.root}>
      <PageHeader
        title={area.title}
        tabs={
          <Tabs
            label="Serviceable area pages"
            items={area.tabs.map(({ page, label }) => ({ value: page, label, href: hrefOf(page) }))}
            value={current}
            onSelect={next => void navigate({ href: hrefOf(next) })}
          />
        }
      />
      {children}
    </div>
  );
}
