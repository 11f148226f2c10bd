import { COUNTRIES, type Country } from '../domain/country.ts';
import type { Field } from './fields/all.ts';
import { PLACES, type Reference } from './fields/base.ts';
import type { Resource } from './resource.ts';
import { requireResource, RESOURCES } from './resources/all.ts';

/** Fields that refer to the records of another list (`names` of a text or a number), and the message for wrong values. */

/** The reference of a field; undefined if its values do not refer to another list. */
export const referenceOf = (field: Field | undefined): Reference | undefined =>
  field?.kind === 'text' || field?.kind === 'number' ? field.names : undefined;

/** A field that refers to another list. */
export interface ReferringField {
  name: string;
  field: Field;
  names: Reference;
}

/** The fields of a resource that refer to another list. */
export const referencesOf = ({ fields }: Pick<Resource, 'fields'>): ReferringField[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const names = referenceOf(field);
    return names === undefined ? [] : [{ name, field, names }];
  });

/** The field of a list by which records of other lists refer to its records; undefined if none do. */
export const referredField = (collection: string): string | undefined =>
  (RESOURCES as readonly Resource[]).flatMap(referencesOf).find(({ names }) => names.collection === collection)?.names
    .field;

/** Whether a value refers to a record: it is neither empty nor one of the values with a meaning of their own. */
export const refers = ({ except = [] }: Reference, value: unknown): value is number | string =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '')) && !except.includes(value);

/** Maximum number of values in a message. */
export const NAMED = 5;

const written = (value: number | string): string => (typeof value === 'number' ? String(value) : `"${value}"`);

/** The name of a list's records within a sentence. */
const listWord = ({ collection }: Reference): string =>
  collection === PLACES ? 'location' : requireResource(collection).label.one.toLowerCase();

/** The first values of a list, and that there are more. */
const firstOf = (texts: readonly string[]): string =>
  `${texts.slice(0, NAMED).join(', ')}${texts.length > NAMED ? ' and others' : ''}`;

/**
 * Says that the records to which a field refers do not exist, and what to do, in the same words for every way of entry.
 * @param values the missing ones; more than `NAMED` are summarized
 */
export function missingRecordText(names: Reference, values: readonly (number | string)[], country: Country): string {
  const { collection, except = [] } = names;
  const next =
    collection === PLACES
      ? 'use the ID of a place in the location tree'
      : `create it first${except.length === 0 ? '' : `, or use ${except.join(' or ')}`}`;
  return `there is no ${listWord(names)} ${firstOf(values.map(written))} in ${COUNTRIES[country].inText}; ${next}`;
}

/** Says that a record to which another one refers is part of an import on this device that the server does not have yet. */
export const waitingRecordText = (names: Reference, value: number | string): string =>
  `The ${listWord(names)} ${written(value)} is waiting in an import on this device, which is sent first.`;

/** Says why a record that others refer to cannot be removed. `uses` are the titles of the others. */
export const usedText = (names: Reference, value: number | string, uses: readonly string[]): string =>
  `the ${listWord(names)} ${written(value)} cannot be removed, because the ${firstOf(uses)} ${uses.length === 1 ? 'refers' : 'refer'} to it; change or delete that first`;
