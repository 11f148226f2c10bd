import { canDelete, deletionInput, labelOf, OWNER_FIELDS, type Field, type Resource } from '../../contract/resource.ts';
import { PLACE_FIELDS, wordOf } from '../../contract/recordChange.ts';
import { RESOURCES } from '../../contract/resources/all.ts';

/** Words for fields and their values, by the collection: in dialogs, the queue, the log and imports. */

interface Named {
  label: string;
  field?: Field;
}

const OWN_FIELDS = Object.entries(OWNER_FIELDS).map(([name, { label }]): [string, Named] => [name, { label }]);

/** Fields of a resource by their names, and by the names that deletions spell them with (G22). */
function namedFields(resource: Resource): [string, Named][] {
  const spelt = Object.entries(canDelete(resource) ? deletionInput(resource) : {});
  return [
    ...OWN_FIELDS,
    ...Object.entries(resource.fields).map(([name, field]): [string, Named] => [name, { label: field.label, field }]),
    ...spelt.map(([name, own]): [string, Named] => {
      const field = resource.fields[own];
      return [name, { label: labelOf(resource, own), ...(field ? { field } : {}) }];
    }),
  ];
}

/** What a saved view keeps. */
export const VIEW_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  shared: 'Shared',
  standard: 'Default',
  query: 'Filters and sort',
  looks: 'Columns and density',
};

/** By collection. Two collections may give one name to different fields. */
const FIELDS: ReadonlyMap<string, ReadonlyMap<string, Named>> = new Map([
  ...(RESOURCES as readonly Resource[]).map((resource): [string, Map<string, Named>] => [
    resource.collection,
    new Map(namedFields(resource)),
  ]),
  ['locations', new Map<string, Named>(PLACE_FIELDS)],
  ['views', new Map(Object.entries(VIEW_LABELS).map(([name, label]): [string, Named] => [name, { label }]))],
]);

const NOTHING: ReadonlyMap<string, Named> = new Map(OWN_FIELDS);
const fieldsOf = (collection: string | undefined): ReadonlyMap<string, Named> =>
  FIELDS.get(collection ?? '') ?? NOTHING;

/** Names of a collection's fields, in the order of their declaration. */
export const fieldNames = (collection: string | undefined): readonly string[] => [...fieldsOf(collection).keys()];

/** A field of a collection as the screens call it; any other shows its own name. */
export const fieldLabel = (collection: string | undefined, name: string): string =>
  fieldsOf(collection).get(name)?.label ?? name;

/** A value in words: Yes/No, the word of a choice, "/" for nothing, JSON for what is nested. */
export const valueText = (collection: string | undefined, name: string, value: unknown): string =>
  wordOf(fieldsOf(collection).get(name)?.field, value);
