import type { Row } from '../../sync/types.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { CdtTabs } from './CdtTabs.tsx';
import { cdtRows } from './pages.tsx';
import { CDT_ROWS_PATH } from './paths.ts';

const sameFilters = (applied: Row): Row => applied;

/** A channel's Location CDT rows. */
export const CdtRowsScreen = () => (
  <CdtTabs current={CDT_ROWS_PATH}>
    <RoutedList definition={cdtRows} toCall={sameFilters} untitled creates />
  </CdtTabs>
);
