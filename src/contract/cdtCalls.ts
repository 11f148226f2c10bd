import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { TIME_OF_DAY, TIME_PROBLEM } from '../domain/timeOfDay.ts';
import { defineCall } from './call.ts';
import { cep, DAY_PROBLEM, parentId, recordId } from './common.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';

/** Delivery lead time calls that are not derived from a declaration (CDT-8, CDT-9, CDT-14, CDT-15). */

const ROOT = '/sls/locationCDTs';

export const listCdtChannels = defineCall({
  id: 'locationCdt.channels',
  method: 'GET',
  path: `${ROOT}/channels`,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ id: recordId, name: z.string() })) }),
  permission: FEATURE.cdtOfLocation,
  offline: 'mirror',
  summary: 'Lists channels whose Location CDT can be exported (CDT-8)',
});

/** Returns a spreadsheet instead of an envelope. */
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
  summary: 'Returns the Location CDT of one channel as .xlsx, streamed (CDT-9)',
});

export const getChannelCdt = defineCall({
  id: 'channelCdt.one',
  method: 'GET',
  path: '/sls/channelCDTs/{id}',
  input: z.object({ id: recordId }),
  output: RESOURCE_CALLS.channelCdts.add.output,
  permission: FEATURE.cdtOfLocation,
  offline: 'network',
  summary: 'Returns the delivery times of one channel, by its ID (CDT-15)',
});

export const listChannelNames = defineCall({
  id: 'channels.names',
  method: 'GET',
  path: '/common/get_channel_list',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ channelId: recordId, name: z.string() })) }),
  permission: 'signedIn',
  offline: 'mirror',
  summary: "Lists names of the channels of the person's entity (CDT-14)",
});

export const listChannelIds = defineCall({
  id: 'channels.ids',
  method: 'GET',
  path: '/sls/channelIds',
  input: z.object({}),
  output: z.object({ list: z.array(recordId) }),
  permission: 'signedIn',
  offline: 'mirror',
  summary: "Lists ids of the channels of the person's entity (CDT-14)",
});

/** The maximum number of channels in one request for lead times. */
export const COUNTED_CHANNELS_MOST = 500;

/** Lead times of channels that this device has not cached, for "What does this shift?". */
export const countLeadTimes = defineCall({
  id: 'locationCdt.count',
  method: 'POST',
  path: '/v2/ops/leadTimes/count',
  input: z.object({ channelIds: z.array(recordId).check(z.minLength(1), z.maxLength(COUNTED_CHANNELS_MOST)) }),
  output: z.object({
    /** One item per requested channel, in the same order. */
    channels: z.array(
      z.object({
        channelId: recordId,
        /**
         * Rows grouped by equal days. Groups are per state of the destination (`region`) and of the origin (omitted for
         * `All`) if last-mile days are kept by state, otherwise under `All`.
         */
        groups: z.array(
          z.object({
            region: z.string(),
            origin: z.optional(z.string()),
            minDays: z.int(),
            maxDays: z.int(),
            rows: z.int(),
          }),
        ),
        /** The channel's delivery times; null if it has none. */
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
  summary: 'Returns the Location CDT of channels, with rows grouped by their days',
});

/** Origin or destination: a place in the location tree, a CEP, both, or neither for the whole country. */
const end = z.object({
  /** The id of the place; 0 or omitted if there is none. */
  locationId: z.optional(parentId),
  cep: z.optional(cep),
});
const dayText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, DAY_PROBLEM));
const skippedDays = z.array(z.object({ day: dayText, why: z.enum(['weekend', 'holiday']) }));
const timeOfDay = z.string().check(z.regex(TIME_OF_DAY, TIME_PROBLEM));

/**
 * The lead time of one parcel, as shown on the Lead Time page, for use by scripts. Computed from the server's records.
 */
export const askLeadTime = defineCall({
  id: 'locationCdt.leadTime',
  method: 'POST',
  path: '/v2/ops/leadTimes/one',
  input: z.object({
    channelId: recordId,
    origin: z._default(end, {}),
    destination: z._default(end, {}),
    /**
     * Day and time of handover in the country's time zone. Without a time, the parcel is assumed to meet every cutoff.
     */
    day: dayText,
    time: z._default(z.nullable(timeOfDay), null),
  }),
  output: z.object({
    earliest: dayText,
    latest: dayText,
    /**
     * The day on which the parcel's journey starts, given the channel's cutoff hour and the cutoffs of its timeslots.
     */
    start: dayText,
    /** Whether the parcel is handed over after the channel's cutoff hour. */
    late: z.boolean(),
    /** The timeslot in which the parcel is picked up; null if the channel has no timeslots. */
    slot: z.nullable(z.object({ slot: z.int(), from: timeOfDay, to: timeOfDay, cutoff: timeOfDay })),
    /** Working days on which no timeslot was available. */
    withoutSlot: z.array(dayText),
    waited: skippedDays,
    skipped: skippedDays,
    /** The Location CDT row that determines the lead time. */
    row: z.object({ origin: z.string(), destination: z.string(), minDays: z.int(), maxDays: z.int() }),
  }),
  permission: FEATURE.cdtOfLocation,
  offline: 'network',
  summary:
    'Calculates the first and last day of delivery of a parcel from Location CDT, non-working days, cutoff hour and timeslots',
});

/** All of these calls, for the API page. They are not in contract/registry, because no tab needs them at startup. */
export const CDT_CALLS = [
  listCdtChannels,
  exportChannelCdts,
  getChannelCdt,
  listChannelNames,
  listChannelIds,
  countLeadTimes,
  askLeadTime,
];
