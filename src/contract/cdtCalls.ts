import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall } from './call.ts';
import { recordId } from './common.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';

/** The calls about delivery lead times that follow from no declaration (CDT-8, CDT-9, CDT-14, CDT-15). */

const ROOT = '/sls/locationCDTs';

export const listCdtChannels = defineCall({
  id: 'locationCdt.channels',
  method: 'GET',
  path: `${ROOT}/channels`,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ id: recordId, name: z.string() })) }),
  permission: FEATURE.cdtOfLocation,
  offline: 'mirror',
  summary: 'Channels whose Location CDT can be exported (CDT-8)',
});

/** Answers a spreadsheet, not an envelope. */
export const exportChannelCdts = defineCall({
  id: 'locationCdt.exportChannel',
  method: 'GET',
  path: `/v2/sls/forward${ROOT}/export/{channelId}`,
  aliases: [`/sls/forward${ROOT}/export/{channelId}`, `${ROOT}/export/{channelId}`],
  input: z.object({ channelId: recordId }),
  output: z.never(),
  permission: `${FEATURE.cdtOfLocation}.read`,
  offline: 'network',
  costly: 'export',
  summary: 'The Location CDT of one channel as .xlsx, streamed (CDT-9)',
});

export const getChannelCdt = defineCall({
  id: 'channelCdt.one',
  method: 'GET',
  path: '/sls/channelCDTs/{id}',
  input: z.object({ id: recordId }),
  output: RESOURCE_CALLS.channelCdts.add.output,
  permission: FEATURE.cdtOfLocation,
  offline: 'network',
  summary: 'The delivery times of one channel, by its ID (CDT-15)',
});

export const listChannelNames = defineCall({
  id: 'channels.names',
  method: 'GET',
  path: '/common/get_channel_list',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ channelId: recordId, name: z.string() })) }),
  permission: 'signedIn',
  offline: 'mirror',
  summary: "Names of the channels of the person's entity (CDT-14)",
});

export const listChannelIds = defineCall({
  id: 'channels.ids',
  method: 'GET',
  path: '/sls/channelIds',
  input: z.object({}),
  output: z.object({ list: z.array(recordId) }),
  permission: 'signedIn',
  offline: 'mirror',
  summary: "Ids of the channels of the person's entity (CDT-14)",
});

/** Channels of one question about lead times at most. */
export const COUNTED_CHANNELS_MOST = 500;

/** Lead times of channels that a device has not cached, for "What does this shift?". */
export const countLeadTimes = defineCall({
  id: 'locationCdt.count',
  method: 'POST',
  path: '/v2/ops/leadTimes/count',
  input: z.object({ channelIds: z.array(recordId).check(z.minLength(1), z.maxLength(COUNTED_CHANNELS_MOST)) }),
  output: z.object({
    /** One for each channel that was asked for, in the same order. */
    channels: z.array(
      z.object({
        channelId: recordId,
        /** Rows of equal days, by state of the destination where last-mile days are kept by state, else by `All`. */
        groups: z.array(z.object({ region: z.string(), minDays: z.int(), maxDays: z.int(), rows: z.int() })),
        /** Delivery times of the channel; null where it has none. */
        channel: z.nullable(
          z.object({
            category: z.int(),
            status: z.int(),
            firstMileMin: z.int(),
            firstMileMax: z.int(),
            crossBorderMin: z.int(),
            crossBorderMax: z.int(),
          }),
        ),
      }),
    ),
  }),
  permission: FEATURE.cdtOfLocation,
  offline: 'network',
  costly: 'leadTimes',
  summary: 'Location CDT of channels, rows of equal days counted together',
});

/** All of them, for the API's page: what no tab needs at once is not in contract/registry. */
export const CDT_CALLS = [
  listCdtChannels,
  exportChannelCdts,
  getChannelCdt,
  listChannelNames,
  listChannelIds,
  countLeadTimes,
];
