import { channelLocationKey, listChannelLocations, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { ListSource, Row } from '../types.ts';

export type PlaceFilters = { channelId?: number; type?: number };

/** The list of serviceable locations, with the parts of its definition that the engine uses. */
export const placeList: ListSource<PlaceFilters & Row, ChannelLocationRow & Row> = {
  id: 'places',
  call: listChannelLocations,
  collection: 'channelLocations',
  rowKey: row => channelLocationKey(row),
  matches: (row, filters) => row.channelId === filters.channelId,
  ready: filters => filters.channelId !== undefined,
};
