import { describe, expect, it } from 'vitest';
import { parseDateFromString, readDays } from './readDays.ts';

describe('parsing a single day', () => {
  it.each([
    ['2026-12-25', '2026-12-25'],
    ['2026/1/5', '2026-01-05'],
    ['20261225', '2026-12-25'],
    ['25 Dec 2026', '2026-12-25'],
    ['25-Dec-2026', '2026-12-25'],
    ['December 25, 2026', '2026-12-25'],
    ['Fri, 25 December 2026', '2026-12-25'],
    ['Friday 2026-12-25', '2026-12-25'],
    ['1st Jan 2027', '2027-01-01'],
    ['25/12/2026', '2026-12-25'],
    ['12/25/2026', '2026-12-25'],
    ['5.5.2026', '2026-05-05'],
    ['2026-12-25 00:00:00', '2026-12-25'],
    ['2026\u201312\u201325', '2026-12-25'],
    ['25\u2011Dec\u20112026', '2026-12-25'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%s is parsed as a day', (text, day) => expect(parseDateFromString(text)).toEqual({ day }));

  it.each([
    ['29 Feb 2027', 'is not a valid day; write it as 2026-12-25'],
    ['31/02/2026', 'is not a valid day; write it as 2026-12-25'],
    ['20261301', 'is not a valid day; write it as 2026-12-25'],
    ['Christmas', 'is not a valid day; write it as 2026-12-25'],
    ['25 Dezember 2026', 'is not a valid day; write it as 2026-12-25'],
    ['', 'is not a valid day; write it as 2026-12-25'],
  ])('%s is rejected as a day', (text, problem) => expect(parseDateFromString(text)).toEqual({ problem }));

  it('a day that may be two different ones is rejected with both', () => {
    expect(parseDateFromString('01/02/2026')).toEqual({
      problem: 'may be two different days; write 2026-02-01 or 2026-01-02',
      unclear: true,
    });
  });
});

describe('parsing several days at once', () => {
  it.each([
    ['2026-12-25, 2026-01-01', ['2026-01-01', '2026-12-25']],
    [
      '2026-12-25\n2026-12-25\r\n2026-12-26\t2026-12-27;2026-12-28',
      ['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28'],
    ],
    ['2026-12-25 2026-12-26', ['2026-12-25', '2026-12-26']],
    ['2026/12/25、2026/12/26，2026/12/27', ['2026-12-25', '2026-12-26', '2026-12-27']],
    ['Dec 25, 2026, Jan 1, 2027', ['2026-12-25', '2027-01-01']],
    ['Fri, 25 Dec 2026', ['2026-12-25']],
    ['2026-12-30 to 2027-01-02', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
    ['2026\u201112\u201125 2026\u201112\u201126', ['2026-12-25', '2026-12-26']],
    ['2026\u201112\u201130\u20132026\u201112\u201131', ['2026-12-30', '2026-12-31']],
    ['2026-12-30 \u2212 2026-12-31', ['2026-12-30', '2026-12-31']],
    ['2026-12-30..2026-12-31', ['2026-12-30', '2026-12-31']],
    ['2026-12-30 - 2026-12-31', ['2026-12-30', '2026-12-31']],
    ['', []],
  ])('all days in %j are parsed', (text, days) => expect(readDays(text)).toEqual({ days, wrong: [] }));

  it('invalid parts of a pasted list of days are reported, and all other days are accepted', () => {
    expect(readDays('2026-12-25, Christmas, 01/02/2026, 2027-01-02 to 2027-01-01, 2026-01-01 to 2026-12-31')).toEqual({
      days: ['2026-12-25'],
      wrong: [
        { text: 'Christmas', problem: 'is not a valid day; write it as 2026-12-25' },
        { text: '01/02/2026', problem: 'may be two different days; write 2026-02-01 or 2026-01-02' },
        { text: '2027-01-02 to 2027-01-01', problem: 'ends before it begins' },
        { text: '2026-01-01 to 2026-12-31', problem: 'is a span of more than 62 days' },
      ],
    });
  });
});
