import type { Country } from '../domain/country.ts';
import { plainWords } from '../domain/plainWords.ts';
import { recordNumber } from '../domain/recordNumber.ts';
import type { LocationLevel } from '../domain/serviceable.ts';
import type { TextForm } from '../domain/textForms.ts';
import type { NumberRule } from '../domain/wholeNumber.ts';
import { belongsToEntity, OWNERS, type IdScope, type Owner, type Scope } from './owner.ts';

/**
 * A resource is declared once (design 10): its fields, key, filters and calls. Calls and their shapes (resourceCalls), the
 * cached columns, table SQL, writes, log, list, form, import and export follow from the declaration by pure functions.
 * This file imports no zod, so that the first list of a session can read a declaration without the calls' shapes.
 */

interface FieldBase {
  /** The documents' word for the field: heading, filter, form label and log word. */
  label: string;
  /** Width of the list's column in pixels. */
  width?: number;
  /** Cannot be hidden in the list. */
  always?: boolean;
}

/**
 * A text. `form` ties it to a rule that form, import and call check: postcode, to that of the country (domain/import/postcodes);
 * the others, to domain/textForms. `pattern` is checked by the call alone, so it only repeats what a `form` says. `folded`: compared without
 * case and accents, as words are; others are plain letters and digits.
 */
export interface TextField extends FieldBase {
  kind: 'text';
  max: number;
  pattern?: RegExp;
  form?: 'postcode' | TextForm;
  folded?: boolean;
  /** May be left empty: an empty text then. */
  optional?: true;
  /** The channel or 3PL whose name it is, by the field that has its id: the server writes it, no person gives it. */
  of?: string;
}

export interface Choice<V extends number = number> {
  readonly value: V;
  readonly label: string;
}

/** One of a few numbers, each with its word. */
export interface ChoiceField<V extends number = number> extends FieldBase {
  kind: 'choice';
  choices: readonly Choice<V>[];
  /** What a new record begins with, and the filter where it may not be left open. */
  initial: V;
  /** The filter may be left open; the list then shows all values. */
  any?: boolean;
  /** status: shown as a badge, what records begin with in green. */
  look?: 'status';
  /** May be left empty: null then. 0 is none of its values. */
  empty?: boolean;
}

/** Yes or No. All flags of a record are kept together in one byte, in the order of their declaration, bit 0 first. */
export interface FlagField extends FieldBase {
  kind: 'flag';
  initial: boolean;
}

/**
 * A number. Records, calls and filters have it as an integer, 10^decimals times what people write: 150 with two decimals is 1.50,
 * so that money is never a fraction. It sorts by value.
 */
export interface NumberField extends FieldBase {
  kind: 'number';
  /** Digits behind the point; left out, whole numbers. */
  decimals?: number;
  /** Words of some of its values, in dialogs, log and queue; the others show their number. */
  words?: readonly { value: number; label: string }[];
  /** Bounds as people write them; without `min` it may be negative. */
  min?: number;
  max?: number;
  /** May be left empty: null then, which is before all numbers. */
  empty?: boolean;
}

/** A day of the calendar as YYYY-MM-DD, of no time zone (domain/calendarDay). */
export interface DayField extends FieldBase {
  kind: 'day';
  /** May be left empty: null then, which is before all days. */
  empty?: boolean;
}

/** The id of a channel of the entity, or of one of its 3PLs. */
export interface ChannelField extends FieldBase {
  kind: 'channel';
  /** Of which it is; left out, a channel. */
  scope?: IdScope;
}

/** The id of a place of the country's location tree, of a level down to `deepest`. */
export interface PlaceField extends FieldBase {
  kind: 'place';
  deepest: LocationLevel;
  /** Label of the form's control, where it is another one. */
  formLabel: string;
}

/** Name of what a place lies in, or of itself, at a level; empty below its own. Not stored: it follows the current tree. */
export interface PlaceNameField extends FieldBase {
  kind: 'placeName';
  of: string;
  level: LocationLevel;
}

/** A number made from other fields (domain/recordNumber), so that every device makes the same one. */
export interface MadeField extends FieldBase {
  kind: 'made';
  from: readonly string[];
}

export type Field =
  | TextField
  | ChoiceField
  | FlagField
  | NumberField
  | DayField
  | ChannelField
  | PlaceField
  | PlaceNameField
  | MadeField;

export const text = (label: string, options: Omit<TextField, 'kind' | 'label'>): TextField => ({
  kind: 'text',
  label,
  ...options,
});

export const choice = <const V extends number>(
  label: string,
  choices: readonly Choice<V>[],
  options: Omit<ChoiceField<V>, 'kind' | 'label' | 'choices' | 'empty'>,
): ChoiceField<V> => ({ kind: 'choice', label, choices, ...options });

/** A choice that may be left empty, as a new record has it. */
export const emptyChoice = <const V extends number>(
  label: string,
  choices: readonly Choice<V>[],
  options: Partial<FieldBase> = {},
): ChoiceField<V> & { empty: true } => ({
  kind: 'choice',
  label,
  choices,
  initial: (choices[0] as Choice<V>).value,
  empty: true,
  ...options,
});

export const flag = (label: string, options: Partial<Omit<FlagField, 'kind' | 'label'>> = {}): FlagField => ({
  kind: 'flag',
  label,
  initial: false,
  ...options,
});

/** A whole number, or one with decimals; `empty: true` lets it be left out. */
export const number = <const O extends Omit<NumberField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'number', label, ...options }) as { kind: 'number'; label: string } & O;

/** A day; `empty: true` lets it be left out. */
export const day = <const O extends Omit<DayField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'day', label, ...options }) as { kind: 'day'; label: string } & O;

export const channel = (label: string, options: Partial<FieldBase> = {}): ChannelField => ({
  kind: 'channel',
  label,
  ...options,
});

/** The id of a 3PL. */
export const threePl = (label: string, options: Partial<FieldBase> = {}): ChannelField => ({
  kind: 'channel',
  scope: '3pl',
  label,
  ...options,
});

export const place = (
  label: string,
  options: Omit<PlaceField, 'kind' | 'label' | 'formLabel'> & { formLabel?: string },
): PlaceField => ({ kind: 'place', label, formLabel: label, ...options });

export const placeName = (
  label: string,
  of: string,
  level: LocationLevel,
  options: Partial<FieldBase> = {},
): PlaceNameField => ({ kind: 'placeName', label, of, level, ...options });

export const made = (...from: string[]): MadeField => ({ kind: 'made', label: 'ID', from });

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
  update?: string;
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
 * A change of some fields by a call of its own, beside the update: with its own right, path and words. What one call changes
 * never goes out by another one.
 */
export interface Action {
  /** What a person does, as a verb: "Close". Names the button and begins the change's title. */
  label: string;
  /** Fields that it changes; others may change them too. */
  fields: readonly string[];
  /** Below /api; left out: the action's name behind `calls.base`. */
  path?: string;
  /** Permission code; left out: `.write` of the resource's feature. */
  permission?: string;
  /** Milliseconds after which it is too late for it to take effect; null, as left out: it never is. */
  within?: number | null;
  /** Fields that its call says beside the key, as the record has them: it is refused where the record has others. */
  says?: readonly string[];
}

export interface Resource {
  /** Names its calls, its import, drafts and list. Stored on devices: it never changes (TAB1). */
  id: string;
  /** Its name in feed, mirror and outbox; it never changes either. */
  collection: string;
  /** Its bit in feed cursors: never reused, never a position in a list. */
  feed: number;
  label: { one: string; many: string };
  /** Address of its list: queue, log and search lead there. */
  page?: string;
  /** Feature code; `.read` and `.write` hang on it. */
  feature: string;
  /**
   * What owns its records, and with what all of them are cached: one channel, one 3PL, or the entity (country). `none`: they
   * belong to the entity and are not cached; the server pages their list.
   */
  scope: Scope;
  /** Stored and shown fields beside those of the scope and the stamp, in the order of the cached columns. */
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
  /** A record in words: "postcode 40115". Fields may be missing where only the key is known. */
  title: (row: Readonly<Record<string, unknown>>) => string;
  /** The question before a deletion; the text is above the record's title. */
  deletion?: { title: string; text?: string };
  calls: CallPaths;
  /** Left out: an import is one call of any number of files, without a name or a history of its own. */
  batches?: BatchPaths;
  /** What the log says behind "Create", "Edit", "Delete" and "Import" (LOG-10); left out, the label; null: "Others" (G30). */
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
  : F extends { kind: 'day' }
    ? string | NullOf<F>
    : F extends ChoiceField<infer V>
      ? V | NullOf<F>
      : F extends { kind: 'flag' }
        ? boolean
        : number | NullOf<F>;

type OwnerOf<S> = S extends 'entity' | 'none'
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

/** Whether a field may be left empty: null in a record then. */
export const mayBeEmpty = (field: Field | undefined): boolean =>
  field !== undefined && 'empty' in field && field.empty === true;

/** Whether a person may leave a field out: it is null then, or an empty text. */
export const mayBeBlank = (field: Field | undefined): boolean =>
  mayBeEmpty(field) || (field?.kind === 'text' && field.optional === true);

/** How a person writes a number of a field (domain/wholeNumber). */
export const numberRule = ({ decimals = 0, min, max }: NumberField): NumberRule & { decimals: number } => ({
  decimals,
  negative: min === undefined || min < 0,
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

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

/** The field that says what owns a record: it is first in every key. */
export const ownerField = ({ scope }: Pick<Resource, 'scope'>): Owner['field'] => OWNERS[scope].field;

/** The owner's fields that a write names: a channel or a 3PL; an entity is that of the call. */
export const ownerInput = (resource: Pick<Resource, 'scope'>): string[] =>
  isOfEntity(resource) ? [] : [ownerField(resource)];

/** What the channel or 3PL that names a record is: its owner, or one of its key; undefined where it has none. */
export function namedScope({ scope, key, fields }: Resource): IdScope | undefined {
  if (!belongsToEntity(scope)) return scope;
  const own = key.map(name => fields[name]).find(field => field?.kind === 'channel');
  return own?.kind === 'channel' ? scopeOfField(own) : undefined;
}

/** Whether a field has the id of a channel, or of a 3PL. */
export const scopeOfField = ({ scope = 'channel' }: ChannelField): IdScope => scope;

/** Whether records belong to the entity (its country) rather than to one of its channels or 3PLs. */
export const isOfEntity = ({ scope }: Pick<Resource, 'scope'>): boolean => belongsToEntity(scope);

/** The value of a key's field: made ones are made where the record does not carry them yet. */
const keyValue = (resource: Resource, row: Values, name: string): unknown => {
  const field = resource.fields[name];
  if (field?.kind !== 'made' || row[name] !== undefined) return row[name];
  return recordNumber(field.from.map(part => Number(row[part])));
};

/** A record's key, as the feed, the mirror and the outbox write it. */
export const keyOf = (resource: Resource, row: Values): string =>
  [row[ownerField(resource)], ...resource.key.map(name => keyValue(resource, row, name))].join('/');

/** A new record with its made fields. */
export const withMade = <V extends Values>(resource: Resource, row: V): V => ({
  ...row,
  ...Object.fromEntries(fieldsOfKind(resource, 'made').map(([name]) => [name, keyValue(resource, row, name)])),
});

/**
 * What stands for a number that the server has not given yet: below 0, so that it is never taken for one that was. It is known
 * on one device and never sent.
 * @param id a UUID
 */
export const provisionalNumber = (id: string): number => {
  const hex = id.replaceAll(/[^0-9a-f]/g, '').slice(0, 12);
  return -1 - Number.parseInt(hex || '0', 16);
};

/** Whether a key's value is provisional. */
export const isProvisionalNumber = (value: unknown): value is number => typeof value === 'number' && value < 0;

/** A key's value in words: one that the server has not given yet is no number for a person. */
export const numberText = (value: unknown): string =>
  isProvisionalNumber(value) ? 'New' : String(value as string | number);

/** Whether a record waits for its number from the server. */
export const isProvisional = ({ numbered }: Pick<Resource, 'numbered'>, row: Values): boolean =>
  numbered !== undefined && isProvisionalNumber(row[numbered]);

/** Whether a field is the name of a channel or 3PL of the record, which the server writes. */
export const isOwnerName = (field: Field): boolean => field.kind === 'text' && field.of !== undefined;

/** Fields that a new record takes from a person: all that are stored and not made. */
export const inputFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'placeName' || field.kind === 'made' || isOwnerName(field) ? [] : [name],
  );

/** A way in which records are changed: the update, that of a part, or an action. */
export interface RecordUpdate extends Required<Action> {
  callId: string;
  /** The part's or the action's name; null for the update. */
  action: string | null;
}

/** The ways in which records are changed, the update first; none where they never change. */
export function updatesOf({ id, feature, edit, parts, actions, calls }: Resource): RecordUpdate[] {
  const permission = `${feature}.write`;
  const path = (name: string) => `${calls.base}/${name}`;
  const update = {
    callId: `${id}.update`,
    action: null,
    label: 'Edit',
    fields: edit,
    path: calls.update ?? path('update'),
    permission,
    within: null,
    says: [],
  };
  const further = Object.entries({ ...parts, ...actions }).map(([name, action]): RecordUpdate => ({
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
