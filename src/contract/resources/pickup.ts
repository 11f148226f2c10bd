import { PICKUP_TYPE, PICKUP_TYPES, pickupProblem } from '../../domain/lcs/rules.ts';
import { FEATURE } from '../../domain/permission.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { flag } from '../fields/flag.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { timeOfDay } from '../fields/timeOfDay.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/lcs/pickup';

/**
 * Pickup configuration: how a channel collects sellers' parcels (LCS-1, LCS-4; issue 30, section 3).
 *
 * The documents mention only the names of the calls. Our decisions (G96): a channel has one configuration, so its id is
 * the channel's (`GET /sls/pickupConfig/lcs/{id}`). It defines whether the channel picks up parcels, accepts them at
 * its branches, or both; the first day offered, counted from the day on which the shipment is arranged (day 0); the
 * number of days offered from then on; optionally, the time after which the first day is no longer offered; whether a
 * seller must choose a timeslot; the maximum number of pickup attempts; and the shared status (shell spec 3). The
 * import is a call of our own.
 */
export const pickup = defineResource({
  id: 'pickup',
  collection: 'pickups',
  feed: 70,
  label: { one: 'Pickup Configuration', many: 'Pickup configurations' },
  page: { path: '/opsfe/branchservice/pickup', title: 'Pickup' },
  feature: FEATURE.branchService,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 96, always: true }),
    name: text('Channel Name', { max: 255, folded: true, width: 160, of: 'channelId' }),
    pickupType: choice('Pickup Type', PICKUP_TYPES, { initial: PICKUP_TYPE.pickup, any: true, width: 150 }),
    firstDay: number('First Day', { min: 0, max: 30, width: 84 }),
    daysOffered: number('Days Offered', { min: 1, max: 30, width: 96 }),
    cutoff: timeOfDay('Cutoff', { empty: true, width: 80 }),
    timeslotRequired: flag('Timeslot Required', { width: 96 }),
    maxAttempts: number('Max Attempts', { min: 1, max: 10, width: 96 }),
    status: statusField(96),
  },
  key: ['channelId'],
  order: ['channelId'],
  edit: ['pickupType', 'firstDay', 'daysOffered', 'cutoff', 'timeslotRequired', 'maxAttempts', 'status'],
  filters: { channelId: EQUAL, name: { is: 'containing' }, pickupType: EQUAL, status: EQUAL },
  columns: [
    'channelId',
    'name',
    'pickupType',
    'firstDay',
    'daysOffered',
    'cutoff',
    'timeslotRequired',
    'maxAttempts',
    'status',
  ],
  problem: pickupProblem,
  title: row => `pickup configuration of channel ${String(row['channelId'])}`,
  deletion: { title: 'Delete this pickup configuration?' },
  calls: { base: BASE, list: `${BASE}/list`, add: `${BASE}/create`, export: `${BASE}/export` },
  log: '',
  sheet: {
    info: ['name'],
    texts: {
      channelId: { note: 'The channel. It has one pickup configuration.', width: 12 },
      name: { note: 'The channel is identified by its ID alone.', width: 28 },
      pickupType: { note: 'Pickup, Drop-off, or Pickup and Drop-off.', width: 20 },
      firstDay: {
        note: 'Days from arranging a shipment to the first day that is offered; 0 is the same day.',
        width: 12,
      },
      daysOffered: { note: 'How many days are offered, 1 to 30.', width: 14 },
      cutoff: { note: 'After this time the first day is no longer offered.', width: 10 },
      timeslotRequired: { note: 'Whether a seller must choose a timeslot.', width: 18 },
      maxAttempts: { note: 'Maximum number of pickup attempts, 1 to 10.', width: 14 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [
    {
      channelId: 12345,
      name: 'Example, replace this row',
      pickupType: 0,
      firstDay: 0,
      daysOffered: 3,
      cutoff: '14:00',
      timeslotRequired: true,
      maxAttempts: 3,
      status: 0,
    },
  ],
});
export type PickupRow = RowOf<typeof pickup>;
