/**
 * Writes src/server/demo/holidays.ts: the public holidays of 2026 and 2027 in the eight countries, from npm
 * date-holidays, with its known errors corrected. Run it manually: `node scripts/holidays.mjs`.
 */
import { writeFileSync } from 'node:fs';
import Holidays from 'date-holidays';

const YEARS = [2026, 2027];
const COUNTRIES = ['ID', 'MY', 'PH', 'SG', 'TW', 'TH', 'VN', 'BR'];
/** Malaysia's states by the package's codes, with the names used by domain/nonWorkingDays. */
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
 * Holidays missing from the package. ID: the second day of Idul Fitri and Easter Sunday. TW: the holidays of the
 * act of 2025 (the day before New Year's Eve, Labour Day for everyone, Teachers' Day, Retrocession Day, Constitution
 * Day) and days in lieu. TH: Labour Day, when carriers do not work, the Buddhist feasts of 2027 and days in lieu. SG
 * and MY: Hari Raya Puasa and Vesak 2027. VN: the five days of Tet in the Labour Code, the day next to National Day,
 * the days in lieu of the Hung Kings' day of 2026 and of Tet and Labour Day of 2027. PH: special days.
 */
const MENDED = {
  ID: ['2026-03-22 2026-04-05', '2027-03-11 2027-03-28'],
  TW: [
    '2026-02-15 2026-02-27 2026-04-03 2026-05-01 2026-09-28 2026-10-09 2026-10-25 2026-10-26 2026-12-25',
    '2027-02-04 2027-04-06 2027-04-30 2027-05-01 2027-09-28 2027-10-25 2027-12-24 2027-12-25',
  ],
  TH: [
    '2026-05-01 2026-06-01 2026-12-07',
    '2027-02-21 2027-02-22 2027-05-01 2027-05-20 2027-07-18 2027-07-19 2027-07-20 2027-10-25 2027-12-06',
  ],
  SG: ['2027-03-10 2027-05-17 2027-05-20'],
  MY: ['2027-03-10 2027-03-11 2027-05-20'],
  VN: [
    '2026-02-18 2026-02-19 2026-02-20 2026-04-27 2026-09-01',
    '2027-02-05 2027-02-06 2027-02-07 2027-02-08 2027-02-09 2027-02-10 2027-02-11 2027-05-03 2027-09-03',
  ],
  PH: [
    '2026-02-17 2026-04-04 2026-08-21 2026-11-01 2026-11-02 2026-12-08 2026-12-24 2026-12-31',
    '2027-02-06 2027-03-10 2027-03-27 2027-08-21 2027-11-01 2027-11-02 2027-12-08 2027-12-24 2027-12-31',
  ],
};
const mendedOf = country => (MENDED[country] ?? []).flatMap(days => days.split(' '));
/**
 * For Malaysia's states, the package lacks Thaipusam 2027 and has outdated dates for Melaka's Independence Declaration
 * and the birthday of Kelantan's Sultan.
 */
const THAIPUSAM = ['Johor', 'Negeri Sembilan', 'Perak', 'Pulau Pinang', 'Selangor', 'WP Kuala Lumpur', 'WP Putrajaya'];
const MENDED_STATES = {
  ...Object.fromEntries(THAIPUSAM.map(state => [state, ['2027-01-22']])),
  Melaka: ['2026-02-20', '2027-02-20'],
  Kelantan: ['2026-09-29', '2026-09-30', '2027-09-29', '2027-09-30'],
};
/**
 * States whose day of rest is Friday: a holiday on a Sunday has no day in lieu there, although the package adds one for
 * Deepavali and Lunar New Year.
 */
const FRIDAY_STATES = ['Kedah', 'Kelantan', 'Terengganu'];
const DROPPED_STATES = {
  Melaka: ['2026-04-15', '2027-04-15'],
  Kedah: ['2026-11-09'],
  Kelantan: ['2026-11-09', '2026-11-11', '2026-11-12', '2027-02-08', '2027-11-11', '2027-11-12'],
  Terengganu: ['2026-11-09', '2027-02-08'],
  // Deepavali is not a holiday there; the package is right about this only for 2027.
  Sarawak: ['2026-11-08', '2026-11-09'],
};

const IN_LIEU_ALREADY = ['2026-11-08', '2027-02-07'];

const nextDay = day => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Adds a day in lieu for each holiday that falls on a Sunday: the next day that is not a holiday. */
function withDaysInLieu(days) {
  const all = new Set(days);
  for (const day of [...all].filter(own => new Date(`${own}T00:00:00Z`).getUTCDay() === 0)) {
    let at = nextDay(day);
    while (all.has(at)) at = nextDay(at);
    // The package already contains the days in lieu of Deepavali and Lunar New Year.
    if (!IN_LIEU_ALREADY.includes(day)) all.add(at);
  }
  return [...all];
}
/** Removed days that the package wrongly lists as public holidays. */
const DROPPED = {
  PH: ['2026-04-05', '2027-03-09', '2027-03-28'],
  BR: ['2026-10-04', '2026-10-25'],
  // Joint leave, on which carriers work; and one day too early, like those of its neighbours below.
  ID: ['2026-03-20', '2027-03-09'],
  // Calculated to be one day earlier than announced.
  SG: ['2027-03-09'],
  MY: ['2027-03-09'],
};

const daysOf = (...where) =>
  YEARS.flatMap(year =>
    new Holidays(...where)
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10)),
  );

/**
 * Holidays of one of Malaysia's states, including national ones; the package's national list cannot be used, because it
 * contains days that some states do not observe.
 */
function daysOfState(code, state) {
  const dropped = [...(DROPPED_STATES[state] ?? []), ...DROPPED.MY];
  const own = [...daysOf('MY', code), ...mendedOf('MY'), ...(MENDED_STATES[state] ?? [])].filter(
    day => !dropped.includes(day),
  );
  return FRIDAY_STATES.includes(state) ? own : withDaysInLieu(own);
}

const inYears = days => [...new Set(days)].filter(day => YEARS.includes(Number(day.slice(0, 4)))).sort();

const all = {};
for (const country of COUNTRIES) {
  if (country === 'MY') {
    const states = Object.entries(STATES).map(([code, state]) => [state, inYears(daysOfState(code, state))]);
    const [[, first]] = states;
    const national = first.filter(day => states.every(([, days]) => days.includes(day)));
    const rest = states.map(([state, days]) => [state, days.filter(day => !national.includes(day))]);
    all.MY = { All: national, ...Object.fromEntries(rest.filter(([, days]) => days.length > 0)) };
    continue;
  }
  const own = [...daysOf(country), ...mendedOf(country)].filter(day => !(DROPPED[country] ?? []).includes(day));
  all[country] = { All: inYears(own) };
}

const text = `import type { Country } from '../../domain/country.ts';
import type { Holidays } from '../../domain/nonWorkingDays.ts';

/**
 * Public holidays of 2026 and 2027, written by scripts/holidays.mjs from npm date-holidays; Malaysia's states next to what each of
 * them has: New Year's Day, Nuzul Al-Quran and Deepavali are those of some. Added by hand, since the package lacks them: in Indonesia
 * the second day of Idul Fitri and Easter Sunday; Labour Day in Thailand; Hari Raya Puasa 2027 in Singapore and Malaysia; in Taiwan
 * the holidays of the act of 2025 and days in lieu; in Thailand the Buddhist feasts of 2027 and days in lieu; Vesak 2027 in Singapore
 * and Malaysia; in Malaysia's states Thaipusam 2027, days in lieu of Sundays where Sunday is the day of rest, and the days that Melaka
 * and Kelantan have today (no days in lieu where Friday is the day of rest); Vietnam's
 * further days of Tet, the day next to National Day and the one in lieu of the Hung Kings' day; the special days of the Philippines
 * (Lunar New Year, Black Saturday, Ninoy Aquino Day, All Saints and All Souls, Immaculate Conception, Christmas Eve, last day of the
 * year). Left out: Easter Sunday in the Philippines and election Sundays in Brazil. Islamic feasts are calculated; the announced day
 * may be one next to it.
 */
export const PUBLIC_HOLIDAYS: Readonly<Record<Country, Holidays>> = ${JSON.stringify(all)};
`;
writeFileSync('src/server/demo/holidays.ts', text);
