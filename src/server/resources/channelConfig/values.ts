import { givenSettings } from '../../../contract/channelConfig.ts';
import type { RecordUpdate } from '../../../contract/resource.ts';
import { newChannelSettings } from '../../../contract/newChannel.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { warehouseIds, warehouseText, withWarehouses } from '../../../domain/channelConfig/channel.ts';
import {
  extraValueProblem,
  isExtraField,
  readDelta,
  withExtraDelta,
  type ExtraData,
} from '../../../domain/channelConfig/extraData.ts';
import { repeatedNameProblem } from '../../../domain/jsonNames.ts';
import { CHANNEL_TAGS } from '../../../domain/channelConfig/choices.ts';
import { flagDeltaProblem, unnamedBits } from '../../../domain/channelConfig/flagDelta.ts';
import {
  flagSettings,
  hasBothLists,
  PERMISSION_SETTINGS,
  settingsOfBits,
  unnamedPermission,
  withFlagDelta,
  withPermissions,
  withSettings,
  type ChannelFlags,
} from '../../../domain/channelConfig/flagSettings.ts';
import {
  EXTRA_SETTINGS,
  extraOfSettings,
  extraSettings,
  settingsOfExtra,
} from '../../../domain/channelConfig/settings.ts';
import type { Country } from '../../../domain/country.ts';
import { withFollowing } from '../../../domain/follows.ts';
import { fromWords, hasBit, type FlagWords } from '../../../domain/flags.ts';
import { badRequest } from '../../base/envelope.ts';

/** Converts the documented forms of a channel's settings (channels spec 3, 7.1) to the settings in its record. */

type Input = Readonly<Record<string, unknown>>;

const NO_FLAGS: ChannelFlags = { flag: 0n, delivery: 0, permission: 0n };

/** Converts warehouse ids, which are given as a list or as a string, to the form in which the record stores them. */
const warehousesOf = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  return warehouseText(Array.isArray(value) ? (value as string[]) : warehouseIds(String(value)));
};

/**
 * Parses extra data, which is given as an object or as JSON.
 * @throws ApiError 400 for anything else, or for an invalid value
 */
function readExtra(given: unknown): ExtraData | null {
  if (given === undefined || given === '') return null;
  const extra = typeof given === 'string' ? readDelta(given) : (given as Record<string, unknown>);
  if (extra === null) throw badRequest('extraData: must be a JSON object');
  if (typeof given === 'string') requireNamesOnce('extraData', given);
  for (const [field, value] of Object.entries(extra)) requireExtra('extraData', field, value);
  return extra as ExtraData;
}

function requireNamesOnce(where: string, text: string): void {
  const problem = repeatedNameProblem(`${where}:`, text);
  if (problem !== null) throw badRequest(problem);
}

function requireExtra(where: string, field: string, value: unknown): void {
  const problem = extraValueProblem(field, value);
  if (problem !== null) throw badRequest(`${where}: ${field} ${problem}`);
}

const BOTH_LISTS = 'a channel has the whitelist (bit 32) or the blacklist (bit 33), not both';

/** The settings in the channel flag. Those in the delivery flag and the permission flag are read separately. */
const NAMED_BY_FLAG = ['cod', 'cod_toggle', 'shop_cod_whitelist', 'sod', 'name_list', 'buyer_whitelist'].concat(
  CHANNEL_GROUPS.flags.fields,
);

/**
 * Parses the tag of a channel, given as its number or as its name in the model (CHC-10).
 * @throws ApiError 400 for an unknown tag
 */
function tagOf(given: unknown): number {
  const tag = CHANNEL_TAGS.find(({ label, value }) => label === given || value === given);
  if (tag) return tag.value;
  throw badRequest(`channel_tag: must be one of ${CHANNEL_TAGS.map(({ label }) => `"${label}"`).join(', ')}`);
}

/** Returns the settings in the flags and the extra data of the model; none if the input contains neither. */
function modelSettings(input: Input): Record<string, unknown> {
  const { type, flag, extraData, deliveryFlag, is_show_preferred_delivery_option: option = deliveryFlag } = input;
  if (deliveryFlag !== undefined && deliveryFlag !== option)
    throw badRequest('deliveryFlag: must be the same as is_show_preferred_delivery_option; send one of them only');
  const settings: Record<string, unknown> = {};
  if (Array.isArray(flag)) {
    const whole = fromWords(flag as unknown as FlagWords);
    if (hasBothLists(bit => hasBit(whole, bit))) throw badRequest(`flag: ${BOTH_LISTS}`);
    const ofFlag = flagSettings({ ...NO_FLAGS, flag: whole });
    Object.assign(settings, given(ofFlag, NAMED_BY_FLAG));
  }
  if (option !== undefined) {
    const delivery = flagSettings({ ...NO_FLAGS, delivery: Number(option ?? 0) });
    settings['preferred_delivery_time'] = delivery.preferred_delivery_time;
    settings['delivery_instructions'] = delivery.delivery_instructions;
    settings['leave_parcel'] = delivery.leave_parcel;
  }
  const extra = readExtra(extraData);
  if (extra !== null) Object.assign(settings, extraSettings(extra));
  if (type !== undefined) settings['channel_type'] = type;
  return settings;
}

/** Picks the settings that the input contains as separate fields; null clears a setting. */
const given = (input: Input, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])));

const FIELDS = Object.keys(channelConfig.fields);

/**
 * Merges the settings that one call contains in several forms.
 * @throws ApiError 400 if two forms contain different values of a setting, because either may be the intended one
 */
function merged(...forms: readonly Input[]): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const form of forms)
    for (const [name, value] of Object.entries(form)) {
      if (name in all && all[name] !== value)
        throw badRequest(`${name}: this call contains two different values of it; send it in one form only`);
      all[name] = value;
    }
  return all;
}

const LISTS = ['seller_location', 'warehouse_location'];
/** Converts settings that are given as separate fields to the form used in the record. */
const withLists = (input: Input): Input => {
  const lists = {
    seller_location: warehousesOf(input['seller_location']),
    warehouse_location: warehousesOf(input['warehouse_location']),
  };
  const { channel_tag: tag } = input;
  return { ...input, ...(tag === undefined ? {} : { channel_tag: tagOf(tag) }), ...given(lists, LISTS) };
};

/**
 * Returns all settings of a new channel: the initial ones, overridden by those of the model and those given as separate
 * fields.
 * @throws ApiError 400 for flag bits without a name, which would be lost, or for two different values of a setting
 */
export function createdSettings(input: Input, entity: Country): Record<string, unknown> {
  const { flag } = input;
  const unnamed = Array.isArray(flag) ? unnamedBits(fromWords(flag as unknown as FlagWords)) : [];
  if (unnamed.length > 0)
    throw badRequest(
      `flag: ${unnamed.length === 1 ? `bit ${unnamed[0]} has` : `bits ${unnamed.join(', ')} have`} no name, so a new channel cannot have ${unnamed.length === 1 ? 'it' : 'them'}; send 0 instead`,
    );
  return { ...newChannelSettings(entity), ...merged(modelSettings(input), given(withLists(input), FIELDS)) };
}

const DELTA_KEYS = [
  'deltaFlag',
  'deltaExtraData',
  'modify_warehouse',
  'remove_warehouse',
  'modify_sbs_warehouse',
  'remove_sbs_warehouse',
  'changes',
] as const;

/** Whether an update has one of the documented forms, in which omitted values are left unchanged. */
export const isDocumentForm = (input: Input): boolean =>
  DELTA_KEYS.some(key => input[key] !== undefined) ||
  ['type', 'flag', 'extraData', 'deliveryFlag', 'is_show_preferred_delivery_option'].some(
    key => input[key] !== undefined,
  );

interface Deltas {
  flag: { set0: number[]; set1: number[] };
  modified: Readonly<Record<string, unknown>>;
  removed: Readonly<Record<string, unknown>>;
  changes: [bit: number, value: 0 | 1][];
}

/**
 * @throws ApiError 400 for an unnamed bit, for two contradictory changes to a bit, field or warehouse, or for invalid
 *   extra data
 */
function readDeltas(input: Input): Deltas {
  const { set0 = [], set1 = [] } = (input['deltaFlag'] ?? {}) as { set0?: number[]; set1?: number[] };
  const wrong = flagDeltaProblem({ set0, set1 });
  if (wrong !== null) throw badRequest(`deltaFlag: ${wrong}`);
  if (hasBothLists(bit => set1.includes(bit))) throw badRequest(`deltaFlag: ${BOTH_LISTS}`);
  const changes = (input['changes'] ?? []) as Deltas['changes'];
  const unnamed = unnamedPermission(changes);
  if (unnamed !== null) throw badRequest(`changes: bit ${unnamed} has no name, so it is never changed`);
  const twice = changes.find(([bit, value]) => changes.some(([other, of]) => other === bit && of !== value));
  if (twice) throw badRequest(`changes: bit ${twice[0]} cannot be set to 0 and to 1 at once`);
  for (const kind of ['warehouse', 'sbs_warehouse']) {
    const removed = (input[`remove_${kind}`] ?? []) as string[];
    const added = ((input[`modify_${kind}`] ?? []) as string[]).find(id => removed.includes(id));
    if (added !== undefined) throw badRequest(`modify_${kind}: ${added} cannot be added and removed at once`);
  }
  const { modify = '', remove = '' } = (input['deltaExtraData'] ?? {}) as { modify?: string; remove?: string };
  const [modified, removed] = [readDelta(modify), readDelta(remove)];
  if (!modified || !removed) throw badRequest('deltaExtraData: modify and remove must be JSON objects, each as a text');
  requireNamesOnce('deltaExtraData.modify', modify);
  requireNamesOnce('deltaExtraData.remove', remove);
  for (const [field, value] of Object.entries(modified)) requireExtra('deltaExtraData.modify', field, value);
  for (const [field, value] of Object.entries(removed)) {
    if (value !== null || !isExtraField(field)) requireExtra('deltaExtraData.remove', field, value);
    // A value is removed "with that value" only if it is empty or zero (CHC-38). Any other value would set the field.
    if (value !== null && value !== '' && value !== 0)
      throw badRequest(`deltaExtraData.remove: ${field} must be null, "" or 0; send any other value in modify`);
  }
  const both = Object.keys(modified).find(field => field in removed);
  if (both !== undefined) throw badRequest(`deltaExtraData: ${both} cannot be modified and removed at once`);
  return { flag: { set0, set1 }, modified, removed, changes };
}

/**
 * Returns the settings that the deltas of an update contain, whether or not their values change.
 * @throws ApiError 400 like `settingsAfter`
 */
export function namedByDeltas(input: Input): string[] {
  const { flag, modified, removed, changes } = readDeltas(input);
  const isGiven = (...keys: string[]) => keys.some(key => ((input[key] ?? []) as unknown[]).length > 0);
  return [
    ...settingsOfBits([...flag.set0, ...flag.set1]),
    ...(changes.length > 0 ? PERMISSION_SETTINGS : []),
    ...Object.keys({ ...modified, ...removed }).flatMap(settingsOfExtra),
    ...(isGiven('modify_warehouse', 'remove_warehouse') ? ['seller_location'] : []),
    ...(isGiven('modify_sbs_warehouse', 'remove_sbs_warehouse') ? ['warehouse_location'] : []),
  ];
}

/** Returns the settings contained in a complete flag, in complete extra data, or in the type of the channel model. */
export const namedByWhole = (input: Input): readonly string[] => [
  ...(Array.isArray(input['flag']) ? NAMED_BY_FLAG : []),
  ...((input['extraData'] ?? '') === '' ? [] : EXTRA_SETTINGS),
  ...(input['deliveryFlag'] === undefined ? [] : CHANNEL_GROUPS.preference.fields),
  ...(input['type'] === undefined ? [] : ['channel_type']),
];

/** The flags that correspond to the settings of a record, without any unnamed bits. */
export const flagsOf = (row: Input): ChannelFlags => withSettings(NO_FLAGS, row as never);

/**
 * Returns all settings of a record after an update in a documented form. Settings that the update does not contain follow
 * from those that it does (CHC-23, CHC-25).
 * @throws ApiError 400 for an unnamed bit, for invalid extra data, or for two different values of a setting
 */
export function settingsAfter(row: ChannelConfigRow, input: Input): Record<string, unknown> {
  const before = flagsOf(row);
  const { flag: delta, modified, removed, changes } = readDeltas(input);
  const flags = {
    ...before,
    flag: withFlagDelta(before.flag, delta),
    permission: withPermissions(before.permission, changes),
  };
  const extra = withExtraDelta(modified, removed, extraOfSettings(row));
  const list = (name: 'seller_location' | 'warehouse_location', kind: string): string =>
    warehouseText(
      withWarehouses(warehouseIds(row[name]), {
        modify: (input[`modify_${kind}`] ?? []) as string[],
        remove: (input[`remove_${kind}`] ?? []) as string[],
      }),
    );
  const ofDeltas: Record<string, unknown> = {
    ...flagSettings(flags),
    ...extraSettings(extra),
    seller_location: list('seller_location', 'warehouse'),
    warehouse_location: list('warehouse_location', 'sbs_warehouse'),
  };
  const written = merged(given(ofDeltas, namedByDeltas(input)), modelSettings(input), given(withLists(input), FIELDS));
  return { ...row, ...ofDeltas, ...withFollowing(channelConfig.follows, row, written) };
}

/** The settings that the input of an update contains as separate fields. */
export const plainSettings = (update: Pick<RecordUpdate, 'fields'>, input: Input): Record<string, unknown> =>
  givenSettings(update, withLists(input));
