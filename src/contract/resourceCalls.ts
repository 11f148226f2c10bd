import * as z from 'zod/mini';
import { nameInText } from '../domain/format.ts';
import { IDS_MOST } from '../domain/manyIds.ts';
import { TEXT_FORMS, type TextFormRule } from '../domain/textForms.ts';
import { defineCall, type CallDefinition, type Collection } from './call.ts';
import { postcodePart } from '../domain/import/postcodes.ts';
import type { Country } from '../domain/country.ts';
import { country, FILTER_MOST, filterText, listOf, listPaging, recordId, sortBy, stamp, version } from './common.ts';
import { OWNERS, type IdScope } from './owner.ts';
import { kindOf, type Field } from './fields/all.ts';
import { mayBeEmpty } from './fields/base.ts';
import type { TextField } from './fields/text.ts';
import {
  canDelete,
  deletionInput,
  exportPath,
  fieldsOfKind,
  inputFields,
  keyOf,
  labelOf,
  namedScope,
  ownerInput,
  ownerKey,
  QUICK,
  sortsOf,
  takesMany,
  updateFields,
  updatesOf,
  type Filter,
  type RecordUpdate,
  type Resource,
  type RowOf,
} from './resource.ts';

/** The calls of a resource and their schemas, derived from its declaration (design 10). */

type Shape = Record<string, z.ZodMiniType>;
type Values = Readonly<Record<string, unknown>>;

/** The input of a list call, without its filters. */
export interface ListInput {
  page?: number | undefined;
  count?: number | undefined;
  offset?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
}

export interface ListAnswer<Row> {
  list: Row[];
  page: number;
  count: number;
  total: number;
}

/** A channel that can be chosen as owner, with the data for the hint (SAL-11). */
export interface ChannelChoice {
  channelId: number;
  name: string;
  serviceable_area_type: number;
  extra_limit_type: number;
  zone_level: number;
}

/** A 3PL that can be chosen as owner. */
export interface ThreePlChoice {
  threePlId: number;
  name: string;
}

type Call<I, O> = CallDefinition<z.ZodMiniType<I, I>, z.ZodMiniType<O, O>>;

export interface ResourceCalls<Row, Filters = Values, Write = Values, Key = Values> {
  list: Call<Filters & ListInput, ListAnswer<Row>>;
  /** The owners that can be chosen; null if records belong to the entity. */
  choices: Call<Values, { list: (ChannelChoice | ThreePlChoice)[] }> | null;
  /** Null if the resource declares no such call. */
  get: Call<Values, { list: Row[] }> | null;
  add: Call<Write, Row>;
  /** Null if records cannot be edited. */
  update: Call<Write & { version?: number | undefined }, Row> | null;
  /** The calls of the actions, by name of the action. */
  actions: Readonly<Record<string, Call<Write & { version?: number | undefined }, Row>>>;
  /** Null if records cannot be deleted. */
  remove: Call<Key & { version?: number | undefined }, null> | null;
  export: Call<Filters, never>;
}

/** The schema of a field, extended by the empty value if the field may be left empty. */
const emptiable = (field: Field, shape: z.ZodMiniType, written: boolean): z.ZodMiniType => {
  if (!mayBeEmpty(field)) return shape;
  return written ? z._default(z.nullable(shape), null) : z.nullable(shape);
};

/** The schema of a field, either in a record or in a person's write. */
const shapeOf = (field: Field, written: boolean): z.ZodMiniType =>
  emptiable(field, kindOf(field).shape(field, written), written);

/** The fields that a write accepts; true if required. A field that may be empty may also be omitted. */
const takenBy = ({ fields }: Resource, names: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(names.map(name => [name, !mayBeEmpty(fields[name])]));

const shapesOf = ({ fields }: Resource, names: readonly string[], written: boolean): Shape =>
  Object.fromEntries(names.map(name => [name, shapeOf(fields[name] as Field, written)]));

/** The schema of a field in an update. An omitted field keeps its value; null clears an optional field. */
const changedShape = (field: Field): z.ZodMiniType =>
  mayBeEmpty(field) ? z.optional(z.nullable(kindOf(field).shape(field, true))) : shapeOf(field, true);

/** The schemas of the given fields in an update. */
export const changedShapes = ({ fields }: Resource, names: readonly string[]): Record<string, z.ZodMiniType> =>
  Object.fromEntries(names.map(name => [name, changedShape(fields[name] as Field)]));

/** Whether a field's schema accepts strings of any length. */
const isOpenText = (field: Field): boolean => field.kind === 'text' && field.pattern === undefined;

/** The schemas of the fields of a new record, which may omit a number that the server assigns. */
function newShapes(resource: Resource): Shape {
  const shapes = shapesOf(resource, inputFields(resource), true);
  const { numbered = '' } = resource;
  const shape = shapes[numbered];
  return shape ? { ...shapes, [numbered]: z.optional(shape) } : shapes;
}

const isPostcode = (field: Field | undefined): boolean => field?.kind === 'text' && field.form === 'postcode';

/** The valid strings of a form with few of them; a filter for any other string would match nothing. */
const valuesOf = (form: NonNullable<TextField['form']>): readonly string[] => {
  if (form === 'postcode') return [];
  const { values = [] }: TextFormRule = TEXT_FORMS[form];
  return values;
};

/** The value of a postcode filter, in any of the common notations. */
const postcodeText = z.string().check(z.maxLength(FILTER_MOST), z.overwrite<string>(postcodePart));

function filterShape(resource: Resource, name: string, filter: Filter): z.ZodMiniType {
  const { is, in: names = [name] } = filter;
  if (is === 'owner') return z.optional(recordId);
  if (is === 'shown') return z._default(z.boolean(), true);
  const byValue = is === 'equal' || is === 'from' || is === 'until';
  const field = resource.fields[names[0] as string] as Field;
  const few = is === 'equal' && field.kind === 'text' && field.form !== undefined ? valuesOf(field.form) : [];
  const text = isPostcode(field) ? postcodeText : filterText;
  const one = few.length > 0 ? z.enum(few) : byValue && !isOpenText(field) ? shapeOf(field, false) : text;
  if (!takesMany(resource, name, filter)) return z.optional(one);
  // In a query, several values are separated by commas.
  return z.optional(z.union([one, z.array(one).check(z.minLength(1), z.maxLength(IDS_MOST))]));
}

/** The maximum length of a quick search. */
const QUICK_MOST = 100;

/** The schema of the list's filters. */
export const filtersOf = (resource: Resource): Shape =>
  Object.fromEntries([
    ...Object.entries(resource.filters).map(([name, filter]) => [name, filterShape(resource, name, filter)]),
    [QUICK, z.optional(z.string().check(z.maxLength(QUICK_MOST)))],
  ]);

/** The id and name of a record's owner; empty for the entity. */
function ownerShape({ scope }: Resource): Shape {
  const { field, nameField } = OWNERS[scope];
  return field === null || nameField === null ? {} : { [field]: recordId, [nameField]: z.string() };
}

/**
 * The options of an export (resourceSheet ExportForm), which default to the documented workbook. `columns` contains
 * comma-separated names.
 */
const exportForm: Shape = {
  format: z.optional(z.enum(['xlsx', 'csv'])),
  columns: z.optional(z.string().check(z.maxLength(2000))),
};

/** The schema of a record in a list. */
export const rowShape = (resource: Resource): z.ZodMiniType =>
  z.object({
    ...ownerShape(resource),
    ...(resource.scope === 'platform' ? {} : { country }),
    ...shapesOf(resource, Object.keys(resource.fields), false),
    ...stamp,
  });

/** The call that returns the owners to choose from, with its summary. */
const CHOICES: Readonly<Record<IdScope, { output: z.ZodMiniType; summary: string }>> = {
  channel: {
    output: z.object({
      list: z.array(
        z.object({
          channelId: recordId,
          name: z.string(),
          serviceable_area_type: z.int(),
          extra_limit_type: z.int(),
          zone_level: z.int(),
        }),
      ),
    }),
    summary: 'Lists the channels that can be selected, with what the hint shows (SAL-11)',
  },
  '3pl': {
    output: z.object({ list: z.array(z.object({ threePlId: recordId, name: z.string() })) }),
    summary: 'Lists the 3PLs that can be selected (TPL-3 to TPL-6)',
  },
};

/** The record identified by a deletion's parameters, as fields of the record. */
export const deletedKey = (resource: Resource, input: Values): Values =>
  Object.fromEntries(Object.entries(deletionInput(resource)).map(([name, field]) => [field, input[name]]));

/** The fields of an update as they are labelled, e.g. "COD, COD Toggle and SOD". */
function fieldsText(resource: Resource, { fields }: RecordUpdate): string {
  const labels = fields.map(name => labelOf(resource, name));
  const last = labels.at(-1) ?? '';
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * All calls of a resource. `update` sends the version on which the edit is based as `version` (OB8); callers other than
 * the console may omit it.
 */
export function callsOf<R extends Resource>(resource: R): ResourceCalls<RowOf<R>> {
  const { id, label, feature, calls } = resource;
  const owner: Shape = Object.fromEntries(ownerInput(resource).map(name => [name, recordId]));
  const collection = resource.collection as Collection;
  const one = nameInText(label.one);
  const many = nameInText(label.many);
  const another = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`;
  const row = rowShape(resource);
  const write = `${feature}.write`;
  const key = (input: Values, entity: Country): string => keyOf(resource, { ...input, country: entity });
  const updateCall = (update: RecordUpdate) =>
    defineCall({
      id: update.callId,
      method: update.method,
      path: update.path,
      input: z.object({
        ...owner,
        ...changedShapes(resource, updateFields(resource, update)),
        ...Object.fromEntries(
          Object.entries(shapesOf(resource, update.says, true)).map(([name, shape]) => [name, z.optional(shape)]),
        ),
        version: z.optional(version),
      }),
      output: row,
      permission: update.permission,
      offline: 'outbox',
      write: {
        collection,
        kind: 'update',
        key,
        fields: {
          ...takenBy(resource, [...ownerInput(resource), ...updateFields(resource, update)]),
          ...Object.fromEntries(update.says.map(name => [name, false])),
        },
        ...(update.within === null ? {} : { within: update.within }),
      },
      summary: update.action === null ? `Changes ${another}` : `Changes ${fieldsText(resource, update)} of ${another}`,
    });
  const chosen = namedScope(resource);
  const updates = updatesOf(resource).map(update => [update.action, updateCall(update)] as const);
  const deletion = deletionInput(resource);
  const deletionShape: Shape = Object.fromEntries(
    Object.entries(deletion).map(([name, field]) => [
      name,
      ownerInput(resource).includes(field) ? recordId : shapeOf(resource.fields[field] as Field, true),
    ]),
  );
  return {
    list: defineCall({
      id: `${id}.list`,
      method: 'GET',
      path: calls.list,
      input: z.object({
        ...filtersOf(resource),
        // The entity whose records are listed; defaults to the call's entity.
        ...(ownerKey(resource).includes('country') ? { country: z.optional(country) } : {}),
        ...listPaging,
        sort: sortBy(sortsOf(resource)),
      }),
      output: listOf(row),
      permission: feature,
      offline: 'cached',
      paging: 'offset',
      summary: `Lists ${many} by filter, a page at a time`,
    }),
    choices:
      chosen === undefined
        ? null
        : defineCall({
            id: `${id}.getChannelIds`,
            method: 'GET',
            path: `${calls.base}/getChannelIds`,
            input: z.object({}),
            ...CHOICES[chosen],
            permission: feature,
            offline: 'mirror',
            // All channels of a country, with what decides whether their addresses are checked.
            costly: 'page',
          }),
    get: calls.get
      ? defineCall({
          id: `${id}.get`,
          method: 'GET',
          path: calls.get.path,
          input: z.object(shapesOf(resource, [calls.get.by], false)),
          output: z.object({ list: z.array(row) }),
          permission: feature,
          offline: 'network',
          summary: `Lists ${many} of one ${labelOf(resource, calls.get.by)}`,
        })
      : null,
    add: defineCall({
      id: `${id}.add`,
      method: 'POST',
      path: calls.add ?? `${calls.base}/add`,
      input: z.object({ ...owner, ...newShapes(resource) }),
      output: row,
      permission: write,
      offline: 'outbox',
      write: {
        collection,
        kind: 'create',
        key,
        fields: {
          ...takenBy(resource, [...ownerInput(resource), ...inputFields(resource)]),
          ...(resource.numbered === undefined ? {} : { [resource.numbered]: false }),
        },
      },
      summary: `Adds ${another}; an existing one is a conflict`,
    }),
    update: updates.find(([action]) => action === null)?.[1] ?? null,
    actions: Object.fromEntries(updates.filter(([action]) => action !== null)),
    remove: canDelete(resource)
      ? defineCall({
          id: `${id}.delete`,
          method: 'POST',
          path: (calls.delete || undefined)?.path ?? `${calls.base}/delete`,
          input: z.object({ ...deletionShape, version: z.optional(version) }),
          output: z.null(),
          permission: write,
          offline: 'outbox',
          write: {
            collection,
            kind: 'delete',
            key: (input: Values, entity: Country) => key(deletedKey(resource, input), entity),
          },
          summary: `Deletes ${another}`,
        })
      : null,
    export: defineCall({
      id: `${id}.export`,
      method: typeof calls.export === 'string' ? 'GET' : calls.export.method,
      path: exportPath(resource),
      ...(typeof calls.export === 'string' ? { aliases: [calls.export.replace('/v2', '')] } : {}),
      input: z.object({ ...filtersOf(resource), ...exportForm }),
      output: z.never(),
      permission: `${feature}.read`,
      offline: 'network',
      costly: 'export',
      summary: `Returns the filtered ${many} as .xlsx or, with format=csv, as .csv, streamed (SAL-25, G21, G63)`,
    }),
  } as unknown as ResourceCalls<RowOf<R>>;
}

/** The calls as a list, in the order of the API page. */
export const callList = (calls: ResourceCalls<never>): CallDefinition[] =>
  [
    calls.list,
    calls.choices,
    calls.get,
    calls.add,
    calls.update,
    ...Object.values(calls.actions),
    calls.remove,
    calls.export,
  ].filter(call => call !== null) as unknown as CallDefinition[];

/** Whether a resource has yes/no fields. */
export const hasFlags = (resource: Resource): boolean => fieldsOfKind(resource, 'flag').length > 0;
