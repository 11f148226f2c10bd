import type { Country } from '../domain/country.ts';
import type { Follow } from '../domain/follows.ts';
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
 * A resource is declared only once (design 10), with its fields, key, filters and calls. Calls and their schemas
 * (resourceCalls), cached columns, table SQL, writes, log, list, form, import and export are derived from the
 * declaration by pure functions. Each file in contract/fields contains everything about one kind of field.
 */

/**
 * A filter of the list.
 * - owner: the channel or the 3PL.
 * - equal, prefix, containing: by value.
 * - from, until: inclusive bounds for a day or a number; empty values do not match.
 * - named: the exact name of a place if there is one, otherwise a substring of names.
 * - shown: a switch; when off, it hides records whose flags are all No (G59). `in`: the searched fields, any of which
 * may match; defaults to the field with the filter's name.
 */
export interface Filter {
  is: 'owner' | 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named' | 'shown';
  in?: readonly string[];
  /** Placeholder; defaults to the first field's label. */
  label?: string;
  /** Labels for the switch's on and off states; derived from its label by default. */
  words?: readonly [on: string, off: string];
}

/** The paths of a resource's calls, relative to /api. */
export interface CallPaths {
  /**
   * The base of the default paths of the remaining calls: `${base}/add`, `/update`, `/delete`, `/import`,
   * `/getChannelIds`.
   */
  base: string;
  list: string;
  /** Returns all records with a given value in one field, which must also be an `equal` filter of the list. */
  get?: { path: string; by: string };
  add?: string;
  /** A path without a method means POST. A path parameter is a field of the record's key. */
  update?: string | { method: 'PUT'; path: string };
  /**
   * `input` maps the deletion's parameters to the record's fields; by default, these are the owner and key fields under
   * their own names. With false, records cannot be deleted.
   */
  delete?: { path: string; input: Readonly<Record<string, string>> } | false;
  /** A path below /api, if it differs from the default; false if records cannot be imported. */
  import?: string | false;
  /** A path without a method means GET. */
  export: string | { method: 'POST'; path: string };
}

/**
 * Paths of the calls for importing batches of one file each and for their history. The import call accepts `batch_name`
 * and `file_url`.
 */
export interface BatchPaths {
  import: string;
  list: string;
  /**
   * Set if a batch is named after its file rather than by a person. The history call then accepts `page` and `count`.
   */
  unnamed?: true;
}

/**
 * A change to some of a record's fields through its own call, with its own permission, path and label. A change that
 * was made for one call is never sent through another.
 */
export interface Action {
  /** The action as a verb: "Close". Used as the button's label and as the start of the change's title. */
  label: string;
  /** Fields that the action changes; other actions may change them, too. */
  fields: readonly string[];
  /** Path below /api; defaults to the action's name after `calls.base`. */
  path?: string;
  /** Permission code; defaults to `.write` of the resource's feature. */
  permission?: string;
  /** The action must take effect within this many milliseconds; null or omitted for no limit. */
  within?: number | null;
  /**
   * Fields whose values on the device are sent in addition to the key: the server refuses the call if the record's
   * values differ.
   */
  says?: readonly string[];
}

/** The groups of the menu (MENU-1), in order. */
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

/** The twelve sub-application projects (SUBAPP-4), which group pages. */
export type ProjectName =
  | 'rate-table'
  | 'channel-config'
  | 'reconciliation'
  | 'pickup-branch'
  | 'service-area'
  | 'non-working-days'
  | 'location-data'
  | 'static-content'
  | 'order-fulfilment'
  | 'finance'
  | 'smart-routing'
  | 'system';

/** The page of a resource's list; only this declaration defines its path and title. */
export interface Page {
  path: string;
  /** The heading of the page or the label of its tab, as in its menu entry. */
  title: string;
  /**
   * The menu group of the page's entry. A page below a mount (app/subApps) belongs to the mount's group. If omitted,
   * the page has no menu entry.
   */
  menu?: MenuGroup;
  /** The project of a page below /carrier; omitted for a page below a mount or below another page of a project. */
  project?: ProjectName;
  /** The message for an empty list; by default, it says that the country has no records yet and how to add one. */
  none?: string;
}

/**
 * The parts of a resource's spreadsheet that do not follow from the declaration. Its columns are those of the list; the
 * sheet is named after `label.one`, its files and template after `label.many`. An import changes and adds records, and
 * leaves records that the file does not contain unchanged. Columns for the owning channel or 3PL are added
 * automatically.
 */
export interface DeclaredSheet {
  /** For each column, the note in the template and the width in characters. */
  texts: Readonly<Record<string, { note: string; width: number }>>;
  /** Columns that are only informative: neither checked nor stored. */
  info?: readonly string[];
}

export interface Resource {
  /** Names the resource's calls, import, drafts and list. Never changes, because it is stored on devices (TAB1). */
  id: string;
  /** The resource's name in the feed, mirror and outbox; never changes either. */
  collection: string;
  /** The resource's bit in feed cursors. It is never reused and does not depend on the order of resources. */
  feed: number;
  label: { one: string; many: string };
  /** The page of the list, to which queue, log and search link. */
  page?: Page;
  /** Feature code; permissions are formed by appending `.read` and `.write`. */
  feature: string;
  /**
   * Who owns the records, and with which owner they are cached: one channel, one 3PL, or the entity (country). `none`:
   * they belong to the entity and are not cached; the server pages their list. `platform`: they belong to no country
   * and are paged, too.
   */
  scope: Scope;
  /**
   * Stored and displayed fields, in the order of the cached columns. The fields of the scope and the stamp are added to
   * them.
   */
  fields: Readonly<Record<string, Field>>;
  /** Fields that identify a record within its scope, in the order of its key in the feed. */
  key: readonly string[];
  /**
   * A key field that the server numbers, so a new record may omit it. Until the server responds, the device uses a
   * provisional number (`provisionalNumber`).
   */
  numbered?: string;
  /** Fields that determine the default sort order of the list. */
  order: readonly string[];
  /** Fields that an edit may change; if empty, records cannot be edited. */
  edit: readonly string[];
  /**
   * Groups of fields, each with its own dialog, update call and import call. A group's name is part of its calls' ids
   * and never changes (TAB1).
   */
  parts?: Readonly<Record<string, Action>>;
  /**
   * Other changes to a record, each with its own call. An action's name is part of its call's id and never changes
   * (TAB1).
   */
  actions?: Readonly<Record<string, Action>>;
  filters: Readonly<Record<string, Filter>>;
  /** The columns of the list, in order. The list can be sorted by any of them. */
  columns: readonly string[];
  /** A record's title: "postcode 40115". Fields may be missing if only the key is known. */
  title: (row: Readonly<Record<string, unknown>>) => string;
  /**
   * The rule that a record's fields must satisfy together (domain/problem), applied to forms, cells, files, individual
   * writes, bulk changes and imports.
   */
  problem?: Rule;
  /**
   * Fields that get a value if another field changes. They are applied to forms, cells, files, individual writes, bulk
   * changes and imports, and shown in their previews. The fields of one entry belong to the same update call.
   */
  follows?: readonly Follow[];
  /** The confirmation dialog before a deletion; `text` is shown above the record's title. */
  deletion?: { title: string; text?: string };
  calls: CallPaths;
  /**
   * Set if records are imported in batches. By default, an import is one call with any number of files, and it has no
   * name or history.
   */
  batches?: BatchPaths;
  /**
   * The spreadsheet; omitted if it is handwritten in resources/sheets because several resources share it or there are
   * rules between its rows.
   */
  sheet?: DeclaredSheet;
  /** Sample records; the first one fills the template's row. */
  examples?: readonly Readonly<Record<string, unknown>>[];
  /**
   * The word that the log appends to "Create", "Edit", "Delete" and "Import" (LOG-10); defaults to the label. If null,
   * the log shows "Others" (G30).
   */
  log?: string | null;
}

/** Fields of every record; `updatedAt` is in epoch seconds. */
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

/** A record of a resource, as returned by its list call. */
export type RowOf<R extends Resource> = OwnerOf<R['scope']> & {
  -readonly [K in keyof R['fields']]: ValueOf<R['fields'][K]>;
} & Stamp;

/** Declares a resource. */
export const defineResource = <const R extends Resource>(resource: R): R => resource;

/** Whether a person may leave a field empty; it is then stored as null or an empty string. */
export const mayBeBlank = (field: Field | undefined): boolean =>
  mayBeEmpty(field) || (field?.kind === 'text' && field.optional === true);

/** Fields that all records of a scope have and that precede a record's own fields. */
export const OWNER_FIELDS: Readonly<Record<string, FieldBase>> = {
  channelId: { label: 'Channel ID', width: 76, always: true },
  channelName: { label: 'Channel Name', width: 100 },
  threePlId: { label: '3PL ID', width: 76, always: true },
  threePlName: { label: '3PL Name', width: 120 },
  country: { label: 'Country', width: 72 },
};

/** Columns about a record's last change, which a person may add to the list. */
export const STAMP_FIELDS: Readonly<Record<'updatedBy' | 'updatedAt', FieldBase>> = {
  updatedBy: { label: 'Last changed by', width: 180 },
  updatedAt: { label: 'Last changed on', width: 168 },
};

/** Columns by which the list can be sorted: its own and those about the last change. */
export const sortsOf = ({ columns }: Pick<Resource, 'columns'>): string[] => [...columns, ...Object.keys(STAMP_FIELDS)];

export const fieldOf = (resource: Resource, name: string): Field | undefined => resource.fields[name];

/** A field's label, including those of the scope's fields. */
export const labelOf = (resource: Resource, name: string): string =>
  (resource.fields[name] ?? OWNER_FIELDS[name] ?? (STAMP_FIELDS as Readonly<Record<string, FieldBase>>)[name])?.label ??
  plainWords(name);

export const fieldsOfKind = <K extends Field['kind']>(
  { fields }: Resource,
  kind: K,
): [string, Extract<Field, { kind: K }>][] =>
  Object.entries(fields).filter((entry): entry is [string, Extract<Field, { kind: K }>] => entry[1].kind === kind);

/** The quick search filter, which every list of a resource has: words to look up in ids and names. */
export const QUICK = 'quick';

/** Fields that the quick search covers: ids, codes and names among the list's columns. */
export const quickFields = ({ fields, columns }: Pick<Resource, 'fields' | 'columns'>): string[] =>
  columns.filter(name => ['text', 'place', 'placeName', 'channel'].includes(fields[name]?.kind ?? ''));

/** Whether a filter accepts several ids; filters by place, channel, postcode or code do. */
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

/**
 * The field that contains a record's owner; the country for records that belong to no country and have no such field
 * (`ownerKey`).
 */
export const ownerField = ({ scope }: Pick<Resource, 'scope'>): OwnerField => OWNERS[scope].field ?? 'country';

/**
 * The owner's fields, which come first in a record's key: a single one, or none if the record belongs to no country.
 */
export const ownerKey = ({ scope }: Pick<Resource, 'scope'>): readonly OwnerField[] => {
  const { field } = OWNERS[scope];
  return field === null ? [] : [field];
};

/** The owner's fields in a write: the channel or the 3PL. An entity is taken from the call instead. */
export const ownerInput = (resource: Pick<Resource, 'scope'>): string[] =>
  isOfEntity(resource) ? [] : [ownerField(resource)];

/**
 * The scope of the channel or 3PL that identifies a record, as its owner or as part of its key; undefined if neither
 * applies.
 */
export function namedScope({ scope, key, fields }: Resource): IdScope | undefined {
  if (!belongsToEntity(scope)) return scope;
  const own = key.map(name => fields[name]).find(field => field?.kind === 'channel');
  return own?.kind === 'channel' ? scopeOfField(own) : undefined;
}

/** Whether no channel or 3PL owns the records: they belong to the entity (its country), or to no country. */
export const isOfEntity = ({ scope }: Pick<Resource, 'scope'>): boolean => belongsToEntity(scope);

/** The value of a key field; a derived number that the record does not have yet is computed. */
const keyValue = (resource: Resource, row: Values, name: string): unknown => {
  const field = resource.fields[name];
  if (field?.kind !== 'made' || row[name] !== undefined) return row[name];
  return recordNumber(field.from.map(part => Number(row[part])));
};

/** A record's key in the feed, the mirror and the outbox. */
export const keyOf = (resource: Resource, row: Values): string =>
  [...ownerKey(resource).map(name => row[name]), ...resource.key.map(name => keyValue(resource, row, name))].join('/');

/** Adds the derived fields to a new record. */
export const withMade = <V extends Values>(resource: Resource, row: V): V => ({
  ...row,
  ...Object.fromEntries(fieldsOfKind(resource, 'made').map(([name]) => [name, keyValue(resource, row, name)])),
});

/** Whether a record still has a provisional number because the server has not assigned one yet. */
export const isProvisional = ({ numbered }: Pick<Resource, 'numbered'>, row: Values): boolean =>
  numbered !== undefined && isProvisionalNumber(row[numbered]);

/** Fields that a person enters for a new record: all stored fields except derived ones. */
export const inputFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'placeName' || field.kind === 'made' || isOwnerName(field) ? [] : [name],
  );

/** A way to change records: the update, a part's update, or an action. */
export interface RecordUpdate extends Required<Action> {
  callId: string;
  method: 'POST' | 'PUT';
  /** The name of the part or action; null for the update. */
  action: string | null;
}

/** The ways to change records, with the update first; empty if records cannot be changed. */
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

/** The update that a call performs; undefined if the call does not update records of the resource. */
export const updateBy = (resource: Resource, callId: string): RecordUpdate | undefined =>
  updatesOf(resource).find(update => update.callId === callId);

/** Whether any update may change a field. */
export const isUpdated = (resource: Resource, name: string): boolean =>
  updatesOf(resource).some(({ fields }) => fields.includes(name));

/** Fields that are set on creation and never change, by which people recognize a record. */
export const namingFields = (resource: Resource): string[] =>
  inputFields(resource).filter(name => !isUpdated(resource, name));

/**
 * Fields that an update call accepts: the changed fields, and the record's key. If the call does not accept derived
 * numbers, the fields from which the number is derived replace it.
 */
export const updateFields = (resource: Resource, { fields }: Pick<RecordUpdate, 'fields'>): string[] => [
  ...resource.key,
  ...fields,
];

/** Whether records can be deleted individually. */
export const canDelete = ({ calls }: Resource): boolean => calls.delete !== false;

/** The path of the deletion call, without a trailing slash. */
export const deletionPath = ({ calls }: Resource): string =>
  ((calls.delete || undefined)?.path ?? `${calls.base}/delete`).replace(/\/$/, '');
/** The id of a resource's import, or of the import of some of its fields (resourceSheet). */
export const importId = ({ id }: Pick<Resource, 'id'>, part?: string): string =>
  part === undefined ? id : `${id}.${part}`;
/** Whether records can be imported from spreadsheets. */
export const canImport = ({ calls }: Resource): boolean => calls.import !== false;
/** Whether records can be changed in bulk, which requires that they can be imported or edited. */
export const canBulk = (resource: Resource): boolean => canImport(resource) || updatesOf(resource).length > 0;

/** The parameters of a deletion, each mapped to the record's field that it identifies. */
export const deletionInput = (resource: Resource): Readonly<Record<string, string>> =>
  (resource.calls.delete || undefined)?.input ??
  Object.fromEntries([...resource.key, ...ownerInput(resource)].map(name => [name, name]));

/** The path of the export call. */
export const exportPath = ({ calls }: Resource): string =>
  typeof calls.export === 'string' ? calls.export : calls.export.path;
