import type * as z from 'zod/mini';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import type { ColumnType } from '../../domain/import/declaration.ts';
import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';

/** The properties of every declared field. */
export interface FieldBase {
  /** The field's name in the documents, used as column heading, filter label and form label, and in the log. */
  label: string;
  /** Width of the list's column in pixels. */
  width?: number;
  /** Whether the column is always shown in the list and cannot be hidden. */
  always?: boolean;
}

/**
 * The list to whose records the values of a field refer. A write that refers to a record that the country does not have
 * is refused, whichever way it is entered (contract/references).
 */
export interface Reference {
  collection: string;
  /** The field of that list that contains the values. */
  field: string;
  /** Values that have a meaning of their own and need no record. */
  except?: readonly (number | string)[];
}

/** The collection of places in a reference. It is not a declared resource: nobody adds or deletes places. */
export const PLACES = 'locations';

/**
 * How a cached column stores its values.
 * - number: up to 2^53
 * - int: up to 2^31
 * - small: 0 to 255
 * - text: an index into the column's distinct strings, which are stored separately
 */
export type CachedKind = 'number' | 'int' | 'small' | 'text';

/** The type of a stored column. Every database orders a `text` column by code point. */
export type SqlType = 'text' | 'int8' | 'int2' | 'boolean';

/**
 * The value parsed from a string, or a sentence that says why the string is invalid and, if known, what was probably
 * meant.
 */
export type Read<V = unknown> = { value: V } | { problem: string; offer?: string };

/** Filters that a field of this kind may have, besides those for the owner and for flags. */
export type FilterForm = 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named';

/**
 * Everything about a kind of field (design 10) except how lists display it, which is in ui/fields. Values are in record
 * form; functions receive non-empty values unless stated otherwise.
 */
export interface FieldKind<F extends FieldBase> {
  /**
   * The schema of the value in a record, or in a person's write if `written` is true. The caller adds the empty value.
   */
  shape: (field: F, written: boolean) => z.ZodMiniType;
  /** The SQL type of its column; null if it is not stored. */
  sql: SqlType | null;
  /** How it is cached: `bit` packs it into the record's flags; null means that it is derived and not cached. */
  cached: (field: F) => CachedKind | 'bit' | null;
  /** Formats the value for the log, the queue and dialogs. */
  words: (field: F, value: unknown, country?: Country) => string;
  /** How a person types the value in a form or a cell; null if the value is selected, switched, or not editable. */
  typed: {
    /** Formats the value as the string that a person would type; `read` parses it back to the same value. */
    write: (field: F, value: unknown, country: Country | undefined) => string;
    /** Parses a string that is not empty. */
    read: (field: F, text: string, country: Country) => Read;
  } | null;
  /**
   * The canonical form in which a value is stored, regardless of where it comes from (form, cell, file, call, bulk
   * change).
   */
  canonical: (field: F, value: unknown, country: Country) => Read;
  /** The type of the field's spreadsheet column, for imports. */
  sheet: (field: F) => ColumnType;
  /** The content of the field's cell in an export, which an import parses back to the same value. */
  cell: (field: F, value: unknown, country?: Country) => Cell;
  /** How its numbers are formatted; omitted for kinds whose values are not scaled integers. */
  rule?: (field: F, country?: Country) => NumberRule & { decimals: number };
  filters: readonly FilterForm[];
  /** The default value for a new record. */
  initial: (field: F) => unknown;
  /** Compares two values; negative if the first one comes first. */
  compare: (a: unknown, b: unknown) => number;
  /** The value in the n-th sample record of tests; most values of n yield different values. */
  sample: (field: F, n: number) => unknown;
}

/** Whether a field may be empty, which a record represents as null. */
export const mayBeEmpty = (field: FieldBase | undefined): boolean =>
  field !== undefined && 'empty' in field && field.empty === true;

export const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);

/** Compares strings after folding, as lists sort them. */
export function byText(a: unknown, b: unknown): number {
  const [one, other] = [fold(String(a)), fold(String(b))];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Canonicalizes a value that is stored unchanged. */
export const asIs = (_field: FieldBase, value: unknown): Read => ({ value });

/** A number from 1 to 101 that is different for each n up to a hundred and does not increase with n. */
export const scattered = (n: number): number => ((n * 7919) % 101) + 1;

/** The n-th sample day, in January 2026. */
export const sampleDay = (n: number): string => `2026-01-${String((scattered(n) % 28) + 1).padStart(2, '0')}`;
