import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CalendarRegular } from '@fluentui/react-icons';
import { FEATURE } from '../../domain/permission.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { CALENDAR_PATH, NON_WORKING_DAYS_PATH, TABS } from './paths.ts';

const useStyles = makeStyles({
  calendar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, whiteSpace: 'nowrap' },
  current: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
});

const pathOf = (tab: number): string => `${NON_WORKING_DAYS_PATH}/${tab}`;

/**
 * The title and tabs of Non-working days (NWD-1), with a link to the calendar. `current` is the tab; null on the
 * calendar.
 */
export function NonWorkingDaysFrame({ current, children }: { current: 0 | 1 | null; children: ReactNode }) {
  const styles = useStyles();
  return (
    <TabbedPage
      title="Non-working days"
      label="Channels"
      tabs={TABS.map(tab => ({ value: pathOf(tab.mask), label: tab.label }))}
      current={current === null ? CALENDAR_PATH : pathOf(current)}
      aside={
        <>
          <PageLink
            href={CALENDAR_PATH}
            className={mergeClasses(styles.calendar, current === null && styles.current)}
            current={current === null}
          >
            <CalendarRegular aria-hidden />
            Calendar
          </PageLink>
          {/* In the lists, this button is one of the operations. */}
          {current === null && <HistoryButton path={NON_WORKING_DAYS_PATH} code={FEATURE.nonWorkingDay} />}
        </>
      }
    >
      {children}
    </TabbedPage>
  );
}
