import { canDelete, deletionInput, labelOf, OWNER_FIELDS, type Field, type Resource } from './resource.ts';
import { PLACE_FIELDS, wordOf } from './recordChange.ts';
import { RESOURCES, resourceById } from './resources/all.ts';
import type { CallDefinition } from './call.ts';

/** Words for fields and their values, by the collection: in refusals, dialogs, the queue, the log and imports. */

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

/** "fileUrlList" as "File Url List", "events.0.channel_id" as "Channel ID": a field that no declaration has. */
function plainWords(name: string): string {
  const own = name.split('.').findLast(part => !/^\d+$/.test(part)) ?? name;
  const known = OWNER_FIELDS[own]?.label;
  if (known !== undefined) return known;
  const words = own.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_]+/);
  return words
    .filter(word => word !== '')
    .map(word =>
      /^ids?$/i.test(word) ? word.toUpperCase().replace('S', 's') : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}

/** A field of a collection as the screens call it; any other in plain words. */
export const fieldLabel = (collection: string | undefined, name: string): string =>
  fieldsOf(collection).get(name)?.label ?? plainWords(name);

/** A value in words: Yes/No, the word of a choice, "/" for nothing, JSON for what is nested. */
export const valueText = (collection: string | undefined, name: string, value: unknown): string =>
  wordOf(fieldsOf(collection).get(name)?.field, value);

/** "firstMileMax: must be ...", as the server begins a refusal of one field. */
const FIELD_REFUSED = /^([A-Za-z]\w*(?:\.\w+)*): (.+)$/s;
/** Goes on from a field's name without a colon. */
const GOES_ON = /^(?:is|must|has|holds|was|names|cannot) /;

/**
 * A refusal as people read it: calls name a field as their input spells it, people know it by its label.
 *
 * @param call the call that was refused; left out where it is none of the contract's
 */
export function refusalText(call: Pick<CallDefinition, 'id' | 'write'> | undefined, message: string): string {
  const [, name, problem] = FIELD_REFUSED.exec(message) ?? [];
  if (name === undefined || problem === undefined) return message;
  const collection = call?.write?.collection ?? (call && resourceById(call.id)?.collection);
  const label = fieldLabel(collection, name);
  if (problem.startsWith(`${label} `)) return problem;
  return GOES_ON.test(problem) ? `${label} ${problem}` : `${label}: ${problem}`;
}
