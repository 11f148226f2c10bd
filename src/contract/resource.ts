import type { Country } from '../domain/country.ts';
import { plainWords } from '../domain/plainWords.ts';
import type { Rule } from '../domain/problem.ts';
import { recordNumber } from '../domain/recordNumber.ts';
import type { Field } from './fields/all.ts';
import { mayBeEmpty, type FieldBase } from './fields/base.ts';
import { isProvisionalNumber, scopeOfField } from './fields/channel.ts';
import type { ChoiceField } from './fields/choice.ts';
import { isOwnerName } from './fields/text.ts';
import { belongsToEntity, OWNERS, type IdScope, type OwnerField, type Scope } from './owner.ts';

/**
 * A resource is declared once (design 10): its fields, key, filters and calls. Calls and their shapes (resourceCalls), the
 * cached columns, table SQL, writes, log, list, form, import and export follow from the declaration by pure functions. What is known of a kind of field
 * is in one file of contract/fields.
 */

/**
 * A filter of the list. owner: the channel or the 3PL. equal, prefix, containing: by value. from, until: a day or a number that is not
 * below, or not above; what is empty meets neither. named: the exact name of a place where one has it, else part of a name. shown:
 * a switch; off hides records whose flags are all No (G59). `in`: the fields that are looked at, any of them; left out, the one of
 * the filter's own name.
 */
export interface Filter {
  is: 'owner' | 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named' | 'shown';
  in?: readonly string[];
  /** Placeholder; left out, the label of the first field. */
  label?: string;
  /** Words of a switch when it is on and off; left out, they are made of the label. */
  words?: readonly [on: string, off: string];
}

/** Paths of a resource's calls, below /api. */
export interface CallPaths {
  /** First part of the others' default paths: `${base}/add`, `/update`, `/delete`, `/import`, `/getChannelIds`. */
  base: string;
  list: string;
  /** Reads all records of one value of a field, which is an `equal` filter of the list too. */
  get?: { path: string; by: string };
  add?: string;
  /** A text: by POST. A path parameter is a field of the record's key. */
  update?: string | { method: 'PUT'; path: string };
  /**
   * `input`: names of the deletion's parameters, each with the record's field; left out, owner and key fields by their names.
   * false: records cannot be deleted.
   */
  delete?: { path: string; input: Readonly<Record<string, string>> } | false;
  /** A path below /api where it is not the default; false: records are not imported. */
  import?: string | false;
  /** A text: by GET. */
  export: string | { method: 'POST'; path: string };
}

/**
 * Imports as batches: a batch of one file each, and their history. The import's call takes `batch_name` and `file_url`.
 */
export interface BatchPaths {
  import: string;
  list: string;
  /** Nobody names a batch: it has the name of its file. The history's call takes `page` and `count` then. */
  unnamed?: true;
}

/**
 * A change of some fields by a call of its own, in addition to the update: with its own right, path and words. What one call changes
 * never goes out by another one.
 */
export interface Action {
  /** What a person does, as a verb: "Close". Names the button and begins the change's title. */
  label: string;
  /** Fields that it changes; others may change them too. */
  fields: readonly string[];
  /** Below /api; left out: the action's name after `calls.base`. */
  path?: string;
  /** Permission code; left out: `.write` of the resource's feature. */
  permission?: string;
  /** Milliseconds after which it is too late for it to take effect; null, as left out: it never is. */
  within?: number | null;
  /** Fields that its call says in addition to the key, as the record has them: it is refused where the record has others. */
  says?: readonly string[];
}

/** Groups of the menu (MENU-1), in their order. */
export const MENU_GROUPS = [
  'Finance',
  'Logistics Monitoring',
  'Logistics Order Related',
  'Operation Tools',
  'Logistics Product',
  'SLS Old Functions',
  'Smart Routing&Allocation',
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/** The page of a list: its address and its name are said here alone. */
export interface Page {
  path: string;
  /** Heading of the page, or label of its tab, as its menu entry. */
  title: string;
  /** The group in which the menu has an entry that leads to it, below a mount (app/subApps) the mount's; left out, there is none. */
  menu?: MenuGroup;
  /** What an empty list says; left out, that the country has none yet and how to add one. */
  none?: string;
}

/**
 * What a resource's spreadsheet says in addition to the declaration. Its columns are those of the list; its name is `label.one`, that of its files
 * `label.many`, and its template is named after it. It changes and adds records, and leaves those that it does not name. What it says of the
 * channel or 3PL that owns its records follows by itself.
 */
export interface DeclaredSheet {
  /** By column: what the template says of it, and its width in characters. */
  texts: Readonly<Record<string, { note: string; width: number }>>;
  /** Columns that only show a person what a row is about: neither checked nor stored. */
  info?: readonly string[];
}

export interface Resource {
  /** Names its calls, its import, drafts and list. Stored on devices: it never changes (TAB1). */
  id: string;
  /** Its name in feed, mirror and outbox; it never changes either. */
  collection: string;
  /** Its bit in feed cursors: never reused, never a position in a list. */
  feed: number;
  label: { one: string; many: string };
  /** The page of its list: queue, log and search lead there. */
  page?: Page;
  /** Feature code; `.read` and `.write` hang on it. */
  feature: string;
  /**
   * What owns its records, and with what all of them are cached: one channel, one 3PL, or the entity (country). `none`: they
   * belong to the entity and are not cached; the server pages their list. `platform`: the same, and they belong to no country.
   */
  scope: Scope;
  /** Stored and shown fields in addition to those of the scope and the stamp, in the order of the cached columns. */
  fields: Readonly<Record<string, Field>>;
  /** Fields that name a record within its scope, in the order of its key in the feed. */
  key: readonly string[];
  /**
   * A field of the key that the server numbers: a new record may leave it out. On the device it has a provisional number then
   * (`provisionalNumber`), until the server's reply.
   */
  numbered?: string;
  /** Fields that give the list its default order. */
  order: readonly string[];
  /** Fields that an edit may change; none: records cannot be edited. */
  edit: readonly string[];
  /**
   * Groups of fields with a dialog, an update call and an import call each; the name is part of the calls' ids and never
   * changes (TAB1).
   */
  parts?: Readonly<Record<string, Action>>;
  /** Further changes of a record, each by its own call; the name is part of the call's id and never changes (TAB1). */
  actions?: Readonly<Record<string, Action>>;
  filters: Readonly<Record<string, Filter>>;
  /** Fields of the list's columns, in their order; each can be sorted by. */
  columns: readonly string[];
  /** A record in words: "postcode 40115". Fields may be missing if only the key is known. */
  title: (row: Readonly<Record<string, unknown>>) => string;
  /** The rule between the fields of a record (domain/problem): form, cell, file, single write, bulk change and import call it. */
  problem?: Rule;
  /** The question before a deletion; the text is above the record's title. */
  deletion?: { title: string; text?: string };
  calls: CallPaths;
  /** Left out: an import is one call of any number of files, without a name or a history of its own. */
  batches?: BatchPaths;
  /** Its spreadsheet, unless it is written by hand in resources/sheets: one for several resources, or with rules between its rows. */
  sheet?: DeclaredSheet;
  /** Records as they may be; the first is the template's row. */
  examples?: readonly Readonly<Record<string, unknown>>[];
  /** What the log says after "Create", "Edit", "Delete" and "Import" (LOG-10); left out, the label; null: "Others" (G30). */
  log?: string | null;
}

/** What every record carries; `updatedAt` in epoch seconds. */
export type Stamp = {
  version: number;
  updatedBy: string;
  updatedAt: number;
};

type NullOf<F> = F extends { empty: true } ? null : never;
type ValueOf<F> = F extends { kind: 'text' | 'placeName' }
  ? string
  : F extends { kind: 'day' | 'timeOfDay' | 'email' | 'json' | 'formula' }
    ? string | NullOf<F>
    : F extends ChoiceField<infer V>
      ? V | NullOf<F>
      : F extends { kind: 'flag' }
        ? boolean
        : number | NullOf<F>;

type OwnerOf<S> = S extends 'platform'
  ? unknown
  : S extends 'entity' | 'none'
    ? { country: Country }
    : S extends '3pl'
      ? { threePlId: number; threePlName: string; country: Country }
      : { channelId: number; channelName: string; country: Country };

/** A record of a resource, as its list call answers it. */
export type RowOf<R extends Resource> = OwnerOf<R['scope']> & {
  -readonly [K in keyof R['fields']]: ValueOf<R['fields'][K]>;
} & Stamp;

/** Declares a resource. */
export const defineResource = <const R extends Resource>(resource: R): R => resource;

/** Whether a person may leave a field out: it is null then, or an empty text. */
export const mayBeBlank = (field: Field | undefined): boolean =>
  mayBeEmpty(field) || (field?.kind === 'text' && field.optional === true);

/** Fields that every record of a scope has before its own. */
export const OWNER_FIELDS: Readonly<Record<string, FieldBase>> = {
  channelId: { label: 'Channel ID', width: 76, always: true },
  channelName: { label: 'Channel Name', width: 100 },
  threePlId: { label: '3PL ID', width: 76, always: true },
  threePlName: { label: '3PL Name', width: 120 },
  country: { label: 'Country', width: 72 },
};

/** What every record says of its last write, as columns that a person may add to the list. */
export const STAMP_FIELDS: Readonly<Record<'updatedBy' | 'updatedAt', FieldBase>> = {
  updatedBy: { label: 'Last changed by', width: 180 },
  updatedAt: { label: 'Last changed on', width: 168 },
};

/** Columns that the list is sorted by: its own, and those of the last write. */
export const sortsOf = ({ columns }: Pick<Resource, 'columns'>): string[] => [...columns, ...Object.keys(STAMP_FIELDS)];

export const fieldOf = (resource: Resource, name: string): Field | undefined => resource.fields[name];

/** Label of a field, the scope's own among them. */
export const labelOf = (resource: Resource, name: string): string =>
  (resource.fields[name] ?? OWNER_FIELDS[name] ?? (STAMP_FIELDS as Readonly<Record<string, FieldBase>>)[name])?.label ??
  plainWords(name);

export const fieldsOfKind = <K extends Field['kind']>(
  { fields }: Resource,
  kind: K,
): [string, Extract<Field, { kind: K }>][] =>
  Object.entries(fields).filter((entry): entry is [string, Extract<Field, { kind: K }>] => entry[1].kind === kind);

/** Filter of the quick box: words that are looked for in ids and names, in every list of a resource. */
export const QUICK = 'quick';

/** Fields that the quick box looks in: the ids, codes and names of the list's columns. */
export const quickFields = ({ fields, columns }: Pick<Resource, 'fields' | 'columns'>): string[] =>
  columns.filter(name => ['text', 'place', 'placeName', 'channel'].includes(fields[name]?.kind ?? ''));

/** Whether a filter takes several ids at once: one of a place, a channel, a postcode or a code. */
export function takesMany(
  { fields }: Pick<Resource, 'fields'>,
  name: string,
  { is, in: names = [name] }: Filter,
): boolean {
  const field = fields[names[0] as string];
  if (names.length > 1 || (is !== 'equal' && is !== 'prefix')) return false;
  return field?.kind === 'place' || field?.kind === 'channel' || (field?.kind === 'text' && field.form !== undefined);
}

type Values = Readonly<Record<string, unknown>>;

/** The field that says what owns a record; the country for records that belong to none, which lack it (`ownerKey`). */
export const ownerField = ({ scope }: Pick<Resource, 'scope'>): OwnerField => OWNERS[scope].field ?? 'country';

/** The owner's fields in a record's key, ahead of its own: one, or none if the record belongs to no country. */
export const ownerKey = ({ scope }: Pick<Resource, 'scope'>): readonly OwnerField[] => {
  const { field } = OWNERS[scope];
  return field === null ? [] : [field];
};

/** The owner's fields that a write names: a channel or a 3PL; an entity is that of the call. */
export const ownerInput = (resource: Pick<Resource, 'scope'>): string[] =>
  isOfEntity(resource) ? [] : [ownerField(resource)];

/** What the channel or 3PL that names a record is: its owner, or one of its key; undefined if it has none. */
export function namedScope({ scope, key, fields }: Resource): IdScope | undefined {
  if (!belongsToEntity(scope)) return scope;
  const own = key.map(name => fields[name]).find(field => field?.kind === 'channel');
  return own?.kind === 'channel' ? scopeOfField(own) : undefined;
}

/** Whether no channel or 3PL owns the records: they belong to the entity (its country), or to no country. */
export const isOfEntity = ({ scope }: Pick<Resource, 'scope'>): boolean => belongsToEntity(scope);

/** The value of a key's field: made ones are made where the record does not carry them yet. */
const keyValue = (resource: Resource, row: Values, name: string): unknown => {
  const field = resource.fields[name];
  if (field?.kind !== 'made' || row[name] !== undefined) return row[name];
  return recordNumber(field.from.map(part => Number(row[part])));
};

/** A record's key, as the feed, the mirror and the outbox write it. */
export const keyOf = (resource: Resource, row: Values): string =>
  [...ownerKey(resource).map(name => row[name]), ...resource.key.map(name => keyValue(resource, row, name))].join('/');

/** A new record with its made fields. */
export const withMade = <V extends Values>(resource: Resource, row: V): V => ({
  ...row,
  ...Object.fromEntries(fieldsOfKind(resource, 'made').map(([name]) => [name, keyValue(resource, row, name)])),
});

/** Whether a record waits for its number from the server. */
export const isProvisional = ({ numbered }: Pick<Resource, 'numbered'>, row: Values): boolean =>
  numbered !== undefined && isProvisionalNumber(row[numbered]);

/** Fields that a new record takes from a person: all that are stored and not made. */
export const inputFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'placeName' || field.kind === 'made' || isOwnerName(field) ? [] : [name],
  );

/** A way in which records are changed: the update, that of a part, or an action. */
export interface RecordUpdate extends Required<Action> {
  callId: string;
  method: 'POST' | 'PUT';
  /** The part's or the action's name; null for the update. */
  action: string | null;
}

/** The ways in which records are changed, the update first; none if they never change. */
export function updatesOf({ id, feature, edit, parts, actions, calls }: Resource): RecordUpdate[] {
  const permission = `${feature}.write`;
  const path = (name: string) => `${calls.base}/${name}`;
  const update = {
    callId: `${id}.update`,
    action: null,
    label: 'Edit',
    fields: edit,
    ...(typeof calls.update === 'object'
      ? calls.update
      : { method: 'POST' as const, path: calls.update ?? path('update') }),
    permission,
    within: null,
    says: [],
  };
  const further = Object.entries({ ...parts, ...actions }).map(([name, action]): RecordUpdate => ({
    method: 'POST',
    path: path(name),
    permission,
    within: null,
    says: [],
    ...action,
    callId: `${id}.${name}`,
    action: name,
  }));
  return edit.length > 0 ? [update, ...further] : further;
}

/** The update that a call makes; undefined for a call that updates no record of the resource. */
export const updateBy = (resource: Resource, callId: string): RecordUpdate | undefined =>
  updatesOf(resource).find(update => update.callId === callId);

/** Whether any update changes a field. */
export const isUpdated = (resource: Resource, name: string): boolean =>
  updatesOf(resource).some(({ fields }) => fields.includes(name));

/** Fields that a new record takes and no update changes: they name it for a person. */
export const namingFields = (resource: Resource): string[] =>
  inputFields(resource).filter(name => !isUpdated(resource, name));

/** Fields that an update's call takes: the record's key, by what it is made of where the call takes no made number, and what it changes. */
export const updateFields = (resource: Resource, { fields }: Pick<RecordUpdate, 'fields'>): string[] => [
  ...resource.key,
  ...fields,
];

/** Whether records can be deleted one by one. */
export const canDelete = ({ calls }: Resource): boolean => calls.delete !== false;

/** Path of the call that deletes a record, without a slash at its end. */
export const deletionPath = ({ calls }: Resource): string =>
  ((calls.delete || undefined)?.path ?? `${calls.base}/delete`).replace(/\/$/, '');
/** Id of a resource's import, or of the import of a part of its fields (resourceSheet). */
export const importId = ({ id }: Pick<Resource, 'id'>, part?: string): string =>
  part === undefined ? id : `${id}.${part}`;
/** Whether records can be imported from spreadsheets. */
export const canImport = ({ calls }: Resource): boolean => calls.import !== false;
/** Whether many records can be changed in one unit: those that are imported, and those that an edit changes one by one. */
export const canBulk = (resource: Resource): boolean => canImport(resource) || updatesOf(resource).length > 0;

/** The parameters of a deletion, each with the record's field that it names. */
export const deletionInput = (resource: Resource): Readonly<Record<string, string>> =>
  (resource.calls.delete || undefined)?.input ??
  Object.fromEntries([...resource.key, ...ownerInput(resource)].map(name => [name, name]));

/** Path of the export's call. */
export const exportPath = ({ calls }: Resource): string =>
  typeof calls.export === 'string' ? calls.export : calls.export.path;
