import { CODE_FORM, readCode } from './code.ts';
import { otherEra } from './era.ts';
import { normalise, type FoldKind } from './import/normalise.ts';
import {
  openingHoursText,
  readOpeningHours,
  readWeekdays,
  weekdaysText,
  wrongHours,
  wrongWeekday,
} from './lcs/week.ts';
import {
  holidaysText,
  readHolidays,
  readWeekends,
  SERVICE_TYPES,
  weekendsText,
  wrongHoliday,
  wrongWeekend,
} from './nonWorkingDays.ts';

/** A form that a text must have: one rule for the dialog, the import and the call, wherever the text comes from. */
interface TextFormRule {
  fold: FoldKind;
  /** The text as it is kept; null for one that has not the form. */
  read: (text: string, most: number) => string | null;
  /** "{label} must be ...". */
  words: string;
  /** The part of a text for which it has not the form, where a text has many. */
  wrong?: (text: string) => string | null;
}

/** At most so long, in the one spelling that equal values have. */
const spelled =
  <V>(read: (text: string) => V | null, write: (value: V) => string) =>
  (text: string, most: number): string | null => {
    const value = read(text);
    const kept = value === null ? null : write(value);
    return kept !== null && kept.length <= most ? kept : null;
  };

export const TEXT_FORMS = {
  code: { fold: 'code', read: readCode, words: CODE_FORM },
  serviceType: {
    fold: 'code',
    read: text => SERVICE_TYPES.find(type => type === normalise(text, 'code').toUpperCase()) ?? null,
    words: 'FL or LM',
  },
  weekends: {
    fold: 'line',
    read: spelled(readWeekends, weekendsText),
    words: 'days of the weekend as "Sat, Sun" or "None"; by state as "Johor: Sat, Sun; Kedah: Fri, Sat"',
    wrong: wrongWeekend,
  },
  holidays: {
    fold: 'line',
    read: spelled(readHolidays, holidaysText),
    words:
      'days of 1970 to 2099 as "2026-01-01, 2026-02-17" or "None"; those of a state as "Kedah: 2026-06-21", working days of a weekend as "Work: 2026-02-07"',
    wrong: wrongHoliday,
  },
  weekdays: {
    fold: 'line',
    read: spelled(readWeekdays, weekdaysText),
    words: 'days of the week as "Mon, Wed", "Mon-Fri" or "Daily"',
    wrong: wrongWeekday,
  },
  openingHours: {
    fold: 'line',
    read: spelled(readOpeningHours, openingHoursText),
    words: 'days and hours as "Mon-Fri 08:00-17:00; Sat 09:00-12:00", each day once',
    wrong: wrongHours,
  },
} as const satisfies Readonly<Record<string, TextFormRule>>;

export type TextForm = keyof typeof TEXT_FORMS;

/** Characters of a wrong part that are shown. */
const SHOWN = 40;

/** "{label} must be ...", and which part of the text is not, for a text that has not the form. */
export function formProblem(label: string, form: TextForm, text: string): string {
  const { words, wrong }: TextFormRule = TEXT_FORMS[form];
  const part = wrong?.(text) ?? null;
  if (part === null) return `${label} must be ${words}`;
  const era = form === 'holidays' ? otherEra(part) : null;
  if (era) return `${label}: "${part}" ${era.problem}`;
  return `${label} must be ${words}. Not one of them: "${part.length > SHOWN ? `${part.slice(0, SHOWN)}…` : part}"`;
}

/** "{label} must be ..." where a text has not the form; null where it has. */
export const formError = (label: string, form: TextForm, text: string, most: number): string | null =>
  TEXT_FORMS[form].read(text, most) === null ? formProblem(label, form, text) : null;
