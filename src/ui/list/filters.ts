import type { ComponentType, ReactNode } from 'react';
import { cleanFilters, type FilterValue, type Filters } from '../../domain/listQuery.ts';
import type { Read } from '../../contract/fields/base.ts';
import type { Country } from '../../domain/country.ts';
import type { OwnerChoice } from '../OwnerSelect.tsx';
import { postcodePart } from '../../domain/import/postcodes.ts';
import { isRealDay } from '../../domain/sheet/serialDate.ts';
import { IDS_MOST, idsText, readIds, writeIds } from '../../domain/manyIds.ts';
import { numberError, readDecimal, wholeNumber, writtenNumber, type NumberRule } from '../../domain/wholeNumber.ts';

export interface Option<V extends string | number = string | number> {
  readonly value: V;
  readonly label: string;
}

interface FilterBase {
  /** The parameter's name, both in `q` and in the call. */
  key: string;
  /** Placeholder and accessible name (LIST-1). */
  label: string;
}

/**
 * Looks up the channels and renders with them. A component, because ui has no data source and hooks can only be called
 * in components.
 */
export type ChannelReader = ComponentType<{
  children: (channels: readonly OwnerChoice[] | undefined) => ReactNode;
}>;

/**
 * Looks up the names that contain `text` (null: no lookup yet). `draft` contains the other inputs, e.g. the State for a
 * City.
 */
export type NameReader = ComponentType<{
  text: string | null;
  draft: Draft;
  children: (names: readonly string[], loading: boolean) => ReactNode;
}>;

/**
 * An item of the search area. `many`: it also accepts a column of ids. `postcode`: the text is converted to its stored
 * form before the search, however it is typed.
 */
export type FilterDefinition = FilterBase &
  (
    | { kind: 'text'; maxLength?: number; many?: boolean; postcode?: boolean }
    /**
     * An id or, with `rule`, a number in the person's format; the applied value is the stored integer
     * (domain/wholeNumber).
     */
    | { kind: 'number'; rule?: NumberRule; many?: boolean }
    /**
     * The quick search box next to the filters, for words of ids and names. `placeholder` is for a list that has no
     * other filter (LIST-2).
     */
    | { kind: 'quick'; placeholder?: string }
    /** A day as YYYY-MM-DD. */
    | { kind: 'day' }
    /**
     * A value with its own format, e.g. a time of day or an instant. The applied value is the stored one. `country` is
     * the list's country (`filtersIn`).
     */
    | {
        kind: 'typed';
        read: (text: string, country: Country) => Read;
        write: (value: unknown, country: Country) => string;
        country?: Country;
      }
    /** `ofPerson`: the options are categories, and a person is offered only their own (PERM-17). */
    | { kind: 'select'; options: readonly Option[]; initial?: string | number; ofPerson?: boolean }
    /** `noun`: what is selected, as used in a sentence; "channel" by default. */
    | { kind: 'channel'; Channels: ChannelReader; noun?: string; many?: boolean }
    | {
        kind: 'typeAhead';
        maxLength?: number;
        Names: NameReader;
        /** The noun in "no {noun} of that name". */
        noun: string;
      }
    | { kind: 'switch'; onLabel: string; offLabel: string; initial: boolean }
  );

/** The values of the inputs: strings (even for numbers) and booleans. */
export type Draft = Readonly<Record<string, string | boolean>>;

/** The filters, which parse and format values in a country's format. */
export const filtersIn = (filters: readonly FilterDefinition[], country: Country): readonly FilterDefinition[] =>
  filters.map(filter => {
    if (filter.kind === 'typed') return { ...filter, country };
    return filter.kind === 'number' && filter.rule ? { ...filter, rule: { ...filter.rule, country } } : filter;
  });

/** The country in whose format a filter is parsed until its list sets another. */
const UNKNOWN: Country = 'SG';

/** Parses the text of a typed filter; undefined if it is invalid. */
function typedValue({ read, country = UNKNOWN }: Extract<FilterDefinition, { kind: 'typed' }>, value: unknown) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const found = read(value, country);
  return 'value' in found ? (found.value as FilterValue) : undefined;
}

/** The number in an input or a URL: typed text is parsed by the rule, while an applied value is already the integer. */
const ruled = (value: unknown, rule: NumberRule): number | undefined =>
  typeof value === 'string'
    ? (readDecimal(value, rule) ?? undefined)
    : Number.isSafeInteger(value)
      ? (value as number)
      : undefined;

const toNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Whether a filter accepts several ids at once. */
export const isMany = (filter: FilterDefinition): boolean => 'many' in filter && filter.many === true;

/** The ids in an input or a URL that contains several; null otherwise. */
export function severalIds(filter: FilterDefinition, value: unknown): readonly string[] | null {
  if (!isMany(filter)) return null;
  const ids = Array.isArray(value) ? readIds(value.join(' ')) : typeof value === 'string' ? readIds(value) : [];
  return ids.length > 1 || (Array.isArray(value) && ids.length === 1) ? ids : null;
}

function coerce(filter: FilterDefinition, value: unknown): FilterValue | undefined {
  const several = severalIds(filter, value);
  if (several) {
    const ids = several.slice(0, IDS_MOST);
    if (filter.kind === 'text') {
      const texts = filter.postcode ? ids.map(postcodePart) : ids;
      return texts.length === 1 ? texts[0] : texts;
    }
    const numbers = ids.flatMap(id => toNumber(id) ?? []);
    return numbers.length > 1 ? numbers : numbers[0];
  }
  switch (filter.kind) {
    case 'number':
      return filter.rule ? ruled(value, filter.rule) : toNumber(value);
    case 'channel':
      return toNumber(value);
    case 'select':
      return filter.options.find(option => String(option.value) === String(value))?.value;
    case 'switch':
      return typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined;
    case 'day':
      return isDay(value) ? value : undefined;
    case 'typed':
      return typedValue(filter, value);
    case 'text':
      if (filter.postcode && typeof value === 'string') return postcodePart(value);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    case 'quick':
    case 'typeAhead':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }
}

/** Whether a value has the format of the browser's date input: YYYY-MM-DD. */
function isDay(value: unknown): value is string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) ?? [];
  return isRealDay(Number(year), Number(month), Number(day));
}

const initialOf = (filter: FilterDefinition): FilterValue | undefined =>
  filter.kind === 'select' || filter.kind === 'switch' ? filter.initial : undefined;

/** The filters of a newly opened list, e.g. Applicable Type 0 (SAL-15). */
export const initialFilters = (filters: readonly FilterDefinition[]): Filters =>
  cleanFilters(Object.fromEntries(filters.map(filter => [filter.key, initialOf(filter)])));

/**
 * Reads the filters from a URL: converts each value to its filter's type, drops unknown keys and invalid values, and
 * adds the initial values of missing filters. 0 and false are valid values (G61).
 */
export function readFilters(filters: readonly FilterDefinition[], q: Filters): Filters {
  return cleanFilters(
    Object.fromEntries(filters.map(filter => [filter.key, coerce(filter, q[filter.key]) ?? initialOf(filter)])),
  );
}

/**
 * Describes the parts of a URL by which a list cannot filter: the unknown keys and invalid values dropped by
 * `readFilters`.
 */
export const unreadFilters = (filters: readonly FilterDefinition[], q: Filters): string[] =>
  Object.entries(cleanFilters(q)).flatMap(([key, value]) => {
    const filter = filters.find(known => known.key === key);
    if (filter && (coerce(filter, value) ?? null) !== null) return [];
    return [`${filter?.label ?? key} "${String(value)}"`];
  });

/** Formats an applied value for its input, so that it parses back to the same value. */
export function valueText(filter: FilterDefinition, value: FilterValue | undefined): string {
  if (Array.isArray(value)) return writeIds(value as readonly (string | number)[]);
  if (filter.kind === 'typed' && value !== undefined) return filter.write(value, filter.country ?? UNKNOWN);
  return filter.kind === 'number' && typeof value === 'number'
    ? writtenNumber(value, filter.rule?.decimals ?? 0, filter.rule?.country, filter.rule?.clock)
    : String(value ?? '');
}

/** The values of the inputs for applied filters. */
export const toDraft = (filters: readonly FilterDefinition[], applied: Filters): Draft =>
  Object.fromEntries(
    filters.map(filter => [
      filter.key,
      filter.kind === 'switch' ? applied[filter.key] === true : valueText(filter, applied[filter.key]),
    ]),
  );

/** The filters that the inputs represent when Search is pressed. */
export const fromDraft = (filters: readonly FilterDefinition[], draft: Draft): Filters =>
  readFilters(filters, draft as Filters);

/** Why an input's text is invalid for its filter; null if it is valid. Invalid text is not searched. */
export function senseless(filter: FilterDefinition, draft: Draft): string | null {
  const value = String(draft[filter.key] ?? '');
  if (filter.kind === 'text') return tooMany(severalIds(filter, value) ?? []);
  if (filter.kind === 'typed' && value.trim() !== '') {
    const found = filter.read(value, filter.country ?? UNKNOWN);
    return 'problem' in found ? found.problem : null;
  }
  if (value === '' || (filter.kind !== 'number' && filter.kind !== 'channel')) return null;
  const several = severalIds(filter, value);
  if (several) {
    const wrong = several.find(id => toNumber(wholeNumber(id)) === undefined);
    return wrong === undefined ? tooMany(several) : `"${wrong.slice(0, 20)}" is not a whole number`;
  }
  if (filter.kind === 'number' && filter.rule) {
    const error = numberError('', value, filter.rule)?.trim();
    return error === undefined ? null : `${error.charAt(0).toUpperCase()}${error.slice(1)}`;
  }
  const number = wholeNumber(value);
  if (number !== null && number > 0) return null;
  return filter.kind === 'number' ? 'Enter one whole number' : noSuchOwner(filter.noun);
}

const tooMany = (ids: readonly string[]): string | null =>
  ids.length > IDS_MOST ? `${idsText(ids.length)}: at most ${IDS_MOST.toLocaleString('en-US')}` : null;

/** The message for text that is neither the id nor the name of a channel (or of whatever `noun` says). */
export const noSuchOwner = (noun = 'channel'): string => `No ${noun} matches that ID or name`;

/** Whether two sets of filters are equal, regardless of their order. */
export const sameFilters = (a: Filters, b: Filters): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => JSON.stringify(a[key]) === JSON.stringify(b[key]));
};
