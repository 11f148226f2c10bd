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
/**
 * What the package lacks. TW: the holidays of the act of 2025 (the day before New Year's Eve, Labour Day for all, Teachers' Day,
 * Retrocession Day, Constitution Day) and days in lieu. TH: the Buddhist feasts of 2027 and days in lieu. SG and MY: Vesak 2027. VN: the
 * five days of Tet of the Labour Code, the day beside National Day, the day in lieu of the Hung Kings' day of 2026. PH: special
 * days.
 */
const MENDED = {
  TW: [
    '2026-02-15 2026-02-27 2026-04-03 2026-05-01 2026-09-28 2026-10-09 2026-10-25 2026-10-26 2026-12-25',
    '2027-02-04 2027-04-06 2027-04-30 2027-05-01 2027-09-28 2027-10-25 2027-12-24 2027-12-25',
  ],
  TH: [
    '2026-06-01 2026-12-07',
    '2027-02-21 2027-02-22 2027-05-20 2027-07-18 2027-07-19 2027-07-20 2027-10-25 2027-12-06',
  ],
  SG: ['2027-05-17 2027-05-20'],
  MY: ['2027-05-20'],
  VN: [
    '2026-02-18 2026-02-19 2026-02-20 2026-04-27 2026-09-01',
    '2027-02-05 2027-02-06 2027-02-07 2027-02-08 2027-02-09 2027-09-03',
  ],
  PH: [
    '2026-02-17 2026-04-04 2026-08-21 2026-11-01 2026-11-02 2026-12-08 2026-12-24 2026-12-31',
    '2027-02-06 2027-03-27 2027-08-21 2027-11-01 2027-12-08 2027-12-31',
  ],
};
const mendedOf = country => (MENDED[country] ?? []).flatMap(days => days.split(' '));
/** Of Malaysia's states the package lacks Thaipusam 2027. */
const THAIPUSAM = ['2027-01-22'];
const MENDED_STATES = Object.fromEntries(
  ['Johor', 'Negeri Sembilan', 'Perak', 'Pulau Pinang', 'Selangor', 'WP Kuala Lumpur', 'WP Putrajaya'].map(state => [
    state,
    THAIPUSAM,
  ]),
);
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
  const own = [...daysOf(country), ...mendedOf(country)].filter(day => !(DROPPED[country] ?? []).includes(day));
  const national = [...new Set(own)].filter(day => YEARS.includes(Number(day.slice(0, 4)))).sort();
  all[country] = { All: national };
  if (country !== 'MY') continue;
  for (const [code, state] of Object.entries(STATES)) {
    const days = [...new Set([...daysOf('MY', code), ...(MENDED_STATES[state] ?? [])])]
      .filter(day => !national.includes(day))
      .sort();
    if (days.length > 0) all.MY[state] = days;
  }
}

const text = `import type { Country } from '../../domain/country.ts';
import type { Holidays } from '../../domain/nonWorkingDays.ts';

/**
 * Public holidays of 2026 and 2027, written by scripts/holidays.mjs from npm date-holidays; Malaysia's states beside what all of
 * Malaysia has. Mended by hand, since the package lacks them: in Taiwan the holidays of the act of 2025 and days in lieu; in Thailand
 * the Buddhist feasts of 2027 and days in lieu; Vesak 2027 in Singapore and Malaysia, and Thaipusam 2027 in Malaysia's states; Vietnam's
 * further days of Tet, the day beside National Day and the one in lieu of the Hung Kings' day; the special days of the Philippines
 * (Lunar New Year, Black Saturday, Ninoy Aquino Day, All Saints and All Souls, Immaculate Conception, Christmas Eve, last day of the
 * year). Left out: Easter Sunday in the Philippines and election Sundays in Brazil. Islamic feasts are calculated; the announced day
 * may be one beside it.
 */
export const PUBLIC_HOLIDAYS: Readonly<Record<Country, Holidays>> = ${JSON.stringify(all)};
`;
writeFileSync('src/server/demo/holidays.ts', text);
