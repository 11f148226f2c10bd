import * as z from 'zod/mini';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import { readInstant, serialInstant } from '../../domain/instant.ts';
import { asIs, byNumber, scattered, type FieldBase, type FieldKind } from './base.ts';

/** An instant in epoch seconds, entered and displayed as a date and time in the entity's time zone (G72). */
export interface InstantField extends FieldBase {
  kind: 'instant';
  /** Whether the field may be left empty (null, which sorts before all instants). */
  empty?: boolean;
  /** What the list displays: only the date, or date and time (the default). */
  look?: 'date' | 'time' | 'tz';
}

/** An instant; `empty: true` makes it optional. */
export const instant = <const O extends Omit<InstantField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'instant', label, ...options }) as { kind: 'instant'; label: string } & O;

/** 2100-01-01 in seconds: a larger number must be in milliseconds. */
const MOST = 4_102_444_800;

const problem = (label: string): string => `${label} must be a day and a time, such as 2025-01-31 14:30`;

/** Without a country, the time is shown in UTC and labeled as such. */
const write = (value: unknown, country: Country | undefined): string =>
  country === undefined
    ? `${formatTime(Number(value), 'UTC')} UTC`
    : formatTime(Number(value), COUNTRIES[country].timeZone);

export const instantKind: FieldKind<InstantField> = {
  shape: (_field, written) => (written ? z.int().check(z.minimum(1), z.maximum(MOST)) : z.int()),
  sql: 'int8',
  cached: () => 'number',
  words: (_field, value, country) => write(value, country),
  typed: {
    write: (_field, value, country) => write(value, country),
    read: ({ label }, text, country) => {
      const value = readInstant(text, COUNTRIES[country].timeZone);
      return value === null ? { problem: problem(label) } : { value };
    },
  },
  canonical: asIs,
  sheet: field => ({
    kind: 'own',
    holds: 'number',
    takes: "A day and a time in the country's time zone, such as 2025-01-31 14:30",
    read: (text, country) => instantKind.typed?.read(field, text, country) ?? { problem: problem(field.label) },
    ofDate: serial => serialInstant(serial) ?? '',
    write,
    ...(field.empty ? { none: true } : {}),
  }),
  cell: (_field, value, country) => write(value, country),
  filters: ['equal', 'from', 'until'],
  initial: () => '',
  compare: byNumber,
  sample: (_field, n) => 1_767_225_600 + scattered(n) * 3_600,
};
