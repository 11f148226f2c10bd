import { describe, expect, it } from 'vitest';
import type { LocationRow } from '../../../contract/locations.ts';
import type { Country } from '../../../domain/country.ts';
import { slotsOf } from '../../../domain/lcs/slots.ts';
import { NEVER_OFF } from '../../../domain/leadTime.ts';
import type { LeadTimeRows } from '../../../sync/hooks/useLeadTimeRows.ts';
import { hourText, leadTimeState, NOWHERE, readHour, type AskedLeadTime } from './leadTimeState.ts';

const ROW = { originLevel: -1, origin: 'ID', destinationLevel: -1, destination: 'ID', minDays: 1, maxDays: 3 };
const EXACT = { ...ROW, destinationLevel: 0, destination: '7', minDays: 2, maxDays: 2 };
const place = (id: number) => [{ locationId: id }] as unknown as readonly LocationRow[];
const FOUND: LeadTimeRows = {
  state: 'ready',
  progress: 1,
  problem: null,
  rows: [ROW, EXACT],
  total: 1200,
  channel: null,
  nonWorking: null,
  firstMile: null,
  cutoff: null,
  slots: [],
};
const ASKED: AskedLeadTime = {
  country: 'ID',
  online: true,
  channelId: 1,
  origin: NOWHERE,
  destination: NOWHERE,
  day: '2026-11-23',
  found: FOUND,
  hour: '12:00',
  off: NEVER_OFF,
  firstMileOff: null,
};
const stateOf = (change: Partial<AskedLeadTime>) => leadTimeState({ ...ASKED, ...change });
const brazil = { country: 'BR' as Country };

describe('lead time query', () => {
  it('the lead time is determined by the most specific matching row', () => {
    expect(stateOf({})).toMatchObject({ kind: 'answer', answer: { earliest: '2026-11-24', latest: '2026-11-26' } });
    const state = stateOf({ destination: { ...NOWHERE, id: '7', path: place(7) } });
    expect(state).toMatchObject({ kind: 'answer', answer: { row: EXACT, passedOver: [ROW] } });
  });

  it('the lead time depends on the cutoff hour and the days off of the first mile', () => {
    const late = stateOf({ hour: '15:31', found: { ...FOUND, cutoff: 15.5 } });
    expect(late).toMatchObject({ kind: 'answer', answer: { start: '2026-11-24', late: true, earliest: '2026-11-25' } });
    expect(stateOf({ hour: '15:30', found: { ...FOUND, cutoff: 15.5 } })).toMatchObject({
      answer: { late: false, earliest: '2026-11-24' },
    });
    const off = { weekends: [], holidays: ['2026-11-23'] };
    expect(stateOf({ firstMileOff: off })).toMatchObject({ answer: { start: '2026-11-24', earliest: '2026-11-25' } });
  });

  it('the lead time depends on the cutoffs of the timeslots', () => {
    const slots = slotsOf([
      { slot: 1, days: 'Mon', startTime: '09:00', endTime: '12:00', cutoff: '08:00', capacity: null, status: 0 },
      { slot: 2, days: 'Wed', startTime: '13:00', endTime: '17:00', cutoff: '12:00', capacity: null, status: 0 },
    ]);
    expect(stateOf({ hour: '8:00', found: { ...FOUND, slots } })).toMatchObject({
      answer: { start: '2026-11-23', slot: { slot: 1 }, earliest: '2026-11-24' },
    });
    expect(stateOf({ hour: '8:01', found: { ...FOUND, slots } })).toMatchObject({
      answer: { start: '2026-11-25', slot: { slot: 2 }, withoutSlot: ['2026-11-23', '2026-11-24'] },
    });
    const off = { weekends: [1, 3], holidays: [] };
    expect(stateOf({ off, found: { ...FOUND, slots } })).toMatchObject({
      kind: 'none',
      hint: expect.stringContaining('Check its timeslots') as string,
    });
  });

  it.each([
    ['0:00', 0],
    ['9:05', 9 + 5 / 60],
    [' 23:59 ', 23 + 59 / 60],
    ['24:00', null],
    ['12', null],
    ['12:60', null],
    ['', null],
  ] as const)('parsing "%s" as a time of day', (text, hour) => expect(readHour(text)).toBe(hour));

  it.each([
    [15.5, '15:30'],
    [0, '00:00'],
    [9 + 5 / 60, '09:05'],
  ])('%s hours are formatted as a time of day', (hour, text) => expect(hourText(hour)).toBe(text));

  it.each<[string, Partial<AskedLeadTime>, string]>([
    ['no hour', { hour: '25:00' }, 'Handed over at must be a time of day, such as 15:30'],
    ['no channel', { channelId: null }, 'Choose a channel'],
    ['a text that is not a channel', { channelId: 'unknown' }, 'This is not a channel of Indonesia'],
    ['an unknown origin', { origin: { ...NOWHERE, id: '99' } }, 'Origin: there is no location 99 in Indonesia'],
    ['no number', { origin: { ...NOWHERE, id: 'x1' } }, 'Origin must be the ID of a location, a whole number'],
    [
      'a name that is none',
      { destination: { ...NOWHERE, stray: 'No state here is called "Bal"' } },
      'Destination: No state here is called "Bal"',
    ],
    [
      'half a CEP',
      { ...brazil, origin: { ...NOWHERE, cep: '0131' } },
      'Origin CEP must be 8 digits, such as 01310-000',
    ],
    ['no day', { day: '' }, 'Choose the day on which the parcel is handed over'],
    [
      'a day that the calendar lacks',
      { day: '2026-02-30' },
      'Handed over on must be a day from 1970 to 2099, such as 2026-11-23',
    ],
    [
      'a day that no calendar goes beyond',
      { day: '9999-12-31' },
      'Handed over on must be a day from 1970 to 2099, such as 2026-11-23',
    ],
    [
      'a day before the calendar',
      { day: '1900-01-01' },
      'Handed over on must be a day from 1970 to 2099, such as 2026-11-23',
    ],
    [
      'a browser that keeps nothing',
      { found: null },
      'Lead times are calculated on this device, but this browser does not store data',
    ],
    [
      'a full device',
      { found: { ...FOUND, state: 'noRoom' } },
      'There is no room on this device for the lead times of this channel',
    ],
    [
      'offline without its rows',
      { online: false, found: { ...FOUND, state: null } },
      'You are offline, and the lead times of this channel are not on this device',
    ],
    [
      'a server that fails',
      { found: { ...FOUND, state: 'loading', problem: 'Server error.' } },
      'The lead times of this channel could not be loaded',
    ],
    ['a channel without rows', { found: { ...FOUND, rows: [], total: 0 } }, 'This channel has no delivery lead times'],
    ['rows about other ways', { found: { ...FOUND, rows: [] } }, 'No row matches this origin and destination'],
    ['weekends without end', { off: { weekends: [1, 2, 3, 4, 5, 6, 7], holidays: [] } }, 'There is no working day'],
  ])('if there is no lead time because of %s, the reason is given', (_, change, title) => {
    expect(stateOf(change)).toMatchObject({ kind: 'none', title });
  });

  it.each<[string, Partial<AskedLeadTime>, number | null]>([
    ['the device is read', { found: undefined }, null],
    ['the device is read, offline', { found: undefined, online: false }, null],
    ['the rows wait for their turn', { found: { ...FOUND, state: 'waiting' } }, null],
    ['the rows are loaded', { found: { ...FOUND, state: 'loading', progress: 0.4 } }, 0.4],
    ['the place is looked up', { origin: { ...NOWHERE, id: '7', path: undefined } }, null],
  ])('the lead time is shown as loading while %s', (_, change, progress) => {
    expect(stateOf(change)).toMatchObject({ kind: 'loading', progress });
  });

  it('the lead time is available offline if its rows are cached', () => {
    expect(stateOf({ online: false }).kind).toBe('answer');
  });
});
