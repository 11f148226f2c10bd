import { describe, expect, it } from 'vitest';
import { type ShiftedDay } from '../../../domain/daysOff.ts';
import type { ManyShift } from '../../../domain/leadTimeShift.ts';
import { ALL } from '../../../domain/nonWorkingDays.ts';
import { loadingWord, manyShiftSentences, shiftSentences, type KnownLeadTimes } from './shiftWords.ts';

const off = (day: string, region = ALL): ShiftedDay => ({ day, region, before: 'working', after: 'holiday' });
const on = (day: string, region = ALL): ShiftedDay => ({ day, region, before: 'holiday', after: 'working' });
const moved = (total: number, changed: number, later = 0, earlier = 0) => ({ total, changed, later, earlier });
const say = (shifted: ShiftedDay[], known: KnownLeadTimes, online = true) =>
  shiftSentences(10021, true, shifted, known, online).join(' ');

describe('effect of a schedule change on lead times', () => {
  it('the effect of a schedule change is described only if there is a change, even if it shifts nothing', () => {
    expect(shiftSentences(10021, false, [], moved(5, 0), true)).toEqual([]);
    const nothing = 'Nothing shifts in the next 90 days: no channel and no lead time changes.';
    expect(say([], moved(5, 0))).toBe(nothing);
    expect(say([], 'loading')).toBe(nothing);
  });

  it('the effect of a schedule change lists the changed days and counts the changed lead times', () => {
    expect(say([off('2026-12-25'), off('2026-12-28')], moved(5310, 1204, 2))).toBe(
      '1 channel changes in the next 90 days. 2 days become non-working: Fri 2026-12-25, Mon 2026-12-28. ' +
        '1,204 of its 5,310 lead times change: delivered up to 2 days later.',
    );
    expect(say([on('2026-12-25')], moved(3, 1, 0, 1))).toBe(
      '1 channel changes in the next 90 days. 1 day becomes a working day: Fri 2026-12-25. ' +
        '1 of its 3 lead times changes: delivered up to 1 day earlier.',
    );
    expect(say([on('2026-12-25'), off('2026-12-24')], moved(3, 0))).toMatch(
      /1 day becomes non-working: Thu 2026-12-24\. 1 day becomes a working day: .* None of the 3 lead times/,
    );
  });

  it('lead times that shift only because of days after the 90-day span are counted', () => {
    expect(say([], moved(3, 1, 1))).toMatch(/^No day changes in the next 90 days\. 1 of its 3 lead times changes/);
  });

  it('the effect of a schedule change lists states by name, and summarizes long lists of states or days as a count', () => {
    expect(say([off('2026-12-01', 'Johor'), off('2026-12-01', 'Kedah')], 'loading')).toContain(
      'Tue 2026-12-01 in Johor, Kedah.',
    );
    const states = ['A', 'B', 'C', 'D', 'E'].map(state => off('2026-12-01', state));
    expect(say(states, 'loading')).toContain('1 day becomes non-working: Tue 2026-12-01 in 5 states.');
    const days = ['01', '02', '03', '04', '07', '08'].map(day => off(`2026-12-${day}`));
    expect(say(days, 'loading')).toContain(
      '6 days become non-working: Tue 2026-12-01, Wed 2026-12-02, Thu 2026-12-03, Fri 2026-12-04 and 2 more.',
    );
  });

  it('lead times count as loading only while online, and otherwise as missing', () => {
    expect([loadingWord('loading', true), loadingWord('loading', false), loadingWord('absent', true)]).toEqual([
      'loading',
      'absent',
      'absent',
    ]);
  });

  it('the effect of a schedule change includes the reason if lead times are not counted', () => {
    expect(say([off('2026-12-01')], 'absent', false)).toContain(
      'not on this device, and the server cannot be reached.',
    );
    expect(say([off('2026-12-01')], 'absent')).toContain('not on this device, or you may not see them.');
    expect(say([off('2026-12-01')], 'loading')).toContain('Counting the lead times of channel 10021');
    expect(say([off('2026-12-01')], moved(0, 0))).toContain('has no lead times that could change');
  });
});

describe('effect of a bulk schedule change on lead times', () => {
  const NONE: ManyShift = { channels: 0, days: [], moved: 0, loading: 0, absent: 0, leadTimes: moved(0, 0) };
  const many = (part: Partial<ManyShift>, online = true) => manyShiftSentences({ ...NONE, ...part }, online).join(' ');
  const nothing = 'Nothing shifts in the next 90 days: no channel and no lead time changes.';
  const day = { day: '2026-12-25', becomesWorking: false, channels: 12 };

  it('a bulk change that shifts nothing is described as such', () => {
    expect(many({})).toBe(nothing);
    expect(many({ moved: 2, leadTimes: moved(9, 0) })).toBe(nothing);
  });

  it('the effect of a bulk schedule change counts the channels, lists the days and totals the lead times', () => {
    expect(
      many({
        channels: 12,
        days: [day, { day: '2026-12-26', becomesWorking: true, channels: 1 }],
        moved: 12,
        leadTimes: moved(5310, 1204, 2, 1),
      }),
    ).toBe(
      '12 channels change in the next 90 days. 1 day becomes non-working: Fri 2026-12-25 for 12 channels. ' +
        '1 day becomes a working day: Sat 2026-12-26 for 1 channel. ' +
        '1,204 of the 5,310 lead times of 12 channels change: delivered up to 2 days later or up to 1 day earlier.',
    );
    expect(many({ channels: 1, days: [day], moved: 1, leadTimes: moved(3, 0) })).toMatch(
      /None of the 3 lead times of one channel change\.$/,
    );
    expect(many({ channels: 1, days: [day], moved: 1, leadTimes: moved(1, 0) })).toMatch(
      /The only lead time of one channel does not change\.$/,
    );
    expect(say([off('2026-12-25')], moved(1, 0))).toMatch(/The only lead time of the channel does not change\.$/);
  });

  it('the effect of a bulk schedule change says which lead times could not be counted', () => {
    const part = { channels: 5, days: [day], moved: 5, loading: 1, absent: 2, leadTimes: moved(0, 0) };
    expect(many(part)).toMatch(
      /2 channels have no lead times that could change\. Counting the lead times of 1 channel \.\.\. How many lead times of 2 other channels change is unknown because they are not on this device, or you may not see them\.$/,
    );
    expect(many({ channels: 2, days: [day], moved: 2, absent: 2 }, false)).toMatch(
      /lead times of 2 channels change is unknown because they are not on this device, and the server cannot be reached\.$/,
    );
    expect(many({ moved: 1, absent: 1 })).toMatch(/^No day changes in the next 90 days\. How many/);
  });
});
