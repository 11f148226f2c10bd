import { defineSheet } from '../resourceSheet.ts';
import { branch } from './branch.ts';
import { pickup } from './pickup.ts';
import { timeslot } from './timeslot.ts';

/** The spreadsheets of pickup configurations, timeslots and branches (LCS-1 to LCS-3). */

const channelName = {
  note: 'The channel is identified by its ID alone.',
  example: 'Example, replace this row',
  width: 28,
};
const status = { note: 'Normal or Disabled.', example: 'Normal', width: 12 };
const time = (note: string, example: string) => ({ note, example, width: 10 });

export const pickupSheet = defineSheet({
  resource: pickup,
  name: 'Pickup Configuration',
  file: 'Pickup configurations',
  template: 'pickup-configurations.xlsx',
  mode: 'merge',
  columns: pickup.columns,
  texts: {
    channelId: { note: 'The channel. It has one pickup configuration.', example: 12345, width: 12 },
    name: channelName,
    pickupType: { note: 'Pickup, Drop-off, or Pickup and Drop-off.', example: 'Pickup', width: 20 },
    firstDay: {
      note: 'Days from the arranging of a shipment to the first day that is offered; 0 is the same day.',
      example: 0,
      width: 12,
    },
    daysOffered: { note: 'How many days are offered, 1 to 30.', example: 3, width: 14 },
    cutoff: time('After this time the first day is not offered any more.', '14:00'),
    timeslotRequired: { note: 'Whether a seller must choose a timeslot.', example: 'Yes', width: 18 },
    maxAttempts: { note: 'How often the channel comes at most, 1 to 10.', example: 3, width: 14 },
    status,
  },
  info: ['name'],
});

export const timeslotSheet = defineSheet({
  resource: timeslot,
  name: 'Timeslot',
  file: 'Timeslots',
  template: 'timeslots.xlsx',
  mode: 'merge',
  columns: timeslot.columns,
  texts: {
    channelId: { note: 'The channel that picks up.', example: 12345, width: 12 },
    name: channelName,
    slot: {
      note: "The slot's number in its channel. One that is there is changed, another one is added.",
      example: 1,
      width: 8,
    },
    days: { note: 'Days of the week, as "Mon, Wed", "Mon-Fri" or "Daily".', example: 'Mon-Fri', width: 26 },
    startTime: time('When the slot begins.', '09:00'),
    endTime: time('When the slot ends, on the same day.', '12:00'),
    cutoff: time('Until when of the same day it can be booked; not after From.', '08:00'),
    capacity: { note: 'Most parcels of one day; blank is no bound for a new slot.', example: 200, width: 12 },
    status,
  },
  info: ['name'],
});

const placeName = (example: string) => ({
  note: 'May be left blank next to a Location ID, and must agree with it. Without one, the names from State on tell the location.',
  example,
  width: 24,
});
const degrees = (example: number) => ({
  note: `Degrees with at most six decimal places; south and west are negative.`,
  example,
  width: 14,
});
const service = (note: string, example: 'Yes' | 'No') => ({ note, example, width: 12 });

export const branchSheet = defineSheet({
  resource: branch,
  name: 'Branch',
  file: 'Branches',
  template: 'branches.xlsx',
  mode: 'merge',
  columns: branch.columns,
  texts: {
    code: {
      note: 'Letters, digits, - and _. A branch that is there is changed, another one is added.',
      example: 'BDG-01',
      width: 16,
    },
    name: { note: 'What the branch is called.', example: 'Example, replace this row', width: 30 },
    locationId: { note: 'May be left blank where the names tell the location.', example: 1, width: 13 },
    state: placeName('Jawa Barat'),
    city: placeName('Bandung'),
    district: placeName('Coblong'),
    address: { note: 'Street and number.', example: 'Jl. Dago 12', width: 30 },
    latitude: degrees(-6.885),
    longitude: degrees(107.613611),
    openingHours: {
      note: 'Days and hours. Days that are not named are closed.',
      example: 'Mon-Fri 08:00-17:00; Sat 09:00-12:00',
      width: 38,
    },
    dropOff: service('Whether sellers hand parcels in.', 'Yes'),
    collects: service('Whether buyers collect parcels.', 'Yes'),
    returns: service('Whether returned parcels are taken.', 'No'),
    cod: service('Whether parcels can be paid in cash.', 'No'),
    status,
  },
});
