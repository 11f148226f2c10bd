import * as z from 'zod/mini';
import { SERVICE_TYPES } from '../domain/nonWorkingDays.ts';
import { FEATURE } from '../domain/permission.ts';
import { defineCall } from './call.ts';
import { listOf, paging, recordId } from './common.ts';

/** A row in the specification's format (shell spec 3; NWD-5, G27). */
const scheduleRow = z.object({
  channelId: recordId,
  channelName: z.string(),
  /** CDT type: 0 Non-Integrated, 1 Integrated. */
  channelType1: z.int(),
  /** Category: 0 All, 1 CrossBorder, 2 Local. */
  channelType2: z.int(),
  serviceType: z.enum(SERVICE_TYPES),
  /** Weekend days by state or 'All': 5 is Friday, 6 Saturday, 7 Sunday. */
  weekends: z.record(z.string(), z.array(z.int())),
  /** By region: the start of each holiday in the country's time zone, in epoch seconds. */
  holidays: z.record(z.string(), z.array(z.int())),
  /** Weekend days on which the channel operates, in the same format. */
  workingDays: z.array(z.int()),
  lastUpdated: z.int(),
  isMaskChannel: z.int(),
  /** The row's status: 0 is Normal, 1 is Disabled. */
  status: z.int(),
  version: z.int(),
});
export type ScheduleRow = z.output<typeof scheduleRow>;

const flag = z.union([z.literal(0), z.literal(1)]);

/** The list call of the specification (NWD-13). */
export const listNonWorkingDays = defineCall({
  id: 'nonWorkingDays.schedules',
  method: 'GET',
  path: '/sls/nonWorkingDays',
  input: z.object({
    channelId: z.optional(recordId),
    serviceType: z.optional(z.enum(SERVICE_TYPES)),
    isMaskChannel: z.optional(flag),
    ...paging,
  }),
  output: listOf(scheduleRow),
  permission: FEATURE.nonWorkingDay,
  offline: 'network',
  paging: 'offset',
  summary: 'Lists non-working schedules of channels, weekends and holidays as maps (NWD-13)',
});

/** The URL of each country's page of public holidays, for the Go link (NWD-2, G69). */
export const getHolidayPage = defineCall({
  id: 'nonWorkingDays.holidayPage',
  method: 'GET',
  path: '/v2/ops/nonWorkingDays/holidayPage',
  input: z.object({}),
  output: z.object({
    /** A URL that contains `{suffix}`, which is replaced with the country's host suffix. */
    pattern: z.string(),
  }),
  permission: FEATURE.nonWorkingDay,
  offline: 'network',
  summary: 'Returns the address pattern of the external holiday pages, from the configuration (NWD-2, G69)',
});
