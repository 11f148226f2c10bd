import * as z from 'zod/mini';
import { readTimeOfDay, TIME_OF_DAY, TIME_PROBLEM, timeOfSerial } from '../../domain/timeOfDay.ts';
import { asIs, byText, scattered, type FieldBase, type FieldKind } from './base.ts';

/** A time of day as HH:MM, from 00:00 to 23:59, in the entity's time zone. */
export interface TimeOfDayField extends FieldBase {
  kind: 'timeOfDay';
  /** Whether the field may be left empty (null, which sorts before all times). */
  empty?: boolean;
}

/** A time of day; `empty: true` makes it optional. */
export const timeOfDay = <const O extends Omit<TimeOfDayField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'timeOfDay', label, ...options }) as { kind: 'timeOfDay'; label: string } & O;

const problem = (label: string): string => `${label} ${TIME_PROBLEM}`;
const two = (number: number): string => String(number).padStart(2, '0');

export const timeOfDayKind: FieldKind<TimeOfDayField> = {
  shape: (_field, written) => z.string().check(written ? z.regex(TIME_OF_DAY, TIME_PROBLEM) : z.maxLength(5)),
  sql: 'text',
  cached: () => 'text',
  words: (_field, value) => String(value),
  typed: {
    write: (_field, value) => String(value),
    read: ({ label }, text) => {
      const value = readTimeOfDay(text);
      return value === null ? { problem: problem(label) } : { value };
    },
  },
  canonical: asIs,
  sheet: field => ({
    kind: 'own',
    holds: 'text',
    takes: 'A time of day, such as 14:30',
    read: (text, country) => timeOfDayKind.typed?.read(field, text, country) ?? { problem: problem(field.label) },
    ofDate: serial => timeOfSerial(serial) ?? '',
    ...(field.empty ? { none: true } : {}),
  }),
  cell: (_field, value) => String(value),
  filters: ['equal', 'from', 'until'],
  initial: () => '',
  compare: byText,
  sample: (_field, n) => `${two(scattered(n) % 24)}:${two(scattered(n + 7) % 60)}`,
};
