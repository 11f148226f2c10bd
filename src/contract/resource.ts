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
 * A resource is declared once (design 10): its fields, key, filters and calls. Calls and their schemas (resourceCalls),
 * cached columns, table SQL, writes, log, list, form, import and export are derived from the declaration by pure
 * functions. Each file in contract/fields contains everything about one kind of field.
 */

/**
 * A filter of the list.
 * - owner: the channel or the 3PL.
 * - equal, prefix, containing: by value.
 * - from, until: inclusive bounds for a day or a number; empty values do not match.
 * - named: the exact name of a place if there is one, otherwise a part of names.
 * - shown: a switch; off hides records whose flags are all No (G59).
 * `in`: the searched fields, any of which may match; defaults to the field with the filter's name.
 */
export interface Filter {
  is: 'owner' | 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named' | 'shown';
  in?: readonly string[];
  /** Placeholder; defaults to the label of the first field. */
  label?: string;
  /** Labels of a switch when on and off; by default derived from its label. */
  words?: readonly [on: string, off: string];
}

/** Paths of a resource's calls, below /api. */
export interface CallPaths {
  /**
   * First part of the default paths of the other calls: `${base}/add`, `/update`, `/delete`, `/import`,
   * `/getChannelIds`.
   */
  base: string;
  list: string;
  /** Returns all records with a given value of one field, which is also an `equal` filter of the list. */
  get?: { path: string; by: string };
  add?: string;
  /** If only a path is given, the method is POST. A path parameter is a field of the record's key. */
  update?: string | { method: 'PUT'; path: string };
  /**
   * `input` maps the deletion's parameters to the record's fields; by default these are the owner and key fields under
   * their own names. false: records cannot be deleted.
   */
  delete?: { path: string; input: Readonly<Record<string, string>> } | false;
  /** A path below /api that differs from the default; false if records cannot be imported. */
  import?: string | false;
  /** If only a path is given, the method is GET. */
  export: string | { method: 'POST'; path: string };
}

/**
 * Calls for imports in batches of one file each, and for their history. The import call accepts `batch_name` and
 * `file_url`.
 */
export interface BatchPaths {
  import: string;
  list: string;
  /**
   * Set if batches are named after their files rather than by people. The history call then accepts `page` and `count`.
   */
  unnamed?: true;
}

/**
 * A change to some fields by a call other than the update, with its own permission, path and label. A change made for
 * one call is never sent by another.
 */
export interface Action {
  /** The action as a verb: "Close". Used as the button's label and at the start of the change's title. */
  label: string;
  /** Fields that it changes, which may also be changed by other actions. */
  fields: readonly string[];
  /** Path below /api; defaults to the action's name after `calls.base`. */
  path?: string;
  /** Permission code; defaults to `.write` of the resource's feature. */
  permission?: string;
  /** The number of milliseconds after which it may no longer take effect; null or omitted for no limit. */
  within?: number | null;
  /**
   * Fields sent in its call in addition to the key, with the values that the device has: the call is refused if the
   * record's values differ.
   */
  says?: readonly string[];
}

/** Groups of the menu (MENU-1), in order. */
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

/** The page of a list; its path and name are defined only here. */
export interface Page {
  path: string;
  /** The heading of the page or the label of its tab, as in its menu entry. */
  title: string;
  /**
   * The menu group of its entry; a page below a mount (app/subApps) belongs to the mount's group. If omitted, there is
   * no entry.
   */
  menu?: MenuGroup;
  /** The message shown for an empty list; by default it says that the country has no records yet and how to add one. */
  none?: string;
}

/**
 * The parts of a resource's spreadsheet that the declaration does not imply. Its columns are those of the list; it is
 * named after `label.one`, its files and its template after `label.many`. Its import changes and adds records, and
 * leaves records that it does not contain unchanged. Columns of the owning channel or 3PL are added automatically.
 */
export interface DeclaredSheet {
  /** For each column, its note in the template and its width in characters. */
  texts: Readonly<Record<string, { note: string; width: number }>>;
  /** Columns that are for information only: neither checked nor stored. */
  info?: readonly string[];
}

export interface Resource {
  /** The name of its calls, its import, drafts and list. Immutable, because it is stored on devices (TAB1). */
  id: string;
  /** Its name in feed, mirror and outbox, which is immutable as well. */
  collection: string;
  /** Its bit in feed cursors, which is never reused and does not depend on its position in a list. */
  feed: number;
  label: { one: string; many: string };
  /** The page of its list, linked from queue, log and search. */
  page?: Page;
  /** Feature code, to which `.read` and `.write` are appended. */
  feature: string;
  /**
   * What owns its records, and what they are cached with: one channel, one 3PL, or the entity (country). `none`: they
   * belong to the entity and are not cached; the server pages their list. `platform`: they belong to no country, and
   * are paged as well.
   */
  scope: Scope;
  /**
   * Stored and displayed fields in addition to those of the scope and the stamp, in the order of the cached columns.
   */
  fields: Readonly<Record<string, Field>>;
  /** Fields that identify a record within its scope, in the order of its key in the feed. */
  key: readonly string[];
  /**
   * A key field that is numbered by the server and may be omitted from a new record. Until the server responds, the
   * device uses a provisional number (`provisionalNumber`).
   */
  numbered?: string;
  /** Fields that determine the list's default order. */
  order: readonly string[];
  /** Fields that an edit may change; if empty, records cannot be edited. */
  edit: readonly string[];
  /**
   * Groups of fields with a dialog, an update call and an import call each; the group's name is part of the calls' ids
   * and immutable (TAB1).
   */
  parts?: Readonly<Record<string, Action>>;
  /**
   * Other changes to a record, each by a call of its own; the action's name is part of the call's id and immutable
   * (TAB1).
   */
  actions?: Readonly<Record<string, Action>>;
  filters: Readonly<Record<string, Filter>>;
  /** The columns of the list, in order; the list can be sorted by each of them. */
  columns: readonly string[];
  /** The title of a record: "postcode 40115". Fields may be missing if only the key is known. */
  title: (row: Readonly<Record<string, unknown>>) => string;
  /**
   * The rule between the fields of a record (domain/problem), applied to forms, cells, files, single writes, bulk
   * changes and imports.
   */
  problem?: Rule;
  /** The question before a deletion; its text is shown above the record's title. */
  deletion?: { title: string; text?: string };
  calls: CallPaths;
  /**
   * Set if it is imported in batches; by default, an import is one call with any number of files, without a name or
   * history.
   */
  batches?: BatchPaths;
  /**
   * Its spreadsheet, unless it is written by hand in resources/sheets because several resources share it or it has
   * rules between its rows.
   */
  sheet?: DeclaredSheet;
  /** Sample records; the first is the template's row. */
  examples?: readonly Readonly<Record<string, unknown>>[];
  /**
   * The log's word after "Create", "Edit", "Delete" and "Import" (LOG-10); defaults to the label. With null, the log
   * shows "Others" (G30).
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

/** Whether a person may leave a field empty, which is stored as null or as an empty string. */
export const mayBeBlank = (field: Field | undefined): boolean =>
  mayBeEmpty(field) || (field?.kind === 'text' && field.optional === true);

/** Fields common to all records of a scope, which precede a record's own fields. */
export const OWNER_FIELDS: Readonly<Record<string, FieldBase>> = {
  channelId: { label: 'Channel ID', width: 76, always: true },
  channelName: { label: 'Channel Name', width: 100 },
  threePlId: { label: '3PL ID', width: 76, always: true },
  threePlName: { label: '3PL Name', width: 120 },
  country: { label: 'Country', width: 72 },
};

/** Columns about a record's last write, which a person may add to the list. */
export const STAMP_FIELDS: Readonly<Record<'updatedBy' | 'updatedAt', FieldBase>> = {
  updatedBy: { label: 'Last changed by', width: 180 },
  updatedAt: { label: 'Last changed on', width: 168 },
};

/** Columns by which the list can be sorted: its own, and those about the last write. */
export const sortsOf = ({ columns }: Pick<Resource, 'columns'>): string[] => [...columns, ...Object.keys(STAMP_FIELDS)];

export const fieldOf = (resource: Resource, name: string): Field | undefined => resource.fields[name];

/** The label of a field, including the scope's fields. */
export const labelOf = (resource: Resource, name: string): string =>
  (resource.fields[name] ?? OWNER_FIELDS[name] ?? (STAMP_FIELDS as Readonly<Record<string, FieldBase>>)[name])?.label ??
  plainWords(name);

export const fieldsOfKind = <K extends Field['kind']>(
  { fields }: Resource,
  kind: K,
): [string, Extract<Field, { kind: K }>][] =>
  Object.entries(fields).filter((entry): entry is [string, Extract<Field, { kind: K }>] => entry[1].kind === kind);

/** The quick search filter: words that are looked up in ids and names; every list of a resource has it. */
export const QUICK = 'quick';

/** Fields covered by the quick search: the ids, codes and names among the list's columns. */
export const quickFields = ({ fields, columns }: Pick<Resource, 'fields' | 'columns'>): string[] =>
  columns.filter(name => ['text', 'place', 'placeName', 'channel'].includes(fields[name]?.kind ?? ''));

/** Whether a filter accepts several ids, as filters of a place, channel, postcode or code do. */
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

/** The field with a record's owner; the country for records that belong to no country, which lack it (`ownerKey`). */
export const ownerField = ({ scope }: Pick<Resource, 'scope'>): OwnerField => OWNERS[scope].field ?? 'country';

/** The owner's fields in a record's key, which come first: one, or none if the record belongs to no country. */
export const ownerKey = ({ scope }: Pick<Resource, 'scope'>): readonly OwnerField[] => {
  const { field } = OWNERS[scope];
  return field === null ? [] : [field];
};

/** The owner's fields in a write: a channel or a 3PL. An entity is taken from the call. */
export const ownerInput = (resource: Pick<Resource, 'scope'>): string[] =>
  isOfEntity(resource) ? [] : [ownerField(resource)];

/**
 * The scope of the channel or 3PL that identifies a record, either as its owner or as part of its key; undefined if
 * there is none.
 */
export function namedScope({ scope, key, fields }: Resource): IdScope | undefined {
  if (!belongsToEntity(scope)) return scope;
  const own = key.map(name => fields[name]).find(field => field?.kind === 'channel');
  return own?.kind === 'channel' ? scopeOfField(own) : undefined;
}

/** Whether no channel or 3PL owns the records: they belong to the entity (its country), or to no country. */
export const isOfEntity = ({ scope }: Pick<Resource, 'scope'>): boolean => belongsToEntity(scope);

/** The value of a key field; a derived number is computed if the record does not have it yet. */
const keyValue = (resource: Resource, row: Values, name: string): unknown => {
  const field = resource.fields[name];
  if (field?.kind !== 'made' || row[name] !== undefined) return row[name];
  return recordNumber(field.from.map(part => Number(row[part])));
};

/** A record's key in the feed, the mirror and the outbox. */
export const keyOf = (resource: Resource, row: Values): string =>
  [...ownerKey(resource).map(name => row[name]), ...resource.key.map(name => keyValue(resource, row, name))].join('/');

/** A new record including its derived fields. */
export const withMade = <V extends Values>(resource: Resource, row: V): V => ({
  ...row,
  ...Object.fromEntries(fieldsOfKind(resource, 'made').map(([name]) => [name, keyValue(resource, row, name)])),
});

/** Whether a record is waiting for the server to assign its number. */
export const isProvisional = ({ numbered }: Pick<Resource, 'numbered'>, row: Values): boolean =>
  numbered !== undefined && isProvisionalNumber(row[numbered]);

/** Fields that a person enters for a new record: all stored fields that are not derived. */
export const inputFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'placeName' || field.kind === 'made' || isOwnerName(field) ? [] : [name],
  );

/** A way of changing records: the update, the update of a part, or an action. */
export interface RecordUpdate extends Required<Action> {
  callId: string;
  method: 'POST' | 'PUT';
  /** The part's or the action's name; null for the update. */
  action: string | null;
}

/** The ways of changing records, the update first; empty if records cannot be changed. */
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

/** The update performed by a call; undefined for a call that does not update records of the resource. */
export const updateBy = (resource: Resource, callId: string): RecordUpdate | undefined =>
  updatesOf(resource).find(update => update.callId === callId);

/** Whether any update changes a field. */
export const isUpdated = (resource: Resource, name: string): boolean =>
  updatesOf(resource).some(({ fields }) => fields.includes(name));

/** Fields that are set on creation and never updated, by which people recognize a record. */
export const namingFields = (resource: Resource): string[] =>
  inputFields(resource).filter(name => !isUpdated(resource, name));

/**
 * Fields that an update call accepts: the record's key (or the fields from which it is derived, if the call does not
 * accept derived numbers), and the changed fields.
 */
export const updateFields = (resource: Resource, { fields }: Pick<RecordUpdate, 'fields'>): string[] => [
  ...resource.key,
  ...fields,
];

/** Whether records can be deleted individually. */
export const canDelete = ({ calls }: Resource): boolean => calls.delete !== false;

/** The path of the call that deletes a record, without a trailing slash. */
export const deletionPath = ({ calls }: Resource): string =>
  ((calls.delete || undefined)?.path ?? `${calls.base}/delete`).replace(/\/$/, '');
/** The id of a resource's import, or of the import of a subset of its fields (resourceSheet). */
export const importId = ({ id }: Pick<Resource, 'id'>, part?: string): string =>
  part === undefined ? id : `${id}.${part}`;
/** Whether records can be imported from spreadsheets. */
export const canImport = ({ calls }: Resource): boolean => calls.import !== false;
/** Whether records can be changed in bulk: those that can be imported or edited. */
export const canBulk = (resource: Resource): boolean => canImport(resource) || updatesOf(resource).length > 0;

/** The parameters of a deletion, each with the record's field to which it corresponds. */
export const deletionInput = (resource: Resource): Readonly<Record<string, string>> =>
  (resource.calls.delete || undefined)?.input ??
  Object.fromEntries([...resource.key, ...ownerInput(resource)].map(name => [name, name]));

/** The path of the export call. */
export const exportPath = ({ calls }: Resource): string =>
  typeof calls.export === 'string' ? calls.export : calls.export.path;
