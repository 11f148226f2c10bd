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

/** All of them, for the API's page: what no tab needs at once is not in contract/registry. */
export const CDT_CALLS = [listCdtChannels, exportChannelCdts, getChannelCdt, listChannelNames, listChannelIds];
