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
  /** Name of the parameter in `q` and in the call. */
  key: string;
  /** Placeholder and accessible name (LIST-1). */
  label: string;
}

/**
 * Reads the channels and renders with them; a component, because ui has no data source and hooks belong in components.
 */
export type ChannelReader = ComponentType<{
  children: (channels: readonly OwnerChoice[] | undefined) => ReactNode;
}>;

/**
 * Reads the names that contain `text` (null: nothing is looked up yet); `draft` contains the other inputs, e.g. the
 * State for a City.
 */
export type NameReader = ComponentType<{
  text: string | null;
  draft: Draft;
  children: (names: readonly string[], loading: boolean) => ReactNode;
}>;

/**
 * One item of the search area. `many`: it also accepts a column of ids. `postcode`: the text is searched in its stored
 * form, however it is written.
 */
export type FilterDefinition = FilterBase &
  (
    | { kind: 'text'; maxLength?: number; many?: boolean; postcode?: boolean }
    /**
     * An id, or with `rule` a number as people write it; the applied value is the stored integer (domain/wholeNumber).
     */
    | { kind: 'number'; rule?: NumberRule; many?: boolean }
    /**
     * The quick search box next to the filters: words of ids and names. `placeholder` is for a list whose only filter
     * it is (LIST-2).
     */
    | { kind: 'quick'; placeholder?: string }
    /** YYYY-MM-DD. */
    | { kind: 'day' }
    /**
     * A value with its own written form: a time of day, an instant. The applied value is the stored one. `country`:
     * that of the list (`filtersIn`).
     */
    | {
        kind: 'typed';
        read: (text: string, country: Country) => Read;
        write: (value: unknown, country: Country) => string;
        country?: Country;
      }
    /** `ofPerson`: the options are categories, and a person is offered only their own (PERM-17). */
    | { kind: 'select'; options: readonly Option[]; initial?: string | number; ofPerson?: boolean }
    /** `noun`: what is chosen, in a sentence; "channel" if omitted. */
    | { kind: 'channel'; Channels: ChannelReader; noun?: string; many?: boolean }
    | {
        kind: 'typeAhead';
        maxLength?: number;
        Names: NameReader;
        /** What is looked up, as in "no {noun} of that name". */
        noun: string;
      }
    | { kind: 'switch'; onLabel: string; offLabel: string; initial: boolean }
  );

/** The content of the inputs: texts, even for numbers, and switches. */
export type Draft = Readonly<Record<string, string | boolean>>;

/** The filters, reading and writing values as people of a country do. */
export const filtersIn = (filters: readonly FilterDefinition[], country: Country): readonly FilterDefinition[] =>
  filters.map(filter => {
    if (filter.kind === 'typed') return { ...filter, country };
    return filter.kind === 'number' && filter.rule ? { ...filter, rule: { ...filter.rule, country } } : filter;
  });

/** The country used to read a filter until its list sets one. */
const UNKNOWN: Country = 'SG';

/** What a typed filter's text means; undefined if it means nothing. */
function typedValue({ read, country = UNKNOWN }: Extract<FilterDefinition, { kind: 'typed' }>, value: unknown) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const found = read(value, country);
  return 'value' in found ? (found.value as FilterValue) : undefined;
}

/** The number of an input or an address: a typed text is read by the rule; an applied value is already the integer. */
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

/** Whether a filter takes several ids at once. */
export const isMany = (filter: FilterDefinition): boolean => 'many' in filter && filter.many === true;

/** The ids of an input or an address that contains several; null otherwise. */
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

/** Whether a value is written like the browser's own day field: YYYY-MM-DD. */
function isDay(value: unknown): value is string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) ?? [];
  return isRealDay(Number(year), Number(month), Number(day));
}

const initialOf = (filter: FilterDefinition): FilterValue | undefined =>
  filter.kind === 'select' || filter.kind === 'switch' ? filter.initial : undefined;

/** The filters of a list that was just opened, e.g. Applicable Type 0 (SAL-15). */
export const initialFilters = (filters: readonly FilterDefinition[]): Filters =>
  cleanFilters(Object.fromEntries(filters.map(filter => [filter.key, initialOf(filter)])));

/**
 * The filters of an address: each value converted to its filter's kind, unknown keys and invalid values dropped, and
 * initial values for filters that the address does not name. 0 and false are values (G61).
 */
export function readFilters(filters: readonly FilterDefinition[], q: Filters): Filters {
  return cleanFilters(
    Object.fromEntries(filters.map(filter => [filter.key, coerce(filter, q[filter.key]) ?? initialOf(filter)])),
  );
}

/**
 * The parts of an address that a list cannot filter by, in words: unknown names and invalid values, which `readFilters`
 * drops.
 */
export const unreadFilters = (filters: readonly FilterDefinition[], q: Filters): string[] =>
  Object.entries(cleanFilters(q)).flatMap(([key, value]) => {
    const filter = filters.find(known => known.key === key);
    if (filter && (coerce(filter, value) ?? null) !== null) return [];
    return [`${filter?.label ?? key} "${String(value)}"`];
  });

/** An applied value as the text of its input, which reads back as the same value. */
export function valueText(filter: FilterDefinition, value: FilterValue | undefined): string {
  if (Array.isArray(value)) return writeIds(value as readonly (string | number)[]);
  if (filter.kind === 'typed' && value !== undefined) return filter.write(value, filter.country ?? UNKNOWN);
  return filter.kind === 'number' && typeof value === 'number'
    ? writtenNumber(value, filter.rule?.decimals ?? 0, filter.rule?.country, filter.rule?.clock)
    : String(value ?? '');
}

/** The content of the inputs for applied filters. */
export const toDraft = (filters: readonly FilterDefinition[], applied: Filters): Draft =>
  Object.fromEntries(
    filters.map(filter => [
      filter.key,
      filter.kind === 'switch' ? applied[filter.key] === true : valueText(filter, applied[filter.key]),
    ]),
  );

/** The filters that the inputs mean once Search is pressed. */
export const fromDraft = (filters: readonly FilterDefinition[], draft: Draft): Filters =>
  readFilters(filters, draft as Filters);

/** Why an input's text is not valid for its filter, in words; null if it is. An invalid text is not searched. */
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
  return filter.kind === 'number' ? 'One whole number' : noSuchOwner(filter.noun);
}

const tooMany = (ids: readonly string[]): string | null =>
  ids.length > IDS_MOST ? `${idsText(ids.length)}: at most ${IDS_MOST.toLocaleString('en-US')}` : null;

/** The message for a text that is neither the id nor the name of a channel, or of whatever `noun` is chosen. */
export const noSuchOwner = (noun = 'channel'): string => `No ${noun} has that ID or name`;

/** Whether two sets of filters are equal, whatever their order. */
export const sameFilters = (a: Filters, b: Filters): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => JSON.stringify(a[key]) === JSON.stringify(b[key]));
};
