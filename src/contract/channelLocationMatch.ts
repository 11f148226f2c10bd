import type { ChannelLocationFilters, ChannelLocationRow } from './channelLocation.ts';
import { DECLARED } from './cached.ts';
import { cachedMatches } from './cachedMatch.ts';

/** Whether a record matches the Location list's filters, which always include a channel. */
export const locationMatches = (row: ChannelLocationRow, filters: ChannelLocationFilters): boolean =>
  row.channelId === filters.channelId && cachedMatches(DECLARED.channelLocations, row, filters);
