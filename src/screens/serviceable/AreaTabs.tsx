import type { ReactNode } from 'react';
import { useSearch } from '@tanstack/react-router';
import { formatQ, parseQ } from '../../domain/listQuery.ts';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { tabBegin } from './tabBegin.ts';
import type { Area } from './tabs.ts';

/**
 * The title and tabs of a set of serviceable-area pages (SAL-1). A page that has not been opened before starts with the
 * current page's channel or 3PL and applicable type.
 */
export function AreaTabs({ area, current, children }: { area: Area; current: string; children: ReactNode }) {
  const { q } = useSearch({ strict: false }) as Record<string, unknown>;
  const pathOf = (page: string): string => `${area.path}/${page}`;
  return (
    <TabbedPage
      title={area.title}
      label="Serviceable area pages"
      tabs={area.tabs.map(({ page, label }) => ({ value: pathOf(page), label }))}
      current={pathOf(current)}
      begin={path => {
        const text = formatQ(tabBegin(area, path.slice(area.path.length + 1), parseQ(q)));
        return text === undefined ? path : `${path}?q=${encodeURIComponent(text)}`;
      }}
    >
      {children}
    </TabbedPage>
  );
}
