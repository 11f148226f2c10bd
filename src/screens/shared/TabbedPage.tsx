import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { lastAddress } from '../../ui/list/lastSearch.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';

interface TabbedPageProps {
  title: string;
  /** Accessible name of the tabs. */
  label: string;
  /** The pages by path. */
  tabs: readonly { value: string; label: string }[];
  /** The current page's path. */
  current: string;
  /** URL of a page that has not been opened before; its path by default. */
  begin?: (path: string) => string;
  /** Content at the right, after the tabs. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * The title and tabs of a set of pages, with the current page below. Each tab has its own URL, and returns to the state
 * in which it was left.
 */
export function TabbedPage({ title, label, tabs, current, begin = path => path, aside, children }: TabbedPageProps) {
  const styles = useTabbedStyles();
  const navigate = useNavigate();
  const { userKey, entity } = useUi();
  const hrefOf = (path: string): string => lastAddress(userKey, entity, path) ?? begin(path);
  return (
    <div className={styles.root}>
      <PageHeader
        title={title}
        tabs={
          <Tabs
            label={label}
            items={tabs.map(tab => ({ ...tab, href: hrefOf(tab.value) }))}
            value={current}
            onSelect={next => void navigate({ href: hrefOf(next) })}
          />
        }
      >
        {aside}
      </PageHeader>
      {children}
    </div>
  );
}
