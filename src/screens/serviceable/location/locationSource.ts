import {
  channelLocationKey,
  listChannelLocations,
  type ChannelLocationFilters,
  type ChannelLocationRow,
} from '../../../contract/channelLocation.ts';
import { locationMatches } from '../../../contract/channelLocationMatch.ts';
import type { ListSource } from '../../../sync/types.ts';

/** What the Location list reads. Nothing is asked without a channel and a numeric applicable type (SAL-6, G7). */
export const locationSource: ListSource<ChannelLocationFilters, ChannelLocationRow> = {
  id: 'serviceable.location',
  call: listChannelLocations as unknown as ListSource<ChannelLocationFilters, ChannelLocationRow>['call'],
  collection: 'channelLocations',
  rowKey: channelLocationKey,
  matches: locationMatches,
  ready: filters => typeof filters.channelId === 'number' && typeof filters.type === 'number',
};
