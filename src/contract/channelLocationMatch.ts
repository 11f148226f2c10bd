import type { ChannelLocationFilters, ChannelLocationRow } from './channelLocation.ts';
import { HELD } from './held.ts';
import { heldMatches } from './heldMatch.ts';

/** Whether a record belongs to the filters of the Location list, which always names a channel. */
export const locationMatches = (row: ChannelLocationRow, filters: ChannelLocationFilters): boolean =>
  row.channelId === filters.channelId && heldMatches(HELD.channelLocations, row, filters);
