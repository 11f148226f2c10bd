import { array, assert, constantFrom, integer, option, property, record, tuple, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, weekdayOf } from './cdt/dayNumber.ts';
import type { CdtValues } from './cdt/rowRules.ts';
import { clockHours } from './clockHours.ts';
import { slotsOf, type Slot } from './lcs/slots.ts';
import { weekdaysText } from './lcs/week.ts';
import { CdtRows, leadTime, type End, type NonWorking, type Pickup } from './leadTime.ts';

const row = (origin: string, destination: string, minDays = 1, maxDays = minDays): CdtValues => ({
  originLevel: levelOf(origin),
  origin,
  destinationLevel: levelOf(destination),
  destination,
  minDays,
  maxDays,
});
/** The test locations: 1 is a state, 11 its city, 111 its district, 1111 its street. */
const levelOf = (name: string): number => (/^[A-Z]/.test(name) ? -1 : name.includes('-') ? 4 : name.length - 1);

const STREET: End = { country: 'ID', locations: [1, 11, 111, 1111] };
const OTHER: End = { country: 'ID', locations: [2, 21, 211, 2111] };
/** A Monday. */
const DAY = '2026-11-23';

describe('the row that determines a lead time', () => {
  const way = (rows: CdtValues[], origin = STREET, destination = OTHER) => {
    const found = leadTime(new CdtRows(rows), origin, destination, DAY);
    return found && `${found.row.origin} ${found.row.destination}`;
  };

  it.each<[string, CdtValues[], string | null]>([
    ['no row matches', [row('3', '2')], null],
    ['the region’s row matches', [row('ID', 'ID')], 'ID ID'],
    ['a state takes precedence over the region', [row('ID', 'ID'), row('ID', '2')], 'ID 2'],
    ['a city takes precedence over a state', [row('ID', '21'), row('ID', '2')], 'ID 21'],
    ['a district takes precedence over a city', [row('ID', '21'), row('ID', '211')], 'ID 211'],
    ['a street takes precedence over a district', [row('ID', '2111'), row('ID', '211')], 'ID 2111'],
    ['the destination’s level takes precedence', [row('1111', '2'), row('ID', '21')], 'ID 21'],
    ['the origin’s level comes second', [row('ID', '21'), row('1', '21'), row('11', '21')], '11 21'],
    ['rows of other places do not match', [row('2', '1')], null],
  ])('the row that determines the lead time is chosen correctly: %s', (_name, rows, expected) =>
    expect(way(rows)).toBe(expected),
  );

  it('a CEP range takes precedence over any place, and places are used if no range contains the CEP', () => {
    const rows = [row('BR', '01310000-01319999', 1), row('BR', '21', 5), row('BR', 'BR', 9)];
    const to = (cep?: string): End => ({ country: 'BR', locations: [2, 21], ...(cep ? { cep } : {}) });
    const from: End = { country: 'BR', locations: [] };
    expect(way(rows, from, to('01319999'))).toBe('BR 01310000-01319999');
    expect(way(rows, from, to('01320000'))).toBe('BR 21');
    expect(way(rows, from, to())).toBe('BR 21');
    expect(way(rows, from, { country: 'BR', locations: [3] })).toBe('BR BR');
  });

  it('a lead time lists the less specific rows that also match', () => {
    const found = leadTime(new CdtRows([row('ID', 'ID', 9), row('1', '2', 4), row('ID', '21', 3)]), STREET, OTHER, DAY);
    expect(found?.passedOver.map(({ minDays }) => minDays)).toEqual([4, 9]);
    expect(found?.origin).toEqual({ level: -1, name: 'ID' });
    expect(found?.destination).toEqual({ level: 1, name: '21' });
  });

  it('the most specific matching row determines the lead time', () => {
    const name = constantFrom('ID', '1', '11', '111', '1111', '2', '21', '211', '2111');
    assert(
      property(array(tuple(name, name)), pairs => {
        const rows = pairs.map(([from, to]) => row(from, to));
        const fits = rows.filter(
          ({ origin, destination }) =>
            [...STREET.locations.map(String), 'ID'].includes(origin) &&
            [...OTHER.locations.map(String), 'ID'].includes(destination),
        );
        const best = fits.toSorted(
          (a, b) => b.destinationLevel - a.destinationLevel || b.originLevel - a.originLevel,
        )[0];
        expect(way(rows)).toBe(best ? `${best.origin} ${best.destination}` : null);
      }),
    );
  });
});

describe('the days that a lead time takes', () => {
  const days = (minDays: number, maxDays: number, day = DAY, weekends: number[] = [], holidays: string[] = []) => {
    const found = leadTime(new CdtRows([row('ID', 'ID', minDays, maxDays)]), STREET, OTHER, day, {
      weekends,
      holidays,
    });
    return found && [found.earliest, found.latest, found.skipped.length];
  };

  it.each<[string, Parameters<typeof days>, ReturnType<typeof days>]>([
    ['are counted', [1, 3], ['2026-11-24', '2026-11-26', 0]],
    ['skip weekends', [3, 5, '2026-11-26', [6, 7]], ['2026-12-01', '2026-12-03', 2]],
    ['skip a Friday-Saturday weekend', [1, 2, '2026-11-26', [5, 6]], ['2026-11-29', '2026-11-30', 2]],
    ['skip holidays', [1, 1, '2026-12-24', [], ['2026-12-25']], ['2026-12-26', '2026-12-26', 1]],
    [
      'skip a holiday on a weekend only once',
      [1, 1, '2026-12-25', [6, 7], ['2026-12-26']],
      ['2026-12-28', '2026-12-28', 2],
    ],
    ['continue into the next year', [2, 2, '2026-12-31', [6, 7], ['2027-01-01']], ['2027-01-05', '2027-01-05', 3]],
    ['include a leap day', [1, 2, '2028-02-28'], ['2028-02-29', '2028-03-01', 0]],
    ['may end on the same day', [0, 0], ['2026-11-23', '2026-11-23', 0]],
    [
      'end on a working day even if the lead time is zero',
      [0, 1, '2026-11-28', [6, 7]],
      ['2026-11-30', '2026-11-30', 2],
    ],
  ])('the days of a lead time %s', (_name, args, expected) => expect(days(...args)).toEqual(expected));

  it('the row’s days are counted from the end of the border crossing, even if that is a day off', () => {
    const rows = new CdtRows([row('ID', 'ID', 1, 2)]);
    const found = leadTime(rows, STREET, OTHER, '2026-11-27', { weekends: [6, 7], holidays: [] }, { min: 1, max: 4 });
    expect([found?.earliest, found?.latest]).toEqual(['2026-11-30', '2026-12-03']);
  });

  it('an invalid day and a calendar without working days are rejected', () => {
    expect(() => days(1, 1, '2026-02-30')).toThrow(RangeError);
    expect(() => days(1, 1, DAY, [1, 2, 3, 4, 5, 6, 7])).toThrow(RangeError);
  });

  it('a lead time also lists days off that delay only the shortest first mile', () => {
    // Handed over on Thursday: with the shortest first mile, the parcel waits on Friday; with the longest, it is still
    // in transit on Friday.
    const off = { weekends: [6, 7], holidays: ['2026-12-25'] };
    const found = leadTime(new CdtRows([row('ID', 'ID', 1, 2)]), STREET, OTHER, '2026-12-24', off, { min: 0, max: 1 });
    expect([found?.earliest, found?.latest]).toEqual(['2026-12-28', '2026-12-29']);
    expect(found?.skipped).toEqual([
      { day: '2026-12-25', why: 'holiday' },
      { day: '2026-12-26', why: 'weekend' },
      { day: '2026-12-27', why: 'weekend' },
    ]);
  });

  it('a lead time ends on a working day, as many working days later as the row specifies', () => {
    const from = dayNumber('2026-01-01') as number;
    const offset = integer({ min: 0, max: 400 });
    assert(
      property(
        offset,
        integer({ min: 1, max: 60 }),
        uniqueArray(constantFrom<number>(5, 6, 7)),
        array(offset),
        (start, count, weekends, off) => {
          const holidays = off.map(one => dayText(from + one));
          const found = leadTime(new CdtRows([row('ID', 'ID', 0, count)]), STREET, OTHER, dayText(from + start), {
            weekends,
            holidays,
          });
          const works = (day: number) => !weekends.includes(weekdayOf(day)) && !holidays.includes(dayText(day));
          const last = dayNumber(found?.latest ?? '') as number;
          expect(works(last)).toBe(true);
          let worked = 0;
          for (let day = from + start + 1; day <= last; day++) if (works(day)) worked += 1;
          expect(worked).toBe(count);
          expect((found?.earliest ?? '') <= (found?.latest ?? '')).toBe(true);
        },
      ),
    );
  });
});

describe('how the cutoff hour and the first mile affect a lead time', () => {
  const WEEKEND = { weekends: [6, 7], holidays: [] };
  const asked = (day: string, pickup: Partial<Pickup>, off: NonWorking = WEEKEND) => {
    const found = leadTime(new CdtRows([row('ID', 'ID', 1, 2)]), STREET, OTHER, day, off, undefined, {
      hour: null,
      cutoff: null,
      off: null,
      firstMile: { min: 0, max: 0 },
      ...pickup,
    });
    return (
      found && { start: found.start, late: found.late, days: [found.earliest, found.latest], waited: found.waited }
    );
  };
  const FRIDAY = '2026-11-27';

  it('a parcel handed over by the cutoff hour starts on the same day', () => {
    expect(asked(FRIDAY, { hour: 15, cutoff: 15 })).toEqual({
      start: FRIDAY,
      late: false,
      days: ['2026-11-30', '2026-12-01'],
      waited: [],
    });
    expect(asked(FRIDAY, { hour: 23, cutoff: null })).toMatchObject({ start: FRIDAY, late: false });
    expect(asked(FRIDAY, { hour: null, cutoff: 15 })).toMatchObject({ start: FRIDAY, late: false });
  });

  it('a parcel handed over in the minute of the cutoff is in time, however the hour was rounded', () => {
    for (let minutes = 0; minutes < 1440; minutes++) {
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      const cutoff = Number(clockHours(time, false));
      expect(asked(FRIDAY, { hour: minutes / 60, cutoff })).toMatchObject({ late: false });
      expect(asked(FRIDAY, { hour: (minutes + 1) / 60, cutoff })).toMatchObject({ late: true });
    }
  });

  it('a parcel is picked up on a working day of the origin, if the first mile has no days off of its own', () => {
    // Kedah rests on Friday and Saturday, and Kuala Lumpur on Saturday and Sunday.
    const [kedah, kualaLumpur] = [{ weekends: [5, 6], holidays: [] }, WEEKEND];
    const fromKedah = asked(FRIDAY, { hour: 10, cutoff: 15, originOff: kedah }, kualaLumpur);
    expect(fromKedah).toMatchObject({ start: '2026-11-29', days: ['2026-11-30', '2026-12-01'] });
    expect(fromKedah?.waited).toEqual([
      { day: FRIDAY, why: 'weekend' },
      { day: '2026-11-28', why: 'weekend' },
    ]);
    const toKedah = asked(FRIDAY, { hour: 10, cutoff: 15, originOff: kualaLumpur }, kedah);
    expect(toKedah).toMatchObject({ start: FRIDAY, days: ['2026-11-29', '2026-11-30'], waited: [] });
    const ownDays = { hour: 10, cutoff: 15, originOff: kedah, off: { weekends: [], holidays: [] } };
    expect(asked(FRIDAY, ownDays, kualaLumpur)).toMatchObject({ start: FRIDAY });
    // Without cutoff hour and timeslots, parcels start on any day.
    expect(asked(FRIDAY, { originOff: kedah }, kualaLumpur)).toMatchObject({ start: FRIDAY });
  });

  it('a parcel handed over after the cutoff hour starts on the next working day', () => {
    expect(asked('2026-11-26', { hour: 15.25, cutoff: 15 })).toMatchObject({ start: FRIDAY, late: true });
    expect(asked(FRIDAY, { hour: 15.25, cutoff: 15 })).toEqual({
      start: '2026-11-30',
      late: true,
      days: ['2026-12-01', '2026-12-02'],
      waited: [
        { day: '2026-11-28', why: 'weekend' },
        { day: '2026-11-29', why: 'weekend' },
      ],
    });
  });

  it('the first mile’s days off do not affect the last mile', () => {
    const off = { weekends: [7], holidays: ['2026-11-28'] };
    expect(asked(FRIDAY, { off, hour: 20, cutoff: 15 }, { weekends: [], holidays: [] })).toEqual({
      start: '2026-11-30',
      late: true,
      days: ['2026-12-01', '2026-12-02'],
      waited: [
        { day: '2026-11-28', why: 'holiday' },
        { day: '2026-11-29', why: 'weekend' },
      ],
    });
    expect(asked(FRIDAY, { off, firstMile: { min: 1, max: 2 } }, { weekends: [], holidays: [] })?.days).toEqual([
      '2026-12-01',
      '2026-12-03',
    ]);
    // A first mile without its own days off counts calendar days.
    expect(asked(FRIDAY, { firstMile: { min: 1, max: 2 } }, { weekends: [], holidays: [] })?.days).toEqual([
      '2026-11-29',
      '2026-12-01',
    ]);
  });

  describe('how timeslots affect a lead time', () => {
    const slot = (number: number, days: number[], from: string, cutoff: string): Slot => ({
      slot: number,
      days,
      from,
      to: '23:00',
      cutoff,
      capacity: null,
    });
    const slots = [slot(1, [0, 1, 2, 3, 4], '09:00', '08:00'), slot(2, [0, 2, 4], '14:00', '12:30')];
    const at = (day: string, hour: number | null, pickup: Partial<Pickup> = {}) => {
      const found = leadTime(new CdtRows([row('ID', 'ID', 1)]), STREET, OTHER, day, WEEKEND, undefined, {
        hour,
        cutoff: null,
        off: null,
        firstMile: { min: 0, max: 0 },
        slots,
        ...pickup,
      });
      return found && [found.start, found.slot?.slot ?? null, found.withoutSlot, found.earliest];
    };
    const [TUESDAY, WEDNESDAY, THURSDAY] = ['2026-11-24', '2026-11-25', '2026-11-26'] as const;

    it.each<[string, string, number | null, Partial<Pickup>, unknown]>([
      ['the first slot if handed over before its cutoff', DAY, 7, {}, [DAY, 1, [], TUESDAY]],
      ['the first slot if handed over exactly at its cutoff', DAY, 8, {}, [DAY, 1, [], TUESDAY]],
      ['the next slot of the day if handed over after the cutoff', DAY, 8 + 1 / 60, {}, [DAY, 2, [], TUESDAY]],
      ['the last slot if handed over exactly at its cutoff', DAY, 12.5, {}, [DAY, 2, [], TUESDAY]],
      ['a slot on the next day after the last cutoff', DAY, 12 + 31 / 60, {}, [TUESDAY, 1, [DAY], WEDNESDAY]],
      [
        'a slot on the next day if the only slot’s cutoff has passed',
        TUESDAY,
        9,
        {},
        [WEDNESDAY, 1, [TUESDAY], THURSDAY],
      ],
      ['a slot after the weekend', FRIDAY, 13, {}, ['2026-11-30', 1, [FRIDAY], '2026-12-01']],
      ['the first slot if there is no handover hour', DAY, null, {}, [DAY, 1, [], TUESDAY]],
      [
        'a slot on the next day after the channel’s cutoff hour',
        DAY,
        10.5,
        { cutoff: 10 },
        [TUESDAY, 1, [], WEDNESDAY],
      ],
      [
        'a slot on the only weekday that has one',
        DAY,
        7,
        { slots: [slot(3, [3], '09:00', '08:00')] },
        [THURSDAY, 3, [DAY, TUESDAY, WEDNESDAY], FRIDAY],
      ],
      ['no slot, at any time, if the channel has none', DAY, 23, { slots: [] }, [DAY, null, [], TUESDAY]],
    ])('a parcel is booked into %s', (_name, day, hour, pickup, expected) =>
      expect(at(day, hour, pickup)).toEqual(expected),
    );

    it('leadTime throws if all timeslots are on days off', () =>
      expect(() => at(DAY, 7, { slots: [slot(1, [5, 6], '09:00', '08:00')] })).toThrow(RangeError));
  });

  it('handing a parcel over later never makes it arrive earlier', () => {
    const from = dayNumber('2026-01-01') as number;
    const days = uniqueArray(integer({ min: 0, max: 40 }));
    const weekends = uniqueArray(constantFrom<number>(5, 6, 7));
    assert(
      property(
        integer({ min: 0, max: 47 * 20 }),
        integer({ min: 0, max: 47 * 20 }),
        option(integer({ min: 0, max: 24 }), { nil: null }),
        option(record({ weekends, days }), { nil: null }),
        record({ weekends, days }),
        integer({ min: 0, max: 3 }),
        array(
          record({
            days: uniqueArray(integer({ min: 0, max: 3 }), { minLength: 1 }),
            hour: integer({ min: 0, max: 22 }),
          }),
        ),
        (first, second, cutoff, mile, last, firstMile, timeslots) => {
          const offOf = (off: { weekends: number[]; days: number[] }) => ({
            weekends: off.weekends,
            holidays: off.days.map(one => dayText(from + one)),
          });
          const at = (half: number) =>
            asked(
              dayText(from + Math.floor(half / 48)),
              {
                hour: (half % 48) / 2,
                cutoff,
                off: mile && offOf(mile),
                firstMile: { min: firstMile, max: firstMile + 1 },
                slots: slotsOf(
                  timeslots.map(({ days: own, hour }, slot) => ({
                    slot,
                    days: weekdaysText(own),
                    startTime: `${String(hour).padStart(2, '0')}:30`,
                    endTime: '23:30',
                    cutoff: `${String(hour).padStart(2, '0')}:00`,
                    status: 0,
                  })),
                ),
              },
              offOf(last),
            )?.days ?? [];
          const [sooner, later] = [Math.min(first, second), Math.max(first, second)].map(at);
          expect((sooner?.[0] ?? '') <= (later?.[0] ?? '')).toBe(true);
          expect((sooner?.[1] ?? '') <= (later?.[1] ?? '')).toBe(true);
        },
      ),
    );
  });
});

it('a make-up day on a weekend counts as a working day, both at the start and at the destination', () => {
  // Friday 7 February 2025; the Saturday after it is a make-up day.
  const off = { weekends: [6, 7], holidays: ['2025-01-01'], working: ['2025-02-08', '2025-03-01'] };
  const rows = new CdtRows([row('ID', 'ID', 1, 2)]);
  const found = leadTime(rows, STREET, OTHER, '2025-02-07', off);
  expect(found).toMatchObject({ earliest: '2025-02-08', latest: '2025-02-10', madeUp: ['2025-02-08'] });
  const plain = leadTime(rows, STREET, OTHER, '2025-02-07', { ...off, working: [] });
  expect(plain).toMatchObject({ earliest: '2025-02-10', latest: '2025-02-11', madeUp: [] });
  const pickup = { hour: 18, cutoff: 15, off, firstMile: { min: 0, max: 0 } };
  expect(leadTime(rows, STREET, OTHER, '2025-02-07', off, undefined, pickup)?.start).toBe('2025-02-08');
});
