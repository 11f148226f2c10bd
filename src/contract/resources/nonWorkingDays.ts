import { scheduleProblem } from '../../domain/nonWorkingDays.ts';
import { FEATURE } from '../../domain/permission.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/sls/nonWorkingDays';

/** The screen's tabs, each with its own list (NWD-1). */
export const MASKED = { channel: 0, masked: 1 } as const;

/**
 * Non-working days (shell spec 2, 3, 4, 7; NWD-1 to NWD-16, G27, G66 to G68): one record per channel and service type,
 * whose weekends and holidays are canonical strings (domain/nonWorkingDays), so that files, the log and calls all use
 * the same format. A channel is either masked or not, so `isMaskChannel` is not part of the key: the calls of the
 * specification identify a record without it. `GET /sls/nonWorkingDays` returns records in the specification's own
 * format (contract/nonWorkingDays).
 */
export const nonWorkingDays = defineResource({
  id: 'nonWorkingDays',
  collection: 'nonWorkingDays',
  feed: 50,
  label: { one: 'Non-working Schedule', many: 'Non-working schedules' },
  page: {
    path: '/carrier/nonWorkingDays',
    title: 'Non-working days',
    menu: 'Logistics Product',
    project: 'non-working-days',
  },
  feature: FEATURE.nonWorkingDay,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 76, always: true }),
    channelName: text('Channel Name', { max: 255, folded: true, of: 'channelId', width: 130 }),
    channelType1: choice(
      'CDT Type',
      [
        { value: 0, label: 'Non-Integrated' },
        { value: 1, label: 'Integrated' },
      ],
      { initial: 1, width: 104, any: true },
    ),
    channelType2: choice(
      'Category',
      [
        { value: 0, label: 'All' },
        { value: 1, label: 'CrossBorder' },
        { value: 2, label: 'Local' },
      ],
      { initial: 2, width: 92, any: true, ofPerson: true },
    ),
    serviceType: text('Service Type', { max: 2, form: 'serviceType', width: 76, always: true }),
    WeekendsSetting: text('Weekends', { max: 1000, form: 'weekends', width: 250 }),
    HolidaysSetting: text('Holidays', { max: 20_000, form: 'holidays', width: 200 }),
    isMaskChannel: choice(
      'Masked Channel',
      [
        { value: MASKED.channel, label: 'No' },
        { value: MASKED.masked, label: 'Yes' },
      ],
      { initial: MASKED.channel, any: true },
    ),
    status: statusField(92),
  },
  key: ['channelId', 'serviceType'],
  order: ['channelId', 'serviceType'],
  edit: ['WeekendsSetting'],
  actions: {
    holidays: { label: 'Edit holidays', fields: ['HolidaysSetting'], path: `${BASE}/holidays/update` },
    status: { label: 'Delete or restore', fields: ['status'], says: ['isMaskChannel'], path: `${BASE}/status/update` },
  },
  filters: {
    channelId: EQUAL,
    serviceType: EQUAL,
    isMaskChannel: EQUAL,
  },
  columns: [
    'channelId',
    'channelName',
    'channelType1',
    'channelType2',
    'serviceType',
    'WeekendsSetting',
    'HolidaysSetting',
    'status',
  ],
  problem: scheduleProblem,
  title: row => `${String(row['serviceType'])} schedule of channel ${String(row['channelId'])}`,
  calls: {
    base: BASE,
    list: '/v2/ops/nonWorkingDays',
    update: `${BASE}/weekends/update`,
    delete: false,
    import: `${BASE}/holidays/import`,
    export: '/v2/sls/forward/sls/nonWorkingDays/export',
  },
  log: '',
});
export type NonWorkingDaysRow = RowOf<typeof nonWorkingDays>;
