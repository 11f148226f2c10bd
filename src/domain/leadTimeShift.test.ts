import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText } from './cdt/dayNumber.ts';
import { CdtRows, leadTime } from './leadTime.ts';
import {
  movedChannels,
  shiftOfMany,
  shiftedLeadTimes,
  type LeadTimeGroup,
  type LeadTimeParts,
  type ScheduleChange,
} from './leadTimeShift.ts';
import { daysOffOf, type NonWorkingRow } from './daysOff.ts';
import type { Slot } from './lcs/slots.ts';
import { ALL, holidaysText } from './nonWorkingDays.ts';

const row = (more: Partial<NonWorkingRow> = {}): NonWorkingRow => ({
  country: 'ID',
  serviceType: 'LM',
  WeekendsSetting: 'Sun',
  HolidaysSetting: 'None',
  status: 0,
  ...more,
});
const group = (minDays: number, maxDays: number, rows = 1, region = ALL) => ({ region, minDays, maxDays, rows });
const NOTHING = { min: 0, max: 0 };
const PARTS: LeadTimeParts = { firstMile: NOTHING, border: NOTHING, hasCutoff: false, slots: [] };

/** The effect of a change to the last mile of a channel without a schedule for the first mile. */
const shifted = (
  groups: readonly LeadTimeGroup[],
  before: NonWorkingRow,
  after: NonWorkingRow,
  border = NOTHING,
  today = '2026-11-23',
) => shiftedLeadTimes(groups, { FL: null, LM: before }, { FL: null, LM: after }, { ...PARTS, border }, today);

describe('lead times affected by a schedule change', () => {
  it.each<[string, Partial<NonWorkingRow>, Partial<NonWorkingRow>, object]>([
    // Friday 25 December 2026 becomes a day off: a parcel that arrives on that day or is still in transit takes a day
    // longer, and one that arrives on Saturday waits until Monday anyway.
    ['a holiday', {}, { HolidaysSetting: '2026-12-25' }, { total: 5, changed: 5, later: 2, earlier: 0 }],
    ['a working day on a weekend', {}, { HolidaysSetting: 'Work: 2026-12-27' }, { total: 5, changed: 5, later: 0 }],
    ['a holiday on a weekend', {}, { HolidaysSetting: '2026-12-27' }, { changed: 0, later: 0, earlier: 0 }],
    ['a removed holiday', { HolidaysSetting: '2026-12-25' }, {}, { changed: 5, later: 0, earlier: 2 }],
    ['a deleted schedule', {}, { status: 1 }, { changed: 5, later: 0, earlier: 1 }],
    ['nothing', {}, {}, { changed: 0, later: 0, earlier: 0 }],
    ['a holiday beyond the span', {}, { HolidaysSetting: '2027-12-24' }, { changed: 0 }],
  ])('the affected lead times are counted for %s', (_name, before, after, expected) => {
    const groups = [group(1, 2, 2), group(2, 3, 3)];
    expect(shifted(groups, row(before), row(after))).toMatchObject(expected);
  });

  it('a holiday after the span counts if a lead time extends to it', () => {
    const after = row({ HolidaysSetting: '2027-02-24' });
    expect(shifted([group(1, 2)], row(), after).changed).toBe(0);
    expect(shifted([group(1, 5)], row(), after).changed).toBe(1);
    expect(shifted([group(1, 2)], row(), after, { min: 1, max: 4 }).changed).toBe(1);
  });

  it('only lead times to the state whose days changed are affected', () => {
    const before = row({ country: 'MY', WeekendsSetting: 'Johor: Sat, Sun; Kedah: Fri, Sat' });
    const after = { ...before, HolidaysSetting: 'Kedah: 2026-12-01' };
    const groups = [group(1, 2, 10, 'Kedah'), group(1, 2, 7, 'Johor'), group(1, 2, 4)];
    expect(shifted(groups, before, after)).toMatchObject({ total: 21, changed: 10 });
  });

  it('days off at the origin affect lead times of a channel with a cutoff hour and no schedule for the first mile', () => {
    const before = row({ country: 'MY', WeekendsSetting: 'Johor: Sat, Sun; Kedah: Fri, Sat' });
    const after = { ...before, HolidaysSetting: 'Kedah: 2026-12-01' };
    const groups = [{ ...group(1, 2, 10, 'Johor'), origin: 'Kedah' }, group(1, 2, 7, 'Johor')];
    const changed = (parts: Partial<LeadTimeParts>, FL: NonWorkingRow | null = null) =>
      shiftedLeadTimes(groups, { FL, LM: before }, { FL, LM: after }, { ...PARTS, ...parts }, '2026-11-23').changed;
    expect(changed({ hasCutoff: true })).toBe(10);
    expect(changed({})).toBe(0);
    expect(changed({ hasCutoff: true }, row({ country: 'MY', serviceType: 'FL' }))).toBe(0);
  });

  it('the days of the first mile affect lead times if the channel has a schedule for it', () => {
    const after = { FL: row({ serviceType: 'FL', HolidaysSetting: '2026-12-25' }), LM: row() };
    const before = { ...after, FL: row({ serviceType: 'FL' }) };
    const days = (parts: Partial<LeadTimeParts>) =>
      shiftedLeadTimes([group(1, 2)], before, after, { ...PARTS, ...parts }, '2026-11-23');
    expect(days({ firstMile: { min: 1, max: 1 } })).toEqual({ total: 1, changed: 1, later: 1, earlier: 0 });
    expect(days({})).toMatchObject({ changed: 1 });
  });

  it('the reported shift equals the difference between the lead times before and after', () => {
    const rows = fc.record({
      WeekendsSetting: fc.constantFrom('None', 'Sun', 'Sat, Sun', 'Fri, Sat, Sun'),
      HolidaysSetting: fc
        .uniqueArray(
          fc.integer({ min: 0, max: 40 }).map(after => dayText((dayNumber('2026-12-20') as number) + after)),
          { maxLength: 12 },
        )
        .map(own => holidaysText({ [ALL]: own })),
    });
    const first = fc.option(fc.tuple(rows, fc.constantFrom(0, 0, 1)).map(([own, status]) => ({ ...own, status })));
    const days = fc.tuple(fc.nat(9), fc.nat(4)).map(([min, more]) => group(min, min + more));
    const ahead = fc.tuple(fc.nat(3), fc.nat(3)).map(([min, more]) => ({ min, max: min + more }));
    const slot = fc
      .subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 })
      .map((own): Slot => ({ slot: 1, days: own, from: '09:00', to: '12:00', cutoff: '08:00', capacity: null }));
    const parts: fc.Arbitrary<LeadTimeParts> = fc.record({
      firstMile: ahead,
      border: ahead,
      hasCutoff: fc.boolean(),
      slots: fc.array(slot, { maxLength: 2 }),
    });
    const schedules = fc.record({
      FL: first.map(own => own && row({ serviceType: 'FL', ...own })),
      LM: rows.map(own => row(own)),
    });
    fc.assert(
      fc.property(schedules, schedules, days, parts, (a, b, own, { firstMile, border, hasCutoff, slots }) => {
        const end = { country: 'ID' as const, locations: [] };
        const cdt = new CdtRows([
          {
            originLevel: -1,
            origin: 'ID',
            destinationLevel: -1,
            destination: 'ID',
            minDays: own.minDays,
            maxDays: own.maxDays,
          },
        ]);
        const begin = dayNumber('2026-12-18') as number;
        const answer = ({ FL, LM }: typeof a, day: string): (string | undefined)[] => {
          const off = FL?.status === 0 ? daysOffOf(FL) : null;
          const pickup = { hour: null, cutoff: hasCutoff ? 15 : null, off, firstMile, slots };
          try {
            const found = leadTime(cdt, end, end, day, daysOffOf(LM), border, pickup);
            return [found?.earliest, found?.latest];
          } catch {
            return [];
          }
        };
        const answers = (side: typeof a) => Array.from({ length: 20 }, (_, n) => answer(side, dayText(begin + n)));
        const [was, becomes] = [answers(a), answers(b)];
        const last = becomes.flatMap(([, day], n) => {
          const former = was[n]?.[1];
          return day && former ? [(dayNumber(day) as number) - (dayNumber(former) as number)] : [];
        });
        const given = { firstMile, border, hasCutoff, slots };
        expect(shiftedLeadTimes([own], a, b, given, '2026-12-18', 20)).toEqual({
          total: 1,
          changed: JSON.stringify(was) === JSON.stringify(becomes) ? 0 : 1,
          later: Math.max(0, ...last),
          earlier: Math.max(0, ...last.map(moved => -moved)),
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe('the total effect of changing many schedules', () => {
  const change = (
    channelId: number,
    before: Partial<NonWorkingRow>,
    after: Partial<NonWorkingRow>,
  ): ScheduleChange => ({
    channelId,
    before: row(before),
    after: row(after),
  });
  const friday = { HolidaysSetting: '2026-12-25' };
  const times = (rows: number) => ({
    groups: [group(1, 2, rows)],
    parts: PARTS,
    schedules: { FL: null, LM: row() },
  });

  it('the total effect covers channels, days and lead times, and counts channels with unknown lead times', () => {
    const changes = [
      change(1, {}, friday),
      change(1, { serviceType: 'FL' }, { serviceType: 'FL', ...friday }),
      change(2, friday, {}),
      change(3, {}, friday),
      change(4, {}, friday),
      change(5, friday, friday),
      change(6, { serviceType: 'FL' }, { serviceType: 'FL', HolidaysSetting: '2026-12-24' }),
    ];
    expect(movedChannels(changes)).toEqual([1, 2, 3, 4, 6]);
    const known = { 1: times(10), 2: times(7), 3: 'absent', 4: 'loading', 6: times(5) } as const;
    expect(shiftOfMany(changes, id => known[id as keyof typeof known], '2026-11-23')).toEqual({
      channels: 5,
      days: [
        { day: '2026-12-24', becomesWorking: false, channels: 1 },
        { day: '2026-12-25', becomesWorking: false, channels: 3 },
        { day: '2026-12-25', becomesWorking: true, channels: 1 },
      ],
      moved: 5,
      loading: 1,
      absent: 1,
      leadTimes: { total: 22, changed: 22, later: 2, earlier: 2 },
    });
  });

  it('for a single schedule, the total effect equals that schedule’s own effect', () => {
    const one = shiftOfMany([change(1, {}, friday)], () => times(3), '2026-11-23');
    expect(one.leadTimes).toEqual(shifted([group(1, 2, 3)], row(), row(friday)));
  });
});
