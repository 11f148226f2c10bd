import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../cdt/dayNumber.ts';
import { bookableSlot, daysText, foundOnDays, lastCutoff, slotsOf, slotWeek, type Slot } from './slots.ts';

const row = (slot: number, days: string, startTime: string, endTime: string, cutoff = startTime, status = 0) => ({
  slot,
  days,
  startTime,
  endTime,
  cutoff,
  capacity: null,
  status,
});
/** A Monday. */
const MONDAY = dayNumber('2026-11-23') as number;

describe('checking a week of timeslots', () => {
  const found = (...rows: ReturnType<typeof row>[]) =>
    foundOnDays(slotWeek(slotsOf(rows)).findings).map(
      ({ kind, days, from, to, slots }) => `${kind} ${daysText(days)} ${from}-${to} ${slots.join('/')}`,
    );

  it.each<[string, ReturnType<typeof row>[], string[]]>([
    [
      'consecutive slots neither overlap nor leave a gap',
      [row(1, 'Mon', '09:00', '12:00'), row(2, 'Mon', '12:00', '14:00')],
      [],
    ],
    [
      'the time between two slots is a gap',
      [row(1, 'Mon-Fri', '09:00', '12:00'), row(2, 'Mon, Wed', '13:00', '14:00')],
      ['gap Mon, Wed 12:00-13:00 1/2'],
    ],
    [
      'two slots at the same time overlap',
      [row(2, 'Mon-Fri', '11:30', '14:00'), row(1, 'Daily', '09:00', '12:00')],
      ['overlap Mon-Fri 11:30-12:00 1/2'],
    ],
    [
      'a slot within another overlaps it and is not followed by a gap',
      [row(1, 'Sun', '09:00', '17:00'), row(2, 'Sun', '10:00', '11:00'), row(3, 'Sun', '17:00', '18:00')],
      ['overlap Sun 10:00-11:00 1/2'],
    ],
    [
      'equal slots overlap',
      [row(1, 'Sat', '09:00', '10:00'), row(2, 'Sat', '09:00', '10:00')],
      ['overlap Sat 09:00-10:00 1/2'],
    ],
    ['slots on different days never overlap', [row(1, 'Mon', '09:00', '10:00'), row(2, 'Tue', '09:30', '10:00')], []],
    ['a disabled slot is ignored', [row(1, 'Mon', '09:00', '10:00'), row(2, 'Mon', '09:30', '12:00', '09:00', 1)], []],
  ])('%s', (_name, rows, expected) => expect(found(...rows)).toEqual(expected));

  it('days without any timeslot are listed', () =>
    expect(slotWeek(slotsOf([row(1, 'Mon-Fri', '09:00', '12:00')])).empty).toEqual([5, 6]));

  it('overlaps and gaps are consistent with the number of timeslots at each time of the day', () => {
    const time = (half: number) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
    assert(
      property(array(record({ from: integer({ min: 0, max: 40 }), long: integer({ min: 1, max: 6 }) })), spans => {
        const slots = slotsOf(spans.map(({ from, long }, at) => row(at, 'Mon', time(from), time(from + long))));
        const { findings } = slotWeek(slots);
        const within = (half: number, { from, to }: { from: string; to: string }) =>
          from <= time(half) && time(half) < to;
        const [first, last] = [
          slots[0]?.from ?? '',
          slots
            .map(({ to }) => to)
            .toSorted()
            .at(-1) ?? '',
        ];
        for (let half = 0; half < 48; half++) {
          const there = slots.filter(slot => within(half, slot)).length;
          const own = findings.filter(finding => within(half, finding));
          const isBetween = first <= time(half) && time(half) < last;
          expect(own.some(({ kind }) => kind === 'gap')).toBe(there === 0 && isBetween);
          expect(own.filter(({ kind }) => kind === 'overlap').length).toBe(Math.max(0, there * (there - 1)) / 2);
        }
      }),
    );
  });
});

describe('the timeslot into which a parcel is booked', () => {
  const slots = slotsOf([
    row(1, 'Mon', '09:00', '12:00', '08:00'),
    row(2, 'Mon, Tue', '13:00', '17:00', '12:00'),
    row(3, 'Wed', '10:00', '11:00', '10:00'),
  ]);
  it.each([
    [0, 8, 1],
    [0, 8 + 1 / 60, 2],
    [0, 12, 2],
    [0, 12 + 1 / 60, null],
    [0, null, 1],
    [1, 12.5, null],
    [1, null, 2],
    [3, null, null],
  ] as const)('a parcel handed over %s days after Monday at %s is booked into slot %s', (after, hour, slot) =>
    expect(bookableSlot(slots, MONDAY + after, hour)?.slot ?? null).toBe(slot),
  );

  it('lastCutoff returns the latest cutoff on a day', () => {
    expect(lastCutoff(slots, '2026-11-23')).toBe('12:00');
    expect(lastCutoff(slots, '2026-11-26')).toBeNull();
  });

  it('the booked slot is the day’s first one whose cutoff has not passed', () => {
    const slot = record({
      days: uniqueArray(integer({ min: 0, max: 6 }), { minLength: 1 }),
      hour: constantFrom('08', '10', '12', '14', '16'),
    });
    assert(
      property(array(slot), integer({ min: 0, max: 6 }), integer({ min: 0, max: 23 }), (all, day, hour) => {
        const made = all.map(({ days, hour: from }, at): Slot => ({
          slot: at,
          days,
          from: `${from}:00`,
          to: `${from}:30`,
          cutoff: `${from}:00`,
          capacity: null,
        }));
        const sorted = made.toSorted((a, b) => (a.from < b.from ? -1 : 1));
        const open = sorted.filter(({ days, cutoff }) => days.includes(day) && Number(cutoff.slice(0, 2)) >= hour);
        expect(bookableSlot(sorted, MONDAY + day, hour)).toBe(open[0] ?? null);
      }),
    );
  });
});

it.each([
  [[0, 1, 2, 3, 4], 'Mon-Fri'],
  [[0, 1], 'Mon, Tue'],
  [[0, 2, 3, 4, 6], 'Mon, Wed-Fri, Sun'],
  [[0, 1, 2, 3, 4, 5, 6], 'every day'],
  [[], ''],
])('the days %j are formatted as "%s"', (days, text) => expect(daysText(days)).toBe(text));
