import * as z from 'zod/mini';
import { dayProblem, readDay } from '../../domain/calendarDay.ts';
import { DAY_PROBLEM } from '../common.ts';
import { byText, sampleDay, type FieldBase, type FieldKind } from './base.ts';

/** A day as YYYY-MM-DD, without a time zone (domain/calendarDay). */
export interface DayField extends FieldBase {
  kind: 'day';
  /** Whether the field may be left empty (null, which sorts before all days). */
  empty?: boolean;
}

/** A day; `empty: true` makes it optional. */
export const day = <const O extends Omit<DayField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'day', label, ...options }) as { kind: 'day'; label: string } & O;

export const dayKind: FieldKind<DayField> = {
  shape: () => z.iso.date(DAY_PROBLEM),
  sql: 'text',
  cached: () => 'text',
  words: (_field, value) => String(value),
  typed: {
    write: (_field, value) => String(value),
    read: ({ label }, text) => {
      const value = readDay(text);
      return value === null ? dayProblem(label, text) : { value };
    },
  },
  canonical: ({ label }, value) => {
    const day = readDay(String(value));
    return day === null ? dayProblem(label, String(value)) : { value: day };
  },
  sheet: ({ empty }) => ({ kind: 'date', ...(empty ? { none: true } : {}) }),
  cell: (_field, value) => String(value),
  filters: ['equal', 'from', 'until'],
  initial: () => '',
  compare: byText,
  sample: (_field, n) => sampleDay(n),
};
