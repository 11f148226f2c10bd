import { warehouseDelta, warehouseIds } from '../domain/channelConfig/channel.ts';
import { extraDelta } from '../domain/channelConfig/extraData.ts';
import { flagDelta } from '../domain/channelConfig/flagDelta.ts';
import { permissionChanges, withSettings, type ChannelFlags } from '../domain/channelConfig/flagSettings.ts';
import { extraOfSettings } from '../domain/channelConfig/settings.ts';

type Values = Readonly<Record<string, unknown>>;

const NO_FLAGS: ChannelFlags = { flag: 0n, delivery: 0, permission: 0n };

/** Settings that are sent under their own names rather than in the flags or the extra data (CHC-40). */
const CHANNEL_FIELDS = [
  'channelName',
  'display_name',
  'status',
  'priority',
  'from_country',
  'channel_tag',
  'cashless',
  'require_pickup_geo',
  'require_deliver_geo',
  'display_sequence',
  'return_flag',
  'maintenance',
] as const;

/**
 * The payload of "Update via maintenance" (channels spec 7.1; CHC-37 to CHC-40, G56 to G58): the channel fields, plus
 * the flags, extra data and warehouses as deltas between the settings before and after.
 */
export function deltaPayload(before: Values, after: Values): Record<string, unknown> {
  const flags = withSettings(NO_FLAGS, before as never);
  const next = withSettings(flags, after as never);
  const lists = (name: string) =>
    warehouseDelta(warehouseIds(String(before[name] ?? '')), warehouseIds(String(after[name] ?? '')));
  const [seller, wms] = [lists('seller_location'), lists('warehouse_location')];
  return {
    ...Object.fromEntries(CHANNEL_FIELDS.map(name => [name, after[name]])),
    channelId: after['channelId'],
    deltaFlag: flagDelta(flags.flag, next.flag),
    deltaExtraData: extraDelta(extraOfSettings(before), extraOfSettings(after)),
    flag: '',
    extraData: '',
    is_show_preferred_delivery_option: next.delivery,
    changes: permissionChanges(flags.permission, next.permission),
    modify_warehouse: seller.modify,
    remove_warehouse: seller.remove,
    modify_sbs_warehouse: wms.modify,
    remove_sbs_warehouse: wms.remove,
  };
}

const DELTA_CALL = /^channelConfig\.(cod|return|order|item|name|cutoff|extra|preference|flags|maintenance)$/;

/**
 * Whether a call accepts deltas in addition to individual settings: the calls of the groups and of the maintenance
 * switch do (G58).
 */
export const takesDeltas = (callId: string): boolean => DELTA_CALL.test(callId);
