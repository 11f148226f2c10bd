import type * as z from 'zod/mini';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import type { ColumnType } from '../../domain/import/declaration.ts';
import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';

/** What every field of a declaration says. */
export interface FieldBase {
  /** The documents' word for the field: heading, filter, form label and log word. */
  label: string;
  /** Width of the list's column in pixels. */
  width?: number;
  /** Cannot be hidden in the list. */
  always?: boolean;
}

/**
 * How a cached column stores its values. number: up to 2^53. int: up to 2^31. small: 0 to 255. text: a number into the distinct
 * texts, which are stored with it.
 */
export type CachedKind = 'number' | 'int' | 'small' | 'text';

/** Type of a stored column: a `text` is ordered by character on every database. */
export type SqlType = 'text' | 'int8' | 'int2' | 'boolean';

/** What a text means as a field's value; or why it means none, as a sentence, with what was probably meant if that is known. */
export type Read<V = unknown> = { value: V } | { problem: string; offer?: string };

/** Filters that a field of a kind can have, in addition to those of its owner and of flags. */
export type FilterForm = 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named';

/**
 * All that is known of a kind of field (design 10). What a list draws of it is in ui/fields. Values are as records have them; a function
 * gets the value of a field that is not empty unless it says otherwise.
 */
export interface FieldKind<F extends FieldBase> {
  /** Shape of the value: as a record has it, or as a person's write must be. What may be empty is added by the caller. */
  shape: (field: F, written: boolean) => z.ZodMiniType;
  /** Type of its stored column; null: it is not stored. */
  sql: SqlType | null;
  /** How it is cached; `bit`: with the record's other flags; null: it is not, it follows from others. */
  cached: (field: F) => CachedKind | 'bit' | null;
  /** The value in words, for log, queue and dialogs. */
  words: (field: F, value: unknown, country?: Country) => string;
  /** How it is typed into a form or a cell; null if it is chosen, switched, or not written at all. */
  typed: {
    /** The text in which a person finds the value, and which `read` reads as the same value. */
    write: (field: F, value: unknown, country: Country | undefined) => string;
    /** What a text that is not empty means. */
    read: (field: F, text: string, country: Country) => Read;
  } | null;
  /** The one form in which a value of its shape is stored, whichever way it came (form, cell, file, call, bulk change). */
  canonical: (field: F, value: unknown, country: Country) => Read;
  /** Its column in a spreadsheet, as imports read it. */
  sheet: (field: F) => ColumnType;
  /** Its cell in an export, which an import reads as the same value. */
  cell: (field: F, value: unknown, country?: Country) => Cell;
  /** How its numbers are written; left out for a kind whose values are not stored integers of what people write. */
  rule?: (field: F, country?: Country) => NumberRule & { decimals: number };
  filters: readonly FilterForm[];
  /** What a new record begins with if nobody says anything. */
  initial: (field: F) => unknown;
  /** Order of two values: below 0 if the first one is first. */
  compare: (a: unknown, b: unknown) => number;
  /** The value of a test's n-th record: most n have another one. */
  sample: (field: F, n: number) => unknown;
}

/** Whether a field may be left empty: null in a record then. */
export const mayBeEmpty = (field: FieldBase | undefined): boolean =>
  field !== undefined && 'empty' in field && field.empty === true;

export const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);

/** By folded text, as lists order texts. */
export function byText(a: unknown, b: unknown): number {
  const [one, other] = [fold(String(a)), fold(String(b))];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A value that is stored as it comes. */
export const asIs = (_field: FieldBase, value: unknown): Read => ({ value });

/** A number from 1 to 101 for each of the first hundred: their order is not that of the numbers they come from. */
export const scattered = (n: number): number => ((n * 7919) % 101) + 1;

/** A day of January 2026, by a number. */
export const sampleDay = (n: number): string => `2026-01-${String((scattered(n) % 28) + 1).padStart(2, '0')}`;
