import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall } from './call.ts';
import { channelChoices } from './channelChoices.ts';
import { applicableType, supportFlags } from './channelLocation.ts';
import { country, listOf, paging, recordId, sortBy, stamp, version } from './common.ts';
import { CHANNEL_POSTCODE_SORTS } from './sorts.ts';

/** Serviceable postcodes of a channel (channels spec 2.4, 3, 7.2; SAP-1 to SAP-6). */

/** Up to 16 digits and capitals, with spaces and hyphens inside. */
export const zipcode = z.string().check(z.regex(/^[0-9A-Z](?:[0-9A-Z -]{0,14}[0-9A-Z])?$/));

export const channelPostcodeRow = z.extend(supportFlags, {
  channelId: recordId,
  channelName: z.string(),
  country,
  type: applicableType,
  zipcode,
  ...stamp,
});
export type ChannelPostcodeRow = z.output<typeof channelPostcodeRow>;

/** Key of a record: channel, postcode, applicable type. */
export const channelPostcodeKey = (row: { channelId: number; zipcode: string; type: number }): string =>
  `${row.channelId}/${row.zipcode}/${row.type}`;

/** The filters of the Postcode screen (SAP-2); small forms as parameter names (G17). */
export const channelPostcodeFilters = z.object({
  channelId: z.optional(recordId),
  type: z.optional(applicableType),
  /** What the postcode begins with. */
  postcode: z.optional(z.string()),
  /** false hides records whose four flags are all No (G59). */
  displayUnsupported: z._default(z.boolean(), true),
});
export type ChannelPostcodeFilters = z.input<typeof channelPostcodeFilters>;

const PATH = '/channelPostcodeService';

export const listChannelPostcodes = defineCall({
  id: 'channelPostcode.list',
  method: 'GET',
  path: PATH,
  input: z.extend(channelPostcodeFilters, { ...paging, sort: sortBy(CHANNEL_POSTCODE_SORTS) }),
  output: listOf(channelPostcodeRow),
  permission: FEATURE.serviceableArea,
  offline: 'cached',
  paging: 'offset',
  summary: 'Serviceable postcodes by filter, a page at a time (SAP-5)',
});

export const channelPostcodeChannels = channelChoices('channelPostcode', 'channelPostcodeService');

const writeInput = z.extend(supportFlags, { channelId: recordId, type: applicableType, zipcode });

export const addChannelPostcode = defineCall({
  id: 'channelPostcode.add',
  method: 'POST',
  path: `${PATH}/add`,
  input: writeInput,
  output: channelPostcodeRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelPostcodes', kind: 'create', key: channelPostcodeKey },
  summary: 'Adds a serviceable postcode; an existing one is a conflict (SAP-5)',
});

export const updateChannelPostcode = defineCall({
  id: 'channelPostcode.update',
  method: 'POST',
  path: `${PATH}/update`,
  /** `version`: the row's version the edit was made from (OB8). A caller outside the console may leave it out. */
  input: z.extend(writeInput, { version: z.optional(version) }),
  output: channelPostcodeRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelPostcodes', kind: 'update', key: channelPostcodeKey },
  summary: 'Changes the four support flags (SAP-5)',
});

export const deleteChannelPostcode = defineCall({
  id: 'channelPostcode.delete',
  method: 'POST',
  path: `${PATH}/delete/`,
  input: z.object({
    channel_id: recordId,
    zipcode,
    applicable_type: applicableType,
    version: z.optional(version),
  }),
  output: z.null(),
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: {
    collection: 'channelPostcodes',
    kind: 'delete',
    key: input =>
      channelPostcodeKey({ channelId: input.channel_id, zipcode: input.zipcode, type: input.applicable_type }),
  },
  summary: 'Deletes a serviceable postcode (SAP-6)',
});
