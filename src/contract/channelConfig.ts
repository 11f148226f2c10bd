import * as z from 'zod/mini';
import { countFrom, recordId, version } from './common.ts';
import { inputFields, updatesOf, type RecordUpdate } from './resource.ts';
import { callsOf, changedShapes } from './resourceCalls.ts';
import { channelConfig } from './resources/channelConfig.ts';

/**
 * The calls of integrated channels (channels spec 7.1; CHC-39 to CHC-43, G56 to G58, G86). A write may send individual
 * settings, as in the console's records, or one of the documented forms: the channel model with its flags and extra
 * data, or the deltas of "Update via maintenance".
 */

/** A flag as two 32-bit words, low word first (G48); an empty string leaves the flag unchanged (CHC-40). */
const word = z.int().check(z.minimum(-(2 ** 31)), z.maximum(2 ** 32 - 1));
const flagWords = z.union([z.tuple([word, word]), z.literal('')]);
/** The delivery flag, with one bit for each of its three settings and no other bits (CHC-28). */
const deliveryFlag = z.int().check(z.minimum(0), z.maximum(7));
const bit = z.int().check(z.minimum(0), z.maximum(62));
const extraValue = z.unknown();
/** Extra data as JSON; all its fields together take a few hundred characters. */
const extraText = z.string().check(z.maxLength(10_000));
const bits = z.array(bit).check(z.maxLength(63));
const ids = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(200));
/** Ids as a list, or as a comma-separated string like in the record. */
const warehouses = z.union([z.string().check(z.maxLength(4000)), ids]);

/** The documented forms of settings, accepted in addition to individual settings. */
const MODEL = {
  /** A string as in the channel model, or a number as in the record. */
  channel_tag: z.optional(z.union([countFrom(0), z.string().check(z.maxLength(100))])),
  type: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  seller_location: z.optional(warehouses),
  warehouse_location: z.optional(warehouses),
  flag: z.optional(flagWords),
  deliveryFlag: z.optional(deliveryFlag),
  is_show_preferred_delivery_option: z.optional(deliveryFlag),
  /** An object or its JSON representation; an empty string leaves it unchanged. */
  extraData: z.optional(z.union([extraText, z.record(z.string(), extraValue)])),
};

/** Changes in the form of "Update via maintenance" (CHC-40). */
const DELTAS = {
  deltaFlag: z.optional(z.object({ set0: z.optional(bits), set1: z.optional(bits) })),
  deltaExtraData: z.optional(z.object({ modify: z.optional(extraText), remove: z.optional(extraText) })),
  modify_warehouse: z.optional(ids),
  remove_warehouse: z.optional(ids),
  modify_sbs_warehouse: z.optional(ids),
  remove_sbs_warehouse: z.optional(ids),
  /** [bit, value] pairs of the permission flag (CHC-41). */
  changes: z.optional(z.array(z.tuple([bit, z.union([z.literal(0), z.literal(1)])])).check(z.maxLength(63))),
};

const declared = callsOf(channelConfig);

/** Schemas of the settings, all optional: a missing setting is left unchanged, or gets its default in a new channel. */
const settings = z.partial(z.object(changedShapes(channelConfig, inputFields(channelConfig)))).shape;
const shapesOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, settings[name]]));

/** Names have their own rule and messages (CHC-13, CHC-14), so the schema accepts any string. */
const NAMES = {
  channelName: z.optional(z.string().check(z.maxLength(10_000))),
  display_name: z.optional(z.string().check(z.maxLength(10_000))),
};

/**
 * Whether a call accepts settings of every group: "update channel" accepts the whole model, and "Update via
 * maintenance" the deltas of every dialog (G58). The other calls accept only their own group.
 */
export const takesAll = ({ action }: Pick<RecordUpdate, 'action'>): boolean =>
  action === null || action === 'maintenance';

const updateInput = (update: RecordUpdate) =>
  z.object({
    ...(takesAll(update) ? { ...shapesOf(CHANNEL_FIELDS), ...NAMES } : shapesOf(update.fields)),
    ...MODEL,
    ...DELTAS,
    channelId: recordId,
    version: z.optional(version),
  });

/**
 * Fields of the channel model that "update channel" and "Update via maintenance" accept under their own names (CHC-10,
 * CHC-40).
 */
const CHANNEL_FIELDS = [...channelConfig.edit, 'return_flag', 'maintenance'];

const withInput = <C extends object>(call: C, input: z.ZodMiniType): C => ({ ...call, input });

/** The declared calls, extended to accept the documented forms. */
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

/** The settings in an update, under the names used in the record; null for a setting that the update clears. */
export const givenSettings = (
  update: Pick<RecordUpdate, 'fields'>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(update.fields.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])));
