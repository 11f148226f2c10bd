import { suggestCepRange } from './cdt/cepRange.ts';
import { ALL, holiday, holidaysText } from './nonWorkingDays.ts';
import { readDays } from './readDays.ts';
import type { TextForm } from './textForms.ts';

/** The days of the whole country, written in a form that the calendar also reads, such as "17/02/2026, 18 Feb 2026". */
function suggestHolidays(text: string): string | null {
  const { days, wrong } = readDays(text);
  return wrong.length > 0 || days.length === 0 || days.some(day => holiday(day) === null)
    ? null
    : holidaysText({ [ALL]: days });
}

/** For some forms, returns what an invalid string was probably meant to be; null if unknown. Only files are offered it. */
export const TEXT_OFFERS: Readonly<Partial<Record<TextForm, (text: string) => string | null>>> = {
  cdtEnd: suggestCepRange,
  holidays: suggestHolidays,
};
