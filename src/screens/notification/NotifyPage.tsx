import type { ReactNode } from 'react';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { NOTIFY_TABS } from './pages.ts';

/** The frame of the notification pages: title and tabs. */
export const NotifyPage = ({ current, children }: { current: string; children: ReactNode }) => (
  <TabbedPage title="Notification" label="Notification pages" tabs={NOTIFY_TABS} current={current}>
    {children}
  </TabbedPage>
);
