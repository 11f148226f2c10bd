import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../domain/country.ts';
import { daysOffOf } from '../../domain/daysOff.ts';
import { holidaysText, MALAYSIA_STATES, readHolidays } from '../../domain/nonWorkingDays.ts';
import { PUBLIC_HOLIDAYS } from './holidays.ts';

/** States in which a day is a public holiday, as a schedule of Malaysia's last mile says it. */
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

describe('public holidays of the demo', () => {
  it.each(COUNTRY_CODES)('of %s are days of 2026 and 2027, each year with New Year or May Day', country => {
    const own = PUBLIC_HOLIDAYS[country];
    expect(readHolidays(holidaysText(own))).toEqual(own);
    for (const days of Object.values(own)) expect(days.filter(day => !/^202[67]-/.test(day))).toEqual([]);
    for (const year of ['2026', '2027'])
      expect(own['All']?.filter(day => [`${year}-01-01`, `${year}-05-01`].includes(day)).length).toBeGreaterThan(0);
  });

  it.each([
    ['2026-08-31', but()],
    ["2026-01-01, New Year's Day", but('Johor', 'Kedah', 'Kelantan', 'Perlis', 'Terengganu')],
    ['2026-03-07, Nuzul Al-Quran', but('Johor', 'Kedah', 'Melaka', 'Negeri Sembilan', 'Sabah', 'Sarawak')],
    ['2026-11-08, Deepavali', but('Sarawak')],
    ['2026-11-09, its day in lieu where Sunday is the day of rest', but('Sarawak', 'Kedah', 'Kelantan', 'Terengganu')],
    ['2026-04-03, Good Friday', ['Sabah', 'Sarawak']],
    ['2027-02-01, Federal Territory Day', ['WP Kuala Lumpur', 'WP Labuan', 'WP Putrajaya']],
  ])('%s is a holiday in the states that have it', (day, states) => {
    expect(statesWith(day.slice(0, 10))).toEqual(states);
  });
});
