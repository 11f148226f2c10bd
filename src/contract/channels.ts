import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, listOf, paging, recordId, version } from './common.ts';

/**
 * A channel in lists and in the mirror (channels spec 3). The flag is sent as two 32-bit words, low word first (G48).
 */
export const channelRow = z.object({
  channelId: recordId,
  name: z.string(),
  display_name: z.string(),
  country,
  from_country: country,
  /** The channel's type: 0 is Non-Integrate, 10008 is Integrate. */
  type: z.int(),
  flag: z.tuple([z.int(), z.int()]),
  status: z.int(),
  priority: z.int(),
  serviceable_area_type: z.int(),
  extra_limit_type: z.int(),
  zone_level: z.int(),
  /** Whether the record is part of the demo data. */
  demo: z.boolean(),
  version,
});
export type ChannelRow = z.output<typeof channelRow>;

export const channelKey = (channelId: number): string => String(channelId);

export const listChannels = defineCall({
  id: 'channels.list',
  method: 'GET',
  path: '/sls/channels',
  input: z.object({ ...paging, country: z.optional(country) }),
  output: listOf(channelRow),
  permission: 'signedIn',
  offline: 'mirror',
  paging: 'page',
  summary: "Lists the channels of the person's entity, by which the log names channels (shell spec 7, G86)",
});

export const channelFlag = defineCall({
  id: 'channels.flag',
  method: 'GET',
  path: '/sls/serviceableArea/channelConfig/{channelId}',
  input: z.object({ channelId: recordId }),
  output: z.object({ channelId: recordId, country, flag: z.tuple([z.int(), z.int()]) }),
  permission: 'signedIn',
  offline: 'mirror',
  summary: "Returns a channel's flag as two 32-bit words, and its country (channels spec 7.2)",
});
