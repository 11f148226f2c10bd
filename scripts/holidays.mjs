/**
 * Writes src/server/demo/holidays.ts: the public holidays of 2026 and 2027 of the eight countries, from npm date-holidays, with its known
 * gaps mended here. Run it by hand: `node scripts/holidays.mjs`.
 */
import { writeFileSync } from 'node:fs';
import Holidays from 'date-holidays';

const YEARS = [2026, 2027];
const COUNTRIES = ['ID', 'MY', 'PH', 'SG', 'TW', 'TH', 'VN', 'BR'];
/** Malaysia's states by the package's codes, as domain/nonWorkingDays names them. */
const STATES = {
  '01': 'Johor',
  '02': 'Kedah',
  '03': 'Kelantan',
  '04': 'Melaka',
  '05': 'Negeri Sembilan',
  '06': 'Pahang',
  '07': 'Pulau Pinang',
  '08': 'Perak',
  '09': 'Perlis',
  10: 'Selangor',
  11: 'Terengganu',
  12: 'Sabah',
  13: 'Sarawak',
  14: 'WP Kuala Lumpur',
  15: 'WP Labuan',
  16: 'WP Putrajaya',
};
/** The package names the eve and the first day of Tet alone: the five days of the Vietnamese Labour Code, and the day after National Day. */
const MENDED = {
  VN: [
    '2026-02-18',
    '2026-02-19',
    '2026-02-20',
    '2026-09-01',
    '2027-02-05',
    '2027-02-06',
    '2027-02-07',
    '2027-02-08',
    '2027-09-03',
  ],
  PH: ['2026-02-17', '2026-11-01', '2026-12-08', '2026-12-31', '2027-02-06', '2027-11-01', '2027-12-08', '2027-12-31'],
};
/** Left out: days that the package calls public and nobody has off. */
const DROPPED = { PH: ['2026-04-05', '2027-03-28'], BR: ['2026-10-04', '2026-10-25'] };

const daysOf = (...where) =>
  YEARS.flatMap(year =>
    new Holidays(...where)
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10)),
  );

const all = {};
for (const country of COUNTRIES) {
  const own = [...daysOf(country), ...(MENDED[country] ?? [])].filter(day => !(DROPPED[country] ?? []).includes(day));
  const national = [...new Set(own)].filter(day => YEARS.includes(Number(day.slice(0, 4)))).sort();
  all[country] = { All: national };
  if (country !== 'MY') continue;
  for (const [code, state] of Object.entries(STATES)) {
    const days = [...new Set(daysOf('MY', code))].filter(day => !national.includes(day)).sort();
    if (days.length > 0) all.MY[state] = days;
  }
}

const text = `import type { Country } from '../../domain/country.ts';
import type { Holidays } from '../../domain/nonWorkingDays.ts';

/**
 * Public holidays of 2026 and 2027, written by scripts/holidays.mjs from npm date-holidays; Malaysia's states beside what all of
 * Malaysia has. Mended by hand, since the package lacks them: Vietnam's further days of Tet and the day beside National Day, and
 * the special days of the Philippines (Lunar New Year, All Saints, Immaculate Conception, last day of the year). Left out: Easter Sunday
 * in the Philippines and election Sundays in Brazil. Islamic feasts are calculated; the announced day may be one beside it.
 */
export const PUBLIC_HOLIDAYS: Readonly<Record<Country, Holidays>> = ${JSON.stringify(all)};
`;
writeFileSync('src/server/demo/holidays.ts', text);
