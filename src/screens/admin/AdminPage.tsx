import type { ReactNode } from 'react';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { ADMIN_TABS } from './pages.ts';

/** The frame of every administration page: title and tabs. */
export function AdminPage({ path, children }: { path: string; children: ReactNode }) {
  return (
    <TabbedPage title="System Setting" label="Administration pages" tabs={ADMIN_TABS} current={path}>
      {children}
    </TabbedPage>
  );
}
