import { fieldsOfKind, labelOf, ownerKey, type Resource } from '../../contract/resource.ts';
import { belongsToEntity, ownerIn, OWNERS } from '../../contract/owner.ts';
import { wordOf } from '../../contract/recordChange.ts';

/** Texts for records, derived from their declarations and used in lists, dialogs, the queue, the log and imports. */

type Values = Readonly<Record<string, unknown>>;

/** "Jawa Barat > Bandung > Coblong": the names from the state down, skipping levels that a place does not have. */
export const placeText = (names: readonly string[]): string => names.filter(name => name !== '').join(' > ');

/** A place's names in a record, from the state down. */
const namesOf = (resource: Resource, place: string, row: Values): string[] =>
  fieldsOfKind(resource, 'placeName').flatMap(([name, { of }]) => (of === place ? [String(row[name] ?? '')] : []));

/** The values of a record's key, by field. */
export function keyValues({ key, fields, scope }: Resource, text: string): Values {
  const parts = text.split('/');
  const owner = ownerKey({ scope }).map(name => [name, belongsToEntity(scope) ? parts.shift() : Number(parts.shift())]);
  const isText = (name: string) => ['text', 'day'].includes(fields[name]?.kind ?? '');
  const valueOf = (name: string, part = '') => (isText(name) ? part : Number(part));
  return {
    ...Object.fromEntries(owner),
    ...Object.fromEntries(key.map((name, at) => [name, valueOf(name, parts[at])])),
  };
}

const TOLD: readonly string[] = ['text', 'place', 'channel', 'day', 'number', 'weight'];

/** Whether records are identified by their places. A branch also has a place, but is identified by its code. */
const isKeyedByPlace = ({ key, fields }: Resource): boolean =>
  key.some(name => {
    const field = fields[name];
    return (field?.kind === 'made' ? field.from : [name]).some(part => fields[part]?.kind === 'place');
  });

/**
 * The fields from which a record's number is generated, if they identify the record better than the number does, e.g. a
 * timeslot's slot, because its number means nothing to people. The channel is shown next to the subject, and is the
 * subject itself only if there is nothing else. Empty if only the record's number is known.
 */
function madeOf({ key, fields }: Resource, row: Values): string[] {
  const parts = key.flatMap(name => {
    const field = fields[name];
    return field?.kind === 'made' ? field.from : [];
  });
  const own = parts.filter(name => TOLD.includes(fields[name]?.kind ?? '') && fields[name]?.kind !== 'place');
  const others = own.filter(name => fields[name]?.kind !== 'channel');
  const told = others.length > 0 ? others : own;
  return told.every(name => row[name] !== undefined) ? told : [];
}

/**
 * A record's subject: its places from the state down, or for a route "Banten > Tangerang to Bali"; or the strings in
 * its key, "Channel ID 10021, Service Type LM"; or, if no name is known, the form's label with the record's number.
 *
 * @param inWords formats the names of a single place, given from the state down
 */
export function subjectText(
  resource: Resource,
  row: Values,
  inWords: (names: readonly string[]) => string = placeText,
): string {
  const places = isKeyedByPlace(resource) ? fieldsOfKind(resource, 'place') : [];
  const names = places.map(([place]) => inWords(namesOf(resource, place, row)));
  if (names.length > 0 && names.every(name => name !== '')) return names.join(' to ');
  const keyed = resource.key.filter(name => TOLD.includes(resource.fields[name]?.kind ?? ''));
  const own = keyed.length > 0 ? keyed : madeOf(resource, row);
  // A place is identified by its number, and other records by all of their strings, unless one suffices.
  const [first = 'id'] = own;
  const named = resource.fields[first]?.kind === 'place' || own.length === 0 ? [first] : own;
  return named
    .map(name => {
      const field = resource.fields[name];
      const label =
        field?.kind === 'place' ? field.formLabel : own.length === 0 ? resource.label.one : labelOf(resource, name);
      return `${label} ${row[name] === undefined ? '' : wordOf(field, row[name])}`.trim();
    })
    .join(', ');
}

/** The ids of a record's places, e.g. "1000004", or for a route "1000001, 1000004". */
export const placeIds = (resource: Resource, row: Values): string =>
  fieldsOfKind(resource, 'place')
    .flatMap(([name]) => (row[name] === undefined ? [] : [String(row[name])]))
    .join(', ');

/**
 * Maximum number of choices by which a record is described; with more, it is identified by its key, because that many
 * choices would be meaningless without labels.
 */
export const CHOICES_TOLD = 3;

/** A record's choices in words, e.g. "Standard", except those shown elsewhere. */
export const choiceTexts = (resource: Resource, row: Values, elsewhere: readonly string[] = []): string[] => {
  const choices = fieldsOfKind(resource, 'choice');
  if (choices.length > CHOICES_TOLD) return [];
  return choices.flatMap(([name]) =>
    row[name] === undefined || elsewhere.includes(name) ? [] : [wordOf(resource.fields[name], row[name])],
  );
};

/**
 * "channel 10021 J&T Express"; empty for a record that belongs to the entity. A configuration has the channel's name in
 * its own field.
 */
export function ownerText(resource: Resource, row: Values): string {
  const owner = ownerIn(row);
  if (owner === null) return '';
  const { field, word } = OWNERS[owner.kind];
  const [own = ''] = fieldsOfKind(resource, 'text').find(([, { of }]) => of === field) ?? [];
  return `${word} ${owner.id} ${owner.name || String(row[own] ?? '')}`.trimEnd();
}
