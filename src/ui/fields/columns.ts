import { kindOf, type Field, type Kind } from '../../contract/fields/all.ts';
import { isProvisionalNumber, numberText } from '../../contract/fields/channel.ts';
import type { Country } from '../../domain/country.ts';
import type { FilterDefinition } from '../list/filters.ts';
import type { Column, ColumnBase } from '../table/columns.ts';

/**
 * How a list displays each kind of field: its column and its filter. contract/fields defines everything else about a
 * kind.
 */

export type FieldRow = Readonly<Record<string, unknown>>;

type FilterBase = Pick<FilterDefinition, 'key' | 'label'> & { many?: boolean };

interface Look<F> {
  column: (field: F, base: ColumnBase, value: (row: FieldRow) => never) => Column<FieldRow>;
  /** The filter for the field's values; `text` is the maximum input length. */
  filter: (field: F, base: FilterBase, text: number) => FilterDefinition;
}

type FieldOf<K extends Kind> = Extract<Field, { kind: K }>;

const countryOf = (row: FieldRow): Country | undefined => row['country'] as Country | undefined;

/** The text of a copied cell, which forms and files parse back to the same value. */
const copied = (field: Field, base: ColumnBase) => (row: FieldRow) => {
  const value = row[base.key];
  return value === null || value === undefined
    ? ''
    : (kindOf(field).typed?.write(field, value, countryOf(row)) ?? String(value as string));
};

const textLook: Look<FieldOf<'text'>> = {
  column: ({ look }, base, value) => {
    if (look === 'list' || look === 'tag') {
      const parts = (row: FieldRow) => String(value(row) ?? '').split(/\s*,\s*/);
      return { ...base, kind: look, value: row => parts(row).filter(part => part !== '') };
    }
    return { ...base, kind: look ?? 'text', value };
  },
  filter: ({ form }, base, maxLength) => ({
    ...base,
    kind: 'text',
    maxLength,
    ...(form === 'postcode' ? { postcode: true } : {}),
  }),
};

const idLook: Look<Field> = {
  column: (_field, base, value) => ({
    ...base,
    kind: 'id',
    // A number that the server has not assigned yet is shown in words.
    value: row => (isProvisionalNumber(value(row)) ? numberText(value(row)) : value(row)),
  }),
  filter: (_field, base) => ({ ...base, kind: 'number' }),
};

/** Numbers stored as integers, displayed in the person's format with their unit. */
const numberLook: Look<Field> = {
  column: (field, base, value) => ({
    ...base,
    kind: 'number',
    value: row => {
      const number = value(row) as number | null;
      return number === null || number === undefined ? null : kindOf(field).words(field, number, countryOf(row));
    },
    copied: copied(field, base),
  }),
  filter: (field, base) => ({ ...base, kind: 'number', rule: kindOf(field).rule?.(field) ?? {} }),
};

/** The filter for strings and numbers with their own format. */
const typedFilter = (field: Field, base: FilterBase): FilterDefinition => {
  const { typed } = kindOf(field);
  return {
    ...base,
    kind: 'typed',
    read: (text, country) => typed?.read(field, text, country) ?? { problem: '' },
    write: (value, country) => typed?.write(field, value, country) ?? '',
  };
};

/** A value that is displayed in words and stored as JSON. */
const wordsLook: Look<FieldOf<'json' | 'formula'>> = {
  column: (field, base, value) => ({
    ...base,
    kind: 'longText',
    value: row => {
      const text = value(row) as string | null;
      return text === null ? '' : kindOf(field).words(field, text);
    },
  }),
  filter: (_field, base, maxLength) => ({ ...base, kind: 'text', maxLength }),
};

const LOOKS: { readonly [K in Kind]: Look<FieldOf<K>> } = {
  text: textLook,
  choice: {
    column: ({ look, choices, initial }, base, value) =>
      look === 'status'
        ? {
            ...base,
            kind: 'status',
            value,
            options: choices.map(option => ({
              ...option,
              tone: option.value === initial ? ('success' as const) : ('neutral' as const),
            })),
          }
        : { ...base, kind: look ?? 'enum', value, options: choices },
    filter: ({ choices, any, initial, ofPerson }, base) => ({
      ...base,
      kind: 'select',
      options: choices,
      ...(ofPerson ? { ofPerson } : {}),
      ...(any ? {} : { initial }),
    }),
  },
  flag: {
    column: (_field, base, value) => ({ ...base, kind: 'yesNo', value: row => (value(row) as unknown) === true }),
    filter: (_field, base) => ({ ...base, kind: 'text' }),
  },
  number: numberLook,
  money: {
    ...numberLook,
    column: (field, base, value) => ({
      ...base,
      kind: 'money',
      value,
      country: row => countryOf(row),
      copied: copied(field, base),
    }),
  },
  rate: numberLook,
  weight: numberLook,
  length: numberLook,
  day: {
    column: (_field, base, value) => ({ ...base, kind: 'day', value }),
    filter: (_field, base) => ({ ...base, kind: 'day' }),
  },
  timeOfDay: { column: (_field, base, value) => ({ ...base, kind: 'day', value }), filter: typedFilter },
  instant: {
    column: ({ look = 'tz' }, base, value) => ({ ...base, kind: look, value }),
    filter: typedFilter,
  },
  email: {
    column: (_field, base, value) => ({ ...base, kind: 'text', value }),
    filter: (_field, base, maxLength) => ({ ...base, kind: 'text', maxLength }),
  },
  json: wordsLook,
  formula: wordsLook,
  channel: idLook,
  place: idLook,
  placeName: {
    column: (_field, base, value) => ({ ...base, kind: 'text', value }),
    filter: (_field, base, maxLength) => ({ ...base, kind: 'text', maxLength }),
  },
  made: idLook,
};

const lookOf = (field: Field): Look<Field> => LOOKS[field.kind] as unknown as Look<Field>;

/** The list column for a field. */
export const fieldColumn = (field: Field, base: ColumnBase): Column<FieldRow> =>
  lookOf(field).column(field, base, row => row[base.key] as never);

/** The list filter for a field. */
export const fieldFilter = (field: Field, base: FilterBase, text: number): FilterDefinition =>
  lookOf(field).filter(field, base, text);
