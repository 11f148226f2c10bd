import { givenSettings } from '../../../contract/channelConfig.ts';
import type { RecordUpdate } from '../../../contract/resource.ts';
import { newChannelSettings } from '../../../contract/newChannel.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { warehouseIds, warehouseText, withWarehouses } from '../../../domain/channelConfig/channel.ts';
import {
  extraValueProblem,
  readDelta,
  withExtraDelta,
  type ExtraData,
} from '../../../domain/channelConfig/extraData.ts';
import { applyFlagDelta, flagDeltaProblem } from '../../../domain/channelConfig/flagDelta.ts';
import {
  flagSettings,
  unnamedPermission,
  withPermissions,
  withSettings,
  type ChannelFlags,
} from '../../../domain/channelConfig/flagSettings.ts';
import { extraOfSettings, extraSettings } from '../../../domain/channelConfig/settings.ts';
import type { Country } from '../../../domain/country.ts';
import { fromWords, type FlagWords } from '../../../domain/flags.ts';
import { badRequest } from '../../http/envelope.ts';

/** The documents' forms of a channel's settings (channels spec 3, 7.1), read into the settings of its record. */

type Input = Readonly<Record<string, unknown>>;

const NO_FLAGS: ChannelFlags = { flag: 0n, delivery: 0, permission: 0n };

/** Warehouse ids, as a list or as a text, as the record has them. */
const warehousesOf = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  return warehouseText(Array.isArray(value) ? (value as string[]) : warehouseIds(String(value)));
};

/** Extra data as an object or as its JSON text. @throws ApiError 400 for anything else, or for a value that cannot be */
function readExtra(given: unknown): ExtraData | null {
  if (given === undefined || given === '') return null;
  const extra = typeof given === 'string' ? readDelta(given) : (given as Record<string, unknown>);
  if (extra === null) throw badRequest('extraData: must be a JSON object');
  for (const [field, value] of Object.entries(extra)) requireExtra('extraData', field, value);
  return extra as ExtraData;
}

function requireExtra(where: string, field: string, value: unknown): void {
  const problem = extraValueProblem(field, value);
  if (problem !== null) throw badRequest(`${where}: ${field} ${problem}`);
}

/** Settings of the channel flag; those of the delivery and the permission flag come by themselves. */
const NAMED_BY_FLAG = ['cod', 'cod_toggle', 'shop_cod_whitelist', 'sod', 'name_list', 'buyer_whitelist'].concat(
  CHANNEL_GROUPS.flags.fields,
);

/** The settings that the model's flags and extra data say; nothing where it has none of them. */
function modelSettings(input: Input): Record<string, unknown> {
  const { type, flag, extraData, is_show_preferred_delivery_option: option = input['deliveryFlag'] } = input;
  const settings: Record<string, unknown> = {};
  if (Array.isArray(flag)) {
    const ofFlag = flagSettings({ ...NO_FLAGS, flag: fromWords(flag as unknown as FlagWords) });
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

/** Settings that are given one by one. One that may be left open is null where nothing was said of it. */
function given(input: Input, names: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const value = input[name] ?? null;
    if (value !== null) values[name] = value;
  }
  return values;
}

const FIELDS = Object.keys(channelConfig.fields);

const LISTS = ['seller_location', 'warehouse_location'];
const withLists = (input: Input): Input => {
  const lists = {
    seller_location: warehousesOf(input['seller_location']),
    warehouse_location: warehousesOf(input['warehouse_location']),
  };
  return { ...input, ...given(lists, LISTS) };
};

/** All settings of a new channel: the model's, those that are given one by one, and else those that it begins with. */
export const createdSettings = (input: Input, entity: Country): Record<string, unknown> => ({
  ...newChannelSettings(entity),
  ...modelSettings(input),
  ...given(withLists(input), FIELDS),
});

const DELTA_KEYS = [
  'deltaFlag',
  'deltaExtraData',
  'modify_warehouse',
  'remove_warehouse',
  'modify_sbs_warehouse',
  'remove_sbs_warehouse',
  'changes',
] as const;

/** Whether an update comes in one of the documents' forms, where what is not named stays as it is. */
export const isDocumentForm = (input: Input): boolean =>
  DELTA_KEYS.some(key => input[key] !== undefined) ||
  ['type', 'flag', 'extraData', 'deliveryFlag', 'is_show_preferred_delivery_option'].some(
    key => input[key] !== undefined,
  );

/** The channel's flags as its record has them; bits without a name are not among them. */
export const flagsOf = (row: Input): ChannelFlags => withSettings(NO_FLAGS, row as never);

/**
 * All settings of a record after an update in a document's form.
 * @throws ApiError 400 for a bit without a name, or for extra data that cannot be
 */
export function settingsAfter(row: ChannelConfigRow, input: Input): Record<string, unknown> {
  const before = flagsOf(row);
  const delta = (input['deltaFlag'] ?? {}) as { set0?: number[]; set1?: number[] };
  const flagDelta = { set0: delta.set0 ?? [], set1: delta.set1 ?? [] };
  const wrong = flagDeltaProblem(flagDelta);
  if (wrong !== null) throw badRequest(`deltaFlag: ${wrong}`);
  const changes = (input['changes'] ?? []) as [number, 0 | 1][];
  const unnamed = unnamedPermission(changes);
  if (unnamed !== null) throw badRequest(`changes: bit ${unnamed} has no name, so it is never changed`);
  const flags = {
    ...before,
    flag: applyFlagDelta(flagDelta, before.flag),
    permission: withPermissions(before.permission, changes),
  };
  const { modify = '', remove = '' } = (input['deltaExtraData'] ?? {}) as { modify?: string; remove?: string };
  const [modified, removed] = [readDelta(modify), readDelta(remove)];
  if (!modified || !removed) throw badRequest('deltaExtraData: modify and remove must be JSON objects, each as a text');
  for (const [field, value] of Object.entries(modified)) requireExtra('deltaExtraData.modify', field, value);
  for (const [field, value] of Object.entries(removed))
    if (value !== null) requireExtra('deltaExtraData.remove', field, value);
  const extra = withExtraDelta(modified, removed, extraOfSettings(row));
  const list = (name: 'seller_location' | 'warehouse_location', kind: string): string =>
    warehouseText(
      withWarehouses(warehouseIds(row[name]), {
        modify: (input[`modify_${kind}`] ?? []) as string[],
        remove: (input[`remove_${kind}`] ?? []) as string[],
      }),
    );
  return {
    ...row,
    ...flagSettings(flags),
    ...extraSettings(extra),
    seller_location: list('seller_location', 'warehouse'),
    warehouse_location: list('warehouse_location', 'sbs_warehouse'),
    ...modelSettings(input),
    ...given(withLists(input), FIELDS),
  };
}

/** The settings of an update that gives them one by one. */
export const plainSettings = (update: Pick<RecordUpdate, 'fields'>, input: Input): Record<string, unknown> =>
  givenSettings(update, withLists(input));
