import { expect, it } from 'vitest';
import { scheduleState, skippedText, startText } from './skippedText.ts';

const row = (country: string, status = 0) => ({
  country,
  serviceType: 'LM',
  WeekendsSetting: country === 'MY' ? 'Johor: Sat, Sun; Kedah: Fri, Sat' : 'Sat, Sun',
  HolidaysSetting: '2026-12-25',
  status,
});
const FRIDAY = { day: '2026-12-25', why: 'holiday' as const };

it.each([
  [row('ID'), 'All', 'counted'],
  [row('MY'), 'Kedah', 'counted'],
  // Without a state, no weekends are known in Malaysia, so only part of the schedule counts.
  [row('MY'), 'All', 'partly'],
  [row('MY'), 'Atlantis', 'partly'],
  [row('MY', 1), 'All', 'disabled'],
  [null, 'All', 'none'],
  [undefined, 'All', 'absent'],
] as const)('with the days off %o, the schedule in %s is %s', (own, region, state) => {
  expect(scheduleState(own, region)).toBe(state);
});

const skips = (...skipped: (typeof FRIDAY)[]) => ({ skipped, madeUp: [] });

it('a working day on a weekend is listed as counted', () => {
  expect(skippedText({ skipped: [FRIDAY], madeUp: ['2026-12-26'] }, 'counted')).toBe(
    'Non-working days skipped: Fri 2026-12-25 (holiday). Counted as working days although on a weekend: Sat 2026-12-26.',
  );
});

it('a lead time lists the skipped days, and does not present unknown weekends as working days', () => {
  expect(skippedText(skips(), 'counted')).toContain('works on every day');
  expect(skippedText(skips(), 'partly')).toMatch(/^Weekends .* not counted: .* Choose a destination\.$/);
  expect(skippedText(skips(FRIDAY), 'counted')).toBe('Non-working days skipped: Fri 2026-12-25 (holiday).');
  expect(skippedText(skips(FRIDAY), 'partly')).toMatch(/\(holiday\)\. Weekends .* not counted/);
  expect(skippedText(skips(...Array.from({ length: 25 }, () => FRIDAY)), 'counted')).toMatch(/ and 5 more\.$/);
});

it.each([
  [{ cutoff: 15.5, late: false }, 'at 14:05, by the cutoff hour 15:30. It starts on that day.'],
  [{ cutoff: null, late: false }, 'this channel has no cutoff hour. It starts on that day.'],
  [
    { cutoff: undefined, late: false },
    'is not on this device, or you may not see it, so the parcel is treated as on time. It starts',
  ],
  [
    { cutoff: 12, late: true, start: '2026-12-28', waited: [FRIDAY] },
    'after the cutoff hour 12:00. It starts on Mon 2026-12-28. It waits on non-working days of the last mile at the ' +
      'origin, since the first mile has none of its own: Fri 2026-12-25 (holiday).',
  ],
  [
    { cutoff: 12, late: false, partly: true },
    'It starts on that day. Weekends and holidays of the origin’s state were not counted for the pickup. Choose an origin.',
  ],
  [{ cutoff: null, late: false, partly: true }, 'has no cutoff hour. It starts on that day.'],
  [
    { cutoff: 12, late: true, start: '2026-12-28', waited: [FRIDAY], ownDays: true },
    'It waits on non-working days of the first mile: Fri 2026-12-25 (holiday).',
  ],
])('a lead time says on which day the parcel starts and why: %o', (part, text) => {
  const {
    start = '2026-12-24',
    waited = [],
    late,
    cutoff,
    ownDays = false,
    partly = false,
  } = part as {
    start?: string;
    waited?: (typeof FRIDAY)[];
    late: boolean;
    cutoff: number | null | undefined;
    ownDays?: boolean;
    partly?: boolean;
  };
  const said = startText(
    { start, late, waited, slot: null, withoutSlot: [] },
    { day: '2026-12-24', hour: '14:05', cutoff, ownDays, partly, slots: [] },
  );
  expect(said).toContain('Handed over on Thu 2026-12-24 at 14:05, ');
  expect(said).toContain(text);
});

it('a lead time says which timeslot picks up the parcel, and why an earlier one does not', () => {
  const slot = { slot: 2, days: [4], from: '13:00', to: '17:00', cutoff: '12:00', capacity: null };
  const thursday = { slot: 1, days: [3], from: '10:00', to: '12:00', cutoff: '09:30', capacity: null };
  const asked = { day: '2026-12-24', hour: '14:05', cutoff: null, ownDays: false };
  const said = (withoutSlot: string[], slots: (typeof slot)[] | undefined, start = '2026-12-25') =>
    startText({ start, late: false, waited: [], slot: slots ? slot : null, withoutSlot }, { ...asked, slots });
  expect(said(['2026-12-24'], [thursday, slot])).toMatch(
    /cutoff of each timeslot of Thu 2026-12-24 had passed by then, the last one at 09:30\. It is picked up in timeslot 2, 13:00 to 17:00, whose cutoff is 12:00\.$/,
  );
  expect(said(['2026-12-24'], [slot])).toContain(' No timeslot on Thu 2026-12-24. It is picked up in timeslot 2');
  expect(said([], undefined)).toContain('timeslots are not on this device');
});
