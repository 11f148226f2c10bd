import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../domain/country.ts';
import { daysOffOf } from '../../domain/daysOff.ts';
import { holidaysText, MALAYSIA_STATES, readHolidays } from '../../domain/nonWorkingDays.ts';
import { PUBLIC_HOLIDAYS } from './holidays.ts';

/** The states in which a day is a public holiday, according to a Malaysian last-mile schedule. */
const statesWith = (day: string): string[] => {
  const row = {
    country: 'MY',
    serviceType: 'LM',
    WeekendsSetting: 'None',
    HolidaysSetting: holidaysText(PUBLIC_HOLIDAYS.MY),
    status: 0,
  };
  return MALAYSIA_STATES.filter(state => daysOffOf(row, state).holidays.includes(day));
};
const but = (...states: string[]): string[] => MALAYSIA_STATES.filter(state => !states.includes(state));

describe('public holidays in the demo', () => {
  it.each([
    [
      'ID',
      'includes both days of Idul Fitri and Easter Sunday',
      ['2026-03-21', '2026-03-22', '2026-04-05', '2027-03-10', '2027-03-11', '2027-03-28'],
      ['2026-03-20', '2027-03-09'],
    ],
    ['TH', 'includes Labour Day', ['2026-05-01', '2027-05-01'], []],
    ['VN', 'includes the days in lieu of 2027', ['2027-02-10', '2027-02-11', '2027-05-03'], []],
    [
      'PH',
      'includes All Souls’ Day, Christmas Eve and Eid al-Fitr of 2027',
      ['2027-03-10', '2027-11-02', '2027-12-24'],
      ['2027-03-09'],
    ],
    ['SG', 'includes Hari Raya Puasa 2027 on the right day', ['2027-03-10'], ['2027-03-09']],
    ['MY', 'includes Hari Raya Puasa 2027 on the right days', ['2027-03-10', '2027-03-11'], ['2027-03-09']],
  ] as const)('the demo calendar of %s %s', (country, _, days, others) => {
    const own = PUBLIC_HOLIDAYS[country]['All'] ?? [];
    expect(own).toEqual(expect.arrayContaining([...days]));
    expect(own.filter(day => (others as readonly string[]).includes(day))).toEqual([]);
  });

  it.each(COUNTRY_CODES)(
    'all holidays of %s are in 2026 or 2027, and both years include New Year or May Day',
    country => {
      const own = PUBLIC_HOLIDAYS[country];
      expect(readHolidays(holidaysText(own))).toEqual(own);
      for (const days of Object.values(own)) expect(days.filter(day => !/^202[67]-/.test(day))).toEqual([]);
      for (const year of ['2026', '2027'])
        expect(own['All']?.filter(day => [`${year}-01-01`, `${year}-05-01`].includes(day)).length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['2026-08-31', but()],
    ["2026-01-01, New Year's Day", but('Johor', 'Kedah', 'Kelantan', 'Perlis', 'Terengganu')],
    ['2026-03-07, Nuzul Al-Quran', but('Johor', 'Kedah', 'Melaka', 'Negeri Sembilan', 'Sabah', 'Sarawak')],
    ['2026-11-08, Deepavali', but('Sarawak')],
    [
      '2026-11-09, the day in lieu of Deepavali where Sunday is the day of rest,',
      but('Sarawak', 'Kedah', 'Kelantan', 'Terengganu'),
    ],
    ['2026-04-03, Good Friday', ['Sabah', 'Sarawak']],
    ['2027-02-01, Federal Territory Day', ['WP Kuala Lumpur', 'WP Labuan', 'WP Putrajaya']],
  ])('%s is a holiday only in the states that observe it', (day, states) => {
    expect(statesWith(day.slice(0, 10))).toEqual(states);
  });
});
