import {
  CDT_TYPES,
  CHANNEL_CATEGORIES,
  CHANNEL_CDT_DAYS_MOST,
  channelCdtProblem,
} from '../../domain/cdt/channelCdt.ts';
import { FEATURE } from '../../domain/permission.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/sls/channelCDTs';

const days = (label: string, width = 78) => number(label, { min: 0, max: CHANNEL_CDT_DAYS_MOST, width });

/**
 * Channel delivery times: how long a channel's cross-border parcels take before the last leg, which Location CDT covers
 * (shell spec 3, 7; CDT-15, CDT-16).
 *
 * The documents mention only the names of the calls. Our decisions (G96): one record per channel, with the CDT type and
 * the category of the shared enumerations (ENT-10, ENT-11), the minimum and maximum calendar days of the first mile and
 * of the border crossing, and the shared status; a disabled record adds nothing to a lead time. Records cannot be
 * deleted or imported.
 */
export const channelCdt = defineResource({
  id: 'channelCdt',
  collection: 'channelCdts',
  feed: 46,
  label: { one: 'Channel CDT', many: 'Channel CDTs' },
  page: {
    path: '/carrier/channelCDT',
    title: 'Channel Delivery Times',
    menu: 'Logistics Product',
    project: 'location-data',
    none: 'No channel of this country has delivery times yet',
  },
  feature: FEATURE.cdtOfLocation,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 76, always: true }),
    name: text('Channel Name', { max: 255, folded: true, of: 'channelId', width: 160 }),
    cdtType: choice('CDT Type', CDT_TYPES, { initial: 0, any: true, width: 120 }),
    category: choice('Category', CHANNEL_CATEGORIES, { initial: 1, any: true, ofPerson: true, width: 112 }),
    firstMileMin: days('FL Min Days'),
    firstMileMax: days('FL Max Days'),
    crossBorderMin: days('Cross-border Min Days', 102),
    crossBorderMax: days('Cross-border Max Days', 102),
    status: statusField(84),
  },
  key: ['channelId'],
  order: ['channelId'],
  edit: ['cdtType', 'category', 'firstMileMin', 'firstMileMax', 'crossBorderMin', 'crossBorderMax', 'status'],
  filters: { channelId: EQUAL, name: { is: 'containing' }, cdtType: EQUAL, category: EQUAL, status: EQUAL },
  columns: [
    'channelId',
    'name',
    'cdtType',
    'category',
    'firstMileMin',
    'firstMileMax',
    'crossBorderMin',
    'crossBorderMax',
    'status',
  ],
  problem: channelCdtProblem,
  title: row => `delivery time of channel ${String(row['channelId'])}`,
  calls: {
    base: BASE,
    list: BASE,
    delete: false,
    import: false,
    export: '/v2/sls/forward/sls/channelCDTs/export',
  },
});
export type ChannelCdtRow = RowOf<typeof channelCdt>;
