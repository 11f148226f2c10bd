import type * as z from 'zod/mini';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import type { ColumnType } from '../../domain/import/declaration.ts';
import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';

/** The properties of every declared field. */
export interface FieldBase {
  /** The documents' word for the field, used as heading, filter label, form label and in the log. */
  label: string;
  /** Width of the list's column in pixels. */
  width?: number;
  /** If set, it cannot be hidden in the list. */
  always?: boolean;
}

/**
 * How a cached column stores its values. number: up to 2^53. int: up to 2^31. small: 0 to 255. text: an index into the
 * distinct texts, which are stored with it.
 */
export type CachedKind = 'number' | 'int' | 'small' | 'text';

/** Type of a stored column. On every database, a `text` is ordered by code point. */
export type SqlType = 'text' | 'int8' | 'int2' | 'boolean';

/**
 * The value that a text represents; or why it is invalid, as a sentence, and what was probably meant if that is known.
 */
export type Read<V = unknown> = { value: V } | { problem: string; offer?: string };

/** Filters that a field of a kind can have, in addition to those for the owner and for flags. */
export type FilterForm = 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named';

/**
 * Everything about a kind of field (design 10), except its display in lists, which is in ui/fields. Values are in
 * record form; functions receive non-empty values unless stated otherwise.
 */
export interface FieldKind<F extends FieldBase> {
  /** Shape of the value in a record, or in a person's write if `written`. The caller adds empty values. */
  shape: (field: F, written: boolean) => z.ZodMiniType;
  /** Type of its stored column; null if it is not stored. */
  sql: SqlType | null;
  /** How it is cached: `bit` means with the record's other flags; null that it is derived and not cached. */
  cached: (field: F) => CachedKind | 'bit' | null;
  /** The value in words, for log, queue and dialogs. */
  words: (field: F, value: unknown, country?: Country) => string;
  /** How it is typed into a form or a cell; null if it is chosen, switched, or not editable. */
  typed: {
    /** The text by which a person finds the value, which `read` converts back to the same value. */
    write: (field: F, value: unknown, country: Country | undefined) => string;
    /** Parses a non-empty text. */
    read: (field: F, text: string, country: Country) => Read;
  } | null;
  /** The canonical form in which a value is stored, regardless of its source (form, cell, file, call, bulk change). */
  canonical: (field: F, value: unknown, country: Country) => Read;
  /** Its column in a spreadsheet, for imports. */
  sheet: (field: F) => ColumnType;
  /** Its cell in an export, which an import reads as the same value. */
  cell: (field: F, value: unknown, country?: Country) => Cell;
  /** How its numbers are written; left out for kinds whose values are not scaled integers. */
  rule?: (field: F, country?: Country) => NumberRule & { decimals: number };
  filters: readonly FilterForm[];
  /** The default value in a new record. */
  initial: (field: F) => unknown;
  /** Compares two values; negative if the first one comes first. */
  compare: (a: unknown, b: unknown) => number;
  /** The value of the n-th sample record of a test, different for most n. */
  sample: (field: F, n: number) => unknown;
}

/** Whether a field may be empty, which is null in a record. */
export const mayBeEmpty = (field: FieldBase | undefined): boolean =>
  field !== undefined && 'empty' in field && field.empty === true;

export const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);

/** Compares folded texts, as lists order texts. */
export function byText(a: unknown, b: unknown): number {
  const [one, other] = [fold(String(a)), fold(String(b))];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A value that is stored unchanged. */
export const asIs = (_field: FieldBase, value: unknown): Read => ({ value });

/** A number from 1 to 101, different for each n up to a hundred and not in the order of n. */
export const scattered = (n: number): number => ((n * 7919) % 101) + 1;

/** A day of January 2026, chosen by a number. */
export const sampleDay = (n: number): string => `2026-01-${String((scattered(n) % 28) + 1).padStart(2, '0')}`;
