import type * as z from 'zod/mini';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import type { ColumnType } from '../../domain/import/declaration.ts';
import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';

/** The properties of every declared field. */
export interface FieldBase {
  /** The documents' name for the field, used as heading, filter label, form label and in the log. */
  label: string;
  /** Width of the list's column in pixels. */
  width?: number;
  /** If set, the column cannot be hidden in the list. */
  always?: boolean;
}

/**
 * How a cached column stores its values.
 * - number: up to 2^53
 * - int: up to 2^31
 * - small: 0 to 255
 * - text: an index into the distinct strings, which are stored with it
 */
export type CachedKind = 'number' | 'int' | 'small' | 'text';

/** The type of a stored column. In every database, a `text` column is ordered by code point. */
export type SqlType = 'text' | 'int8' | 'int2' | 'boolean';

/**
 * The parsed value of a string; or a sentence that says why it is invalid, and what was probably meant if that is
 * known.
 */
export type Read<V = unknown> = { value: V } | { problem: string; offer?: string };

/** Filters that a field of a kind can have, in addition to those for the owner and for flags. */
export type FilterForm = 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named';

/**
 * Everything about a kind of field (design 10) except its display in lists, which is in ui/fields. Values are in record
 * form; functions receive non-empty values unless stated otherwise.
 */
export interface FieldKind<F extends FieldBase> {
  /** The schema of the value in a record, or in a person's write if `written`. The caller adds empty values. */
  shape: (field: F, written: boolean) => z.ZodMiniType;
  /** The type of its stored column; null if it is not stored. */
  sql: SqlType | null;
  /**
   * How it is cached: `bit` means together with the record's other flags; null means that it is derived and not cached.
   */
  cached: (field: F) => CachedKind | 'bit' | null;
  /** Formats the value for the log, the queue and dialogs. */
  words: (field: F, value: unknown, country?: Country) => string;
  /** How it is entered in a form or a cell; null if it is chosen, switched, or not editable. */
  typed: {
    /** The string by which a person finds the value, which `read` parses back to the same value. */
    write: (field: F, value: unknown, country: Country | undefined) => string;
    /** Parses a non-empty string. */
    read: (field: F, text: string, country: Country) => Read;
  } | null;
  /** The canonical form in which a value is stored, regardless of its source (form, cell, file, call, bulk change). */
  canonical: (field: F, value: unknown, country: Country) => Read;
  /** Its column in a spreadsheet, for imports. */
  sheet: (field: F) => ColumnType;
  /** Its cell in an export, which an import parses to the same value. */
  cell: (field: F, value: unknown, country?: Country) => Cell;
  /** How its numbers are written; omitted for kinds whose values are not scaled integers. */
  rule?: (field: F, country?: Country) => NumberRule & { decimals: number };
  filters: readonly FilterForm[];
  /** The default value in a new record. */
  initial: (field: F) => unknown;
  /** Compares two values; negative if the first one comes first. */
  compare: (a: unknown, b: unknown) => number;
  /** The value of the n-th sample record in tests, different for most n. */
  sample: (field: F, n: number) => unknown;
}

/** Whether a field may be empty, which is represented by null in a record. */
export const mayBeEmpty = (field: FieldBase | undefined): boolean =>
  field !== undefined && 'empty' in field && field.empty === true;

export const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);

/** Compares folded strings, as lists order them. */
export function byText(a: unknown, b: unknown): number {
  const [one, other] = [fold(String(a)), fold(String(b))];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** For a value that is stored unchanged. */
export const asIs = (_field: FieldBase, value: unknown): Read => ({ value });

/** A number from 1 to 101, different for each n up to a hundred and not in the order of n. */
export const scattered = (n: number): number => ((n * 7919) % 101) + 1;

/** A day in January 2026, chosen by a number. */
export const sampleDay = (n: number): string => `2026-01-${String((scattered(n) % 28) + 1).padStart(2, '0')}`;
