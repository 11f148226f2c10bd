import type { ReactNode } from 'react';
import { FEATURE } from '../../domain/permission.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { CDT_PATH, CDT_TABS, LEAD_TIME_PATH, type CdtPage } from './paths.ts';

/** The title and tabs of CDT of Location, with the current tab's page. */
export const CdtTabs = ({ current, children }: { current: CdtPage; children: ReactNode }) => (
  <TabbedPage
    title="CDT of Location"
    label="Delivery lead time pages"
    tabs={CDT_TABS}
    current={current}
    // The other pages have this button among their operations.
    aside={current === LEAD_TIME_PATH && <HistoryButton path={CDT_PATH} code={FEATURE.cdtOfLocation} />}
  >
    {children}
  </TabbedPage>
);
