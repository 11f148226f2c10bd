import type { ComponentType, ReactNode } from 'react';
import { cleanFilters, type FilterValue, type Filters } from '../../domain/listQuery.ts';
import type { ChannelChoice } from '../ChannelSelect.tsx';
import { readDay } from '../../domain/calendarDay.ts';
import { decimalText, numberError, readDecimal, wholeNumber, type NumberRule } from '../../domain/wholeNumber.ts';

export interface Option<V extends string | number = string | number> {
  readonly value: V;
  readonly label: string;
}

interface FilterBase {
  /** Parameter's name in `q` and in the call. */
  key: string;
  /** Placeholder and accessible name (LIST-1). */
  label: string;
}

/** Reads the channels and draws with them; a component, because ui knows no data source and hooks stay in components. */
export type ChannelReader = ComponentType<{
  children: (channels: readonly ChannelChoice[] | undefined) => ReactNode;
}>;

/** Reads the names that contain `text` (null: none are looked up yet); `draft` holds the other inputs as they are, e.g. the State of a City. */
export type NameReader = ComponentType<{
  text: string | null;
  draft: Draft;
  children: (names: readonly string[], loading: boolean) => ReactNode;
}>;

/** One item of the search area. */
export type FilterDefinition = FilterBase &
  (
    | { kind: 'text'; maxLength?: number }
    /** An id, or by `rule` a number as people write it; the applied value is the integer that is kept (domain/wholeNumber). */
    | { kind: 'number'; rule?: NumberRule }
    /** YYYY-MM-DD. */
    | { kind: 'day' }
    | { kind: 'select'; options: readonly Option[]; initial?: string | number }
    /** `noun`: what is chosen, in a sentence; "channel" where it is left out. */
    | { kind: 'channel'; Channels: ChannelReader; noun?: string }
    | {
        kind: 'typeAhead';
        maxLength?: number;
        Names: NameReader;
        /** Word for what is looked up: "no {noun} of that name". */
        noun: string;
      }
    | { kind: 'switch'; onLabel: string; offLabel: string; initial: boolean }
  );

/** The inputs as a person left them: texts, even of numbers, and switches. */
export type Draft = Readonly<Record<string, string | boolean>>;

/** A typed text is read by the rule; an applied value is the integer already. */
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

function coerce(filter: FilterDefinition, value: unknown): FilterValue | undefined {
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
      return typeof value === 'string' ? (readDay(value) ?? undefined) : undefined;
    case 'text':
    case 'typeAhead':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }
}

const initialOf = (filter: FilterDefinition): FilterValue | undefined =>
  filter.kind === 'select' || filter.kind === 'switch' ? filter.initial : undefined;

/** The filters a fresh list starts with, e.g. Applicable Type 0 (SAL-15). */
export const initialFilters = (filters: readonly FilterDefinition[]): Filters =>
  cleanFilters(Object.fromEntries(filters.map(filter => [filter.key, initialOf(filter)])));

/**
 * The applied filters of an address: each value in the kind its filter has, unknown keys and senseless values dropped,
 * initial values where the address names none. 0 and false are values (G61).
 */
export function readFilters(filters: readonly FilterDefinition[], q: Filters): Filters {
  return cleanFilters(
    Object.fromEntries(filters.map(filter => [filter.key, coerce(filter, q[filter.key]) ?? initialOf(filter)])),
  );
}

/** An applied value as its input has it, and as it is read. */
export const valueText = (filter: FilterDefinition, value: FilterValue | undefined): string =>
  filter.kind === 'number' && typeof value === 'number'
    ? decimalText(value, filter.rule?.decimals)
    : String(value ?? '');

/** The inputs that show applied filters. */
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

/** What an input holds that its filter cannot mean, in words; null where it can. Nothing is searched with it. */
export function senseless(filter: FilterDefinition, draft: Draft): string | null {
  const value = String(draft[filter.key] ?? '');
  if (value === '' || (filter.kind !== 'number' && filter.kind !== 'channel')) return null;
  if (filter.kind === 'number' && filter.rule) {
    const error = numberError('', value, filter.rule)?.trim();
    return error === undefined ? null : `${error.charAt(0).toUpperCase()}${error.slice(1)}`;
  }
  const number = wholeNumber(value);
  if (number !== null && number > 0) return null;
  return filter.kind === 'number' ? 'One whole number' : noSuchOwner(filter.noun);
}

/** Said of a text that is neither the id nor the name of a channel, or of what else is chosen. */
export const noSuchOwner = (noun = 'channel'): string => `No ${noun} has that ID or name`;

/** Whether two filter sets ask the same, whatever their order. */
export const sameFilters = (a: Filters, b: Filters): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => JSON.stringify(a[key]) === JSON.stringify(b[key]));
};
