import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { CdtTabs } from './CdtTabs.tsx';
import { cdtRows, channelCdts } from './pages.ts';
import { CDT_ROWS_PATH, CHANNEL_CDT_PATH } from './paths.ts';

const sameFilters = (applied: Row): Row => applied;

/** The rows of a channel's Location CDT. */
export const CdtRowsScreen = () => (
  <CdtTabs current={CDT_ROWS_PATH}>
    <RoutedList definition={cdtRows} toCall={sameFilters} untitled creates />
  </CdtTabs>
);

/** Delivery times of the channels of a country (CDT-15, CDT-16). */
export const ChannelCdtsScreen = () => (
  <CdtTabs current={CHANNEL_CDT_PATH}>
    <RoutedList definition={channelCdts} toCall={sameFilters} untitled creates />
  </CdtTabs>
);
