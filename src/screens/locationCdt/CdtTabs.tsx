import type { ReactNode } from 'react';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { CDT_TABS, type CdtPage } from './paths.ts';

/** The title and tabs of CDT of Location, with the current tab's page. */
export const CdtTabs = ({ current, children }: { current: CdtPage; children: ReactNode }) => (
  <TabbedPage title="CDT of Location" label="Delivery lead time pages" tabs={CDT_TABS} current={current}>
    {children}
  </TabbedPage>
);
