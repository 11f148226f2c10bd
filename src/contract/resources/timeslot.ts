import { timeslotProblem } from '../../domain/lcs/rules.ts';
import { FEATURE } from '../../domain/permission.ts';
import { channel } from '../fields/channel.ts';
import { made } from '../fields/made.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { timeOfDay } from '../fields/timeOfDay.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/lcs/timeslot';

/**
 * Timeslots: the time spans in which a channel picks up parcels (LCS-2, LCS-4; issue 30, section 3).
 *
 * The documents mention only the names of the calls. Our decisions (G96): a channel numbers its slots, and a slot's id
 * is derived from both, so that it is the same on every device. A slot has the same times on each of its days and does
 * not extend past midnight. It can be booked until its cutoff on that day, which must not be after From. Its capacity
 * is the maximum number of parcels per day; empty means no limit. It has the shared status (shell spec 3).
 * `create_or_update` (contract/lcsCalls) distinguishes creations from updates by `id`; the console always sends the
 * correct `id`, so that editing a deleted slot does not create a new one.
 */
export const timeslot = defineResource({
  id: 'timeslot',
  collection: 'timeslots',
  feed: 71,
  label: { one: 'Timeslot', many: 'Timeslots' },
  page: { path: '/opsfe/branchservice/timeslots', title: 'Timeslots' },
  feature: FEATURE.branchService,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 96, always: true }),
    name: text('Channel Name', { max: 255, folded: true, width: 160, of: 'channelId' }),
    slot: number('Slot', { min: 1, max: 999, width: 64, always: true }),
    id: made('channelId', 'slot'),
    days: text('Days', { max: 40, form: 'weekdays', width: 210 }),
    startTime: timeOfDay('From', { width: 80 }),
    endTime: timeOfDay('To', { width: 80 }),
    cutoff: timeOfDay('Cutoff', { width: 80 }),
    capacity: number('Capacity', { min: 0, max: 1_000_000, empty: true, width: 96 }),
    status: statusField(96),
  },
  key: ['id'],
  order: ['channelId', 'slot'],
  edit: ['days', 'startTime', 'endTime', 'cutoff', 'capacity', 'status'],
  filters: { channelId: EQUAL, name: { is: 'containing' }, days: { is: 'containing' }, status: EQUAL },
  columns: ['channelId', 'name', 'slot', 'days', 'startTime', 'endTime', 'cutoff', 'capacity', 'status'],
  problem: timeslotProblem,
  title: row =>
    row['channelId'] === undefined
      ? `timeslot ${String(row['id'])}`
      : `timeslot ${String(row['slot'])} of channel ${String(row['channelId'])}`,
  deletion: { title: 'Delete this timeslot?' },
  calls: { base: BASE, list: `${BASE}/list`, add: `${BASE}/create`, export: `${BASE}/export` },
  log: '',
  sheet: {
    info: ['name'],
    texts: {
      channelId: { note: 'The channel that picks up.', width: 12 },
      name: { note: 'The channel is identified by its ID alone.', width: 28 },
      slot: { note: "The slot's number in its channel. An existing one is changed; a new one is added.", width: 8 },
      days: { note: 'Days of the week, such as "Mon, Wed", "Mon-Fri" or "Daily".', width: 26 },
      startTime: { note: 'When the slot begins.', width: 10 },
      endTime: { note: 'When the slot ends, on the same day.', width: 10 },
      cutoff: { note: 'Latest time at which it can be booked on the same day; not after From.', width: 10 },
      capacity: { note: 'Maximum number of parcels per day; blank means no limit for a new slot.', width: 12 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [
    {
      channelId: 12345,
      name: 'Example, replace this row',
      slot: 1,
      days: 'Mon-Fri',
      startTime: '09:00',
      endTime: '12:00',
      cutoff: '08:00',
      capacity: 200,
      status: 0,
    },
  ],
});
export type TimeslotRow = RowOf<typeof timeslot>;
