import type { ChannelLocationFilters } from '../../../contract/channelLocation.ts';
import type { Row } from '../../../sync/types.ts';
import { RoutedList } from '../../shared/RoutedList.tsx';
import { locationScreen } from './locationScreen.tsx';

const toCall = (applied: Row) => applied as ChannelLocationFilters;

/** The Location tab. */
export function LocationTab() {
  return <RoutedList definition={locationScreen} toCall={toCall} untitled />;
}
