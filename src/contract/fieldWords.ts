import { kindOf, type Field } from './fields/all.ts';
import { canDelete, deletionInput, labelOf, OWNER_FIELDS, STAMP_FIELDS, type Resource } from './resource.ts';
import { plainWords } from '../domain/plainWords.ts';
import { PLACE_FIELDS, wordOf } from './recordChange.ts';
import { RESOURCES, resourceById } from './resources/all.ts';
import type { CallDefinition } from './call.ts';

/**
 * Labels for fields and their values, by collection, as used in error messages, dialogs, the queue, the log and
 * imports.
 */

interface Named {
  label: string;
  field?: Field;
}

const OWN_FIELDS = Object.entries({ ...OWNER_FIELDS, ...STAMP_FIELDS }).map(([name, { label }]): [string, Named] => [
  name,
  { label },
]);

/** A resource's fields, under their own names and under the parameter names of its deletion (G22). */
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

/** The fields of a saved view. */
export const VIEW_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  shared: 'Shared',
  standard: 'Default',
  query: 'Filters and sort',
  looks: 'Columns and density',
};

/** Kept per collection, because two collections may use the same name for different fields. */
const FIELDS: ReadonlyMap<string, ReadonlyMap<string, Named>> = new Map([
  ...(RESOURCES as readonly Resource[]).map((resource): [string, Map<string, Named>] => [
    resource.collection,
    new Map(namedFields(resource)),
  ]),
  ['locations', new Map<string, Named>(PLACE_FIELDS)],
  ['views', new Map(Object.entries(VIEW_LABELS).map(([name, label]): [string, Named] => [name, { label }]))],
]);

const OWN: ReadonlyMap<string, Named> = new Map(OWN_FIELDS);
const fieldsOf = (collection: string | undefined): ReadonlyMap<string, Named> => FIELDS.get(collection ?? '') ?? OWN;

/** Names of a collection's fields, in declaration order. */
export const fieldNames = (collection: string | undefined): readonly string[] => [...fieldsOf(collection).keys()];

/** Labels that the forms of administration and notifications give to fields whose names say something else. */
const FORM_LABELS: ReadonlyMap<string, string> = new Map([
  ['email', 'E-mail'],
  ['entityIds', 'Entities'],
  ['everyMinutes', 'At most one message in (minutes)'],
  ['parentId', 'Parent'],
  ['roleIds', 'Roles'],
  ['templateId', 'Template'],
  ['timeZone', 'Time zone'],
  ['webhookUrl', 'Webhook address'],
]);

/** The label of an undeclared field: "Channel ID" for "events.0.channel_id". */
function unknownLabel(path: string): string {
  const own = path.split('.').findLast(part => !/^\d+$/.test(part)) ?? path;
  return OWN.get(own)?.label ?? FORM_LABELS.get(own) ?? plainWords(own);
}

/** The on-screen label of a collection's field; for an undeclared field, its name in plain words. */
export const fieldLabel = (collection: string | undefined, name: string): string =>
  fieldsOf(collection).get(name)?.label ?? unknownLabel(name);

/** Formats a value: Yes/No, the label of a choice, "/" for an empty value, JSON for a nested one. */
export const valueText = (collection: string | undefined, name: string, value: unknown): string =>
  wordOf(fieldsOf(collection).get(name)?.field, value);

/** The format of a server error about a single field: "firstMileMax: must be ...". */
const FIELD_REFUSED = /^([A-Za-z]\w*(?:\.\w+)*): (.+)$/s;
/** Matches messages that continue after the field's name without a colon. */
const GOES_ON = /^(?:is|must|has|contains|holds|was|names|cannot) /;

const ONE_OF = /^must be one of (.+)$/;
const BOUND = /^must be (at most|at least|less than|greater than) (-?\d+)$/;

/**
 * Describes what is wrong with a value, in the words and units that people use rather than the codes and integers used
 * by calls.
 */
function problemText(field: Field | undefined, problem: string): string {
  const [, codes] = ONE_OF.exec(problem) ?? [];
  if (field?.kind === 'choice' && codes !== undefined) {
    const words = codes
      .split(', ')
      .filter(code => code !== 'null')
      .map(code => field.choices.find(({ value }) => String(value) === code)?.label);
    return words.includes(undefined) ? problem : `must be one of ${words.join(', ')}`;
  }
  if (field?.kind === 'flag' && problem === 'must be true or false') return 'must be Yes or No';
  const kind = field && kindOf(field);
  if (!field || !kind?.rule) return problem;
  const { decimals } = kind.rule(field);
  const [, bound, limit] = BOUND.exec(problem) ?? [];
  if (limit !== undefined) {
    if (Math.abs(Number(limit)) >= Number.MAX_SAFE_INTEGER) return 'has too many digits for this field';
    return `must be ${bound} ${kind.words(field, Number(limit))}`;
  }
  return decimals > 0 && problem === 'must be a whole number'
    ? `must be one number with at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}`
    : problem;
}

/**
 * Makes an error message readable: calls refer to a field by its input name, people by its label.
 * @param call the refused call; omitted if it is not in the contract
 */
export function refusalText(call: Pick<CallDefinition, 'id' | 'write'> | undefined, message: string): string {
  const [, name, refused] = FIELD_REFUSED.exec(message) ?? [];
  if (name === undefined || refused === undefined) return message;
  const collection = call?.write?.collection ?? (call && resourceById(call.id)?.collection);
  const label = fieldLabel(collection, name);
  const problem = problemText(fieldsOf(collection).get(name)?.field, refused);
  if (problem.startsWith(`${label} `)) return problem;
  return GOES_ON.test(problem) ? `${label} ${problem}` : `${label}: ${problem}`;
}
