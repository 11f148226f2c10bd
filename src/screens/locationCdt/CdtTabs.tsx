import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { CDT_TABS, type CdtPage } from './paths.ts';

/** Title and tabs of CDT of Location, and the page of the current one. */
export function CdtTabs({ current, children }: { current: CdtPage; children: ReactNode }) {
  const styles = useTabbedStyles();
  const navigate = useNavigate();
  const { userKey, entity } = useUi();
  /** A tab as it was left. */
  const hrefOf = (tab: string): string => lastAddress(userKey, entity, tab) ?? tab;
  return (
    <div className={styles.root}>
      <PageHeader
        title="CDT of Location"
        tabs={
          <Tabs
            label="Delivery lead time pages"
            items={CDT_TABS.map(tab => ({ ...tab, href: hrefOf(tab.value) }))}
            value={current}
            onSelect={next => void navigate({ href: hrefOf(next) })}
          />
        }
      />
      {children}
    </div>
  );
}
