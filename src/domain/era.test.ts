import { describe, expect, it } from 'vitest';
import { readDay } from './calendarDay.ts';
import { otherEra } from './era.ts';
import { parseDateFromString } from './readDays.ts';

describe('days from another calendar era', () => {
  it.each([
    ['13/04/2570', '2027-04-13'],
    ['2569-04-13', '2026-04-13'],
    ['2569\u201104\u201113', '2026-04-13'],
    ['2570/4/13', '2027-04-13'],
    ['พ.ศ. 2570-04-13', '2027-04-13'],
    ['115/02/16', '2026-02-16'],
    ['民國115年2月16日', '2026-02-16'],
    ['民國99年2月16日', '2010-02-16'],
    ['05/05/2570', '2027-05-05'],
  ])('the day %s is refused, and %s is suggested', (text, offer) => {
    expect(readDay(text)).toBeNull();
    expect(otherEra(text)?.offer).toBe(offer);
    expect(parseDateFromString(text)).toEqual({ problem: otherEra(text)?.problem });
    expect(otherEra(text)?.problem).toContain(' era: ');
  });

  it('the message for an ambiguous day in another era suggests both readings', () => {
    expect(otherEra('05/04/2570')).toEqual({
      problem: 'has a year of the Buddhist era: 2570 is 2027; write 2027-04-05 or 2027-05-04',
    });
  });

  it.each(['2026-04-13', '13/04/2026', '1969-12-31', '12/25', 'abc', '', '26-04-13', '3070-01-01'])(
    '%j is not recognized as a day in another era',
    text => expect(otherEra(text)).toBeNull(),
  );
});
