import { CODE_FORM, readCode } from './code.ts';
import { otherEra } from './era.ts';
import { formatCount } from './format.ts';
import { normalise, type FoldKind } from './import/normalise.ts';
import {
  openingHoursText,
  readOpeningHours,
  readWeekdays,
  weekdaysText,
  wrongHours,
  wrongWeekdays,
} from './lcs/week.ts';
import {
  holidaysText,
  readHolidays,
  readWeekends,
  SERVICE_TYPES,
  weekendsText,
  wrongHolidays,
  wrongWeekends,
} from './nonWorkingDays.ts';

/** A form that a string must have. Dialogs, imports and calls use the same rule. */
export interface TextFormRule {
  fold: FoldKind;
  /** Converts a string to its stored form; null if it does not match. */
  read: (text: string, most: number) => string | null;
  /** The required form in words, as the end of "{label} must be ...". */
  words: string;
  /** All valid strings, if they are few. */
  values?: readonly string[];
  /** Returns the parts of a string that do not match, for forms with several parts. */
  wrong?: (text: string) => readonly string[];
}

/**
 * Parses a string and returns its canonical form; null if it is invalid, or if the canonical form is longer than
 * `most`.
 */
const spelled =
  <V>(read: (text: string) => V | null, write: (value: V) => string) =>
  (text: string, most: number): string | null => {
    const value = read(text);
    const kept = value === null ? null : write(value);
    return kept !== null && kept.length <= most ? kept : null;
  };

export const TEXT_FORMS = {
  code: { fold: 'code', read: readCode, words: CODE_FORM },
  /** The origin or destination of a Location CDT row. */
  cdtEnd: {
    fold: 'code',
    read: readCode,
    words:
      "the country's code, the ID of a location or, in Brazil, the first and the last CEP of a range as 01310000-01319999",
  },
  serviceType: {
    fold: 'code',
    read: text => SERVICE_TYPES.find(type => type === normalise(text, 'code').toUpperCase()) ?? null,
    words: 'FL or LM',
    values: SERVICE_TYPES,
  },
  weekends: {
    fold: 'line',
    read: spelled(readWeekends, weekendsText),
    words:
      'days of the weekend as "Sat, Sun" or "None"; by state as "Johor: Sat, Sun; Kedah: Fri, Sat", each state once',
    wrong: wrongWeekends,
  },
  holidays: {
    fold: 'line',
    read: spelled(readHolidays, holidaysText),
    words:
      'days of 1970 to 2099 as "2026-01-01, 2026-02-17" or "None"; those of a state as "Kedah: 2026-06-21", working days of a weekend as "Work: 2026-02-07", each state once',
    wrong: wrongHolidays,
  },
  weekdays: {
    fold: 'line',
    read: spelled(readWeekdays, weekdaysText),
    words: 'days of the week as "Mon, Wed", "Mon-Fri" or "Daily"',
    wrong: wrongWeekdays,
  },
  openingHours: {
    fold: 'line',
    read: spelled(readOpeningHours, openingHoursText),
    words: 'days and hours as "Mon-Fri 08:00-17:00; Sat 09:00-12:00", each day once',
    wrong: wrongHours,
  },
} as const satisfies Readonly<Record<string, TextFormRule>>;

export type TextForm = keyof typeof TEXT_FORMS;

/** The length of a hundred holidays with their separators, "2026-01-01, ". */
const HUNDRED_HOLIDAYS = 1200;

/** How many characters are shown of an invalid part, and how many invalid parts are shown of a string. */
const SHOWN = 40;
const SHOWN_PARTS = 5;

/** The first invalid parts in quotation marks, followed by how many more there are: `"Mon", "Tue" and 3 more`. */
function quoted(parts: readonly string[]): string {
  const named = parts
    .slice(0, SHOWN_PARTS)
    .map(part => `"${part.length > SHOWN ? `${part.slice(0, SHOWN)}…` : part}"`)
    .join(', ');
  return parts.length > SHOWN_PARTS ? `${named} and ${parts.length - SHOWN_PARTS} more` : named;
}

/**
 * "{label} must be ..." for an invalid string, followed by its invalid parts. If one of several days is written in
 * another era, the message says so about that day. A string that is only too long is not called malformed.
 */
export function formProblem(label: string, form: TextForm, text: string, most: number): string {
  const { words, wrong, read }: TextFormRule = TEXT_FORMS[form];
  const whole = read(text, Infinity);
  if (whole !== null) {
    const days = form === 'holidays' ? whole.match(/\d{4}-/g) : null;
    return days
      ? `${label} allows about ${formatCount(Math.floor(most / HUNDRED_HOLIDAYS) * 100)} days, and this has ${formatCount(days.length)}`
      : `${label} allows at most ${formatCount(most)} characters, and this has ${formatCount(whole.length)}`;
  }
  const parts = [...new Set(wrong?.(text))];
  if (parts.length === 0) return `${label} must be ${words}`;
  const eras = form === 'holidays' ? parts.map(part => otherEra(part)) : [];
  const at = eras.findIndex(era => era !== null);
  const era = eras[at];
  if (era) {
    const others = parts.filter((_, other) => other !== at);
    const also = others.length === 0 ? '' : `. Also invalid: ${quoted(others)}`;
    return `${label}: ${quoted([parts[at] as string])} ${era.problem}${also}`;
  }
  return `${label} must be ${words}. Invalid: ${quoted(parts)}`;
}

/** "{label} must be ..." for an invalid string; null for a valid one. */
export const formError = (label: string, form: TextForm, text: string, most: number): string | null =>
  TEXT_FORMS[form].read(text, most) === null ? formProblem(label, form, text, most) : null;
