import type { Row } from '../../sync/types.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { CdtTabs } from './CdtTabs.tsx';
import { cdtRows, channelCdts } from './pages.tsx';
import { CDT_ROWS_PATH } from './paths.ts';

const sameFilters = (applied: Row): Row => applied;

/** The rows of a channel's Location CDT. */
export const CdtRowsScreen = () => (
  <CdtTabs current={CDT_ROWS_PATH}>
    <RoutedList definition={cdtRows} toCall={sameFilters} untitled creates />
  </CdtTabs>
);

/** Delivery times of the channels of a country, a page of its own (CDT-15, CDT-16). */
export function ChannelCdtsScreen() {
  const styles = useTabbedStyles();
  return (
    <div className={styles.root}>
      <PageHeader title="Channel Delivery Times" />
      <RoutedList definition={channelCdts} toCall={sameFilters} untitled creates />
    </div>
  );
}
