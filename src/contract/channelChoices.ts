import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall } from './call.ts';
import { recordId } from './common.ts';

const choices = z.object({
  list: z.array(
    z.object({
      channelId: recordId,
      name: z.string(),
      serviceable_area_type: z.int(),
      extra_limit_type: z.int(),
      zone_level: z.int(),
    }),
  ),
});

/** The getChannelIds of a serviceable-area service: the same channels in each (SAL-11, SAL-20, SAP-5, SAR-5, SAZ-5). */
export const channelChoices = (resource: string, service: string) =>
  defineCall({
    id: `${resource}.getChannelIds`,
    method: 'GET',
    path: `/${service}/getChannelIds`,
    input: z.object({}),
    output: choices,
    permission: FEATURE.serviceableArea,
    offline: 'mirror',
    summary: 'Channel choices with what the hint shows (SAL-11)',
  });
