import { suggestCepRange } from './cdt/cepRange.ts';
import { readWeekdays } from './lcs/week.ts';
import { ALL, holiday, holidaysText, readWeekends, weekendsText } from './nonWorkingDays.ts';
import { readDays } from './readDays.ts';
import type { TextForm } from './textForms.ts';

/** The days of the whole country, written in a form that the calendar also reads, such as "17/02/2026, 18 Feb 2026". */
function suggestHolidays(text: string): string | null {
  const { days, wrong } = readDays(text);
  return wrong.length > 0 || days.length === 0 || days.some(day => holiday(day) === null)
    ? null
    : holidaysText({ [ALL]: days });
}

/** The weekend of the whole country, written as days of the week are: "Sat-Sun", "Saturday & Sunday". */
function suggestWeekends(text: string): string | null {
  const days = readWeekdays(text.replace(/[&+/;、]|\sand\s/gi, ','));
  const weekends = days === null ? null : readWeekends(days.map(day => day + 1).join(', '));
  return weekends === null ? null : weekendsText(weekends);
}

/** For some forms, returns what an invalid string was probably meant to be; null if unknown. Only files are offered it. */
export const TEXT_OFFERS: Readonly<Partial<Record<TextForm, (text: string) => string | null>>> = {
  cdtEnd: suggestCepRange,
  weekends: suggestWeekends,
  holidays: suggestHolidays,
};
