import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall } from './call.ts';
import { country, recordId, version } from './common.ts';
import { fieldOf, inputFields, mayBeEmpty, updatesOf, type RecordUpdate } from './resource.ts';
import { callsOf } from './resourceCalls.ts';
import { channelConfig } from './resources/channelConfig.ts';

/**
 * The calls of integrated channels (channels spec 7.1; CHC-39 to CHC-43, G56 to G58, G86). What a call writes may be given setting by
 * setting, as the console's records have them, or in the documents' forms: the channel model with its flags and extra data, and the
 * deltas of the update via maintenance.
 */

const BASE = channelConfig.calls.base;
const READ = FEATURE.channelConfigIntegrated;

/** A flag as two 32-bit words, the low one first (G48); an empty text says nothing of it (CHC-40). */
const flagWords = z.union([z.tuple([z.int(), z.int()]), z.literal('')]);
const bit = z.int().check(z.minimum(0), z.maximum(62));
const extraValue = z.unknown();
const ids = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(200));
/** Ids as a list, or as the record has them: one text with commas between. */
const warehouses = z.union([z.string().check(z.maxLength(4000)), ids]);

/** The documents' forms of settings, beside the settings themselves. */
const MODEL = {
  seller_location: z.optional(warehouses),
  warehouse_location: z.optional(warehouses),
  flag: z.optional(flagWords),
  deliveryFlag: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  is_show_preferred_delivery_option: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  /** An object, or its JSON text; an empty text says nothing of it. */
  extraData: z.optional(z.union([z.string(), z.record(z.string(), extraValue)])),
};

/** Changes in the form of "Update via maintenance" (CHC-40). */
const DELTAS = {
  deltaFlag: z.optional(z.object({ set0: z.optional(z.array(bit)), set1: z.optional(z.array(bit)) })),
  deltaExtraData: z.optional(z.object({ modify: z.optional(z.string()), remove: z.optional(z.string()) })),
  modify_warehouse: z.optional(ids),
  remove_warehouse: z.optional(ids),
  modify_sbs_warehouse: z.optional(ids),
  remove_sbs_warehouse: z.optional(ids),
  /** [bit, value] pairs of the permission flag (CHC-41). */
  changes: z.optional(z.array(z.tuple([bit, z.union([z.literal(0), z.literal(1)])]))),
};

const declared = callsOf(channelConfig);

/** Shapes of the settings, none of them required: what is missing stays as it is, or as a new channel has it. */
const settings = z.partial(declared.add.input as unknown as z.ZodMiniObject).shape;
const shapesOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, settings[name]]));

/** A name's own rule has words of its own (CHC-13, CHC-14), so the shape takes any text. */
const NAMES = {
  channelName: z.optional(z.string().check(z.maxLength(10_000))),
  display_name: z.optional(z.string().check(z.maxLength(10_000))),
};

const updateInput = (update: RecordUpdate) =>
  z.object({
    ...shapesOf(update.fields),
    ...(update.action === null ? NAMES : {}),
    ...MODEL,
    ...DELTAS,
    channelId: recordId,
    version: z.optional(version),
  });

const withInput = <C extends object>(call: C, input: z.ZodMiniType): C => ({ ...call, input });

/** Those of the declaration, with the documents' forms. */
export const CHANNEL_CONFIG_CALLS = {
  ...declared,
  add: withInput(
    declared.add,
    z.object({ ...shapesOf(inputFields(channelConfig)), ...NAMES, ...MODEL, channelId: z.optional(recordId) }),
  ),
  update: declared.update && withInput(declared.update, updateInput(updatesOf(channelConfig)[0] as RecordUpdate)),
  actions: Object.fromEntries(
    updatesOf(channelConfig).flatMap(update => {
      const call = update.action === null ? undefined : declared.actions[update.action];
      return call ? [[update.action, withInput(call, updateInput(update))]] : [];
    }),
  ),
};

/** The settings of an update by the record's names. One that may be left open and is not given is open, as no body carries null. */
export function givenSettings(
  update: Pick<RecordUpdate, 'fields'>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of update.fields) {
    const value = input[name];
    if (value !== undefined) given[name] = value;
    else if (mayBeEmpty(fieldOf(channelConfig, name))) given[name] = null;
  }
  return given;
}

/** The channel model (channels spec 3; CHC-10). */
const channelModel = z.object({
  channelId: recordId,
  channelName: z.string(),
  display_name: z.string(),
  type: z.int(),
  from_country: country,
  status: z.int(),
  priority: z.int(),
  country,
  flag: z.tuple([z.int(), z.int()]),
  deliveryFlag: z.int(),
  channel_tag: z.string(),
  cashless: z.int(),
  require_pickup_geo: z.int(),
  require_deliver_geo: z.int(),
  display_sequence: z.int(),
  seller_location: z.array(z.string()),
  warehouse_location: z.array(z.string()),
  maintenance: z.int(),
  return_flag: z.int(),
  extraData: z.record(z.string(), z.unknown()),
  version,
});
export type ChannelModel = z.output<typeof channelModel>;

export const getChannelConfig = defineCall({
  id: 'channelConfig.get',
  method: 'GET',
  path: `${BASE}/get`,
  input: z.object({ channelId: recordId }),
  output: channelModel,
  permission: READ,
  offline: 'network',
  summary: 'One channel as the channel model: flags, extra data and warehouse lists (channels spec 3)',
});

export const listServiceTypes = defineCall({
  id: 'channelConfig.serviceTypes',
  method: 'GET',
  path: `${BASE}/serviceTypes`,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ value: z.int(), label: z.string() })) }),
  permission: READ,
  offline: 'mirror',
  summary: 'Service types that display_sequence names (channels spec 7.1; CHC-39, CHC-43)',
});

export const listNonIntegratedFromCountries = defineCall({
  id: 'channelConfig.nonIntegratedFromCountries',
  method: 'GET',
  path: `${BASE}/nonIntegratedFromCountries`,
  input: z.object({}),
  output: z.object({ list: z.array(country) }),
  permission: READ,
  offline: 'mirror',
  summary: 'Countries that non-integrated channels of the entity ship from (channels spec 7.1; CHC-42, CHC-43)',
});

const permissionOutput = z.object({ channelId: recordId, permission: z.int() });

export const getChannelPermission = defineCall({
  id: 'channelConfig.permission',
  method: 'GET',
  path: `${BASE}/permission`,
  input: z.object({ channelId: recordId }),
  output: permissionOutput,
  permission: READ,
  offline: 'network',
  summary: 'The permission flag of a channel (channels spec 7.1; CHC-41)',
});

export const setChannelPermission = defineCall({
  id: 'channelConfig.permissionUpdate',
  method: 'POST',
  path: `${BASE}/permission/update`,
  input: z.object({ channelId: recordId, changes: z.array(z.tuple([bit, z.union([z.literal(0), z.literal(1)])])) }),
  output: permissionOutput,
  permission: `${READ}.write`,
  offline: 'network',
  summary: 'Sets bits of the permission flag of a channel by [bit, value] pairs (channels spec 7.1; CHC-41)',
});

/** A warehouse that a channel may collect from, or a WMS warehouse that it may deliver to. */
const warehouse = z.object({ id: z.string(), name: z.string(), region: z.string(), city: z.string() });
export type Warehouse = z.output<typeof warehouse>;

export const listWarehouses = defineCall({
  id: 'channelConfig.warehouses',
  method: 'GET',
  path: `${BASE}/warehouses`,
  input: z.object({ from_country: country }),
  output: z.object({ seller_location_list: z.array(warehouse), warehouse_location_list: z.array(warehouse) }),
  permission: READ,
  offline: 'cached',
  summary: 'Seller and WMS warehouses of a country that channels ship from (channels spec 7.1; CHC-42)',
});

export const CHANNEL_CONFIG_READS = [
  getChannelConfig,
  listServiceTypes,
  listNonIntegratedFromCountries,
  getChannelPermission,
  setChannelPermission,
  listWarehouses,
] as const;
