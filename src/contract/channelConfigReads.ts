import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, recordId, version } from './common.ts';
import { channelConfig } from './resources/channelConfig.ts';

/**
 * Additional calls of integrated channels, besides those for their records (channels spec 7.1; CHC-39 to CHC-43, G86).
 * They are loaded with the dialogs that use them, not with the first list.
 */

const BASE = channelConfig.calls.base;
const READ = channelConfig.feature;
const bit = z.int().check(z.minimum(0), z.maximum(62));

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
  summary: 'Returns one channel as the channel model: flags, extra data and warehouse lists (channels spec 3)',
});

export const listServiceTypes = defineCall({
  id: 'channelConfig.serviceTypes',
  method: 'GET',
  path: `${BASE}/serviceTypes`,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ value: z.int(), label: z.string() })) }),
  permission: READ,
  offline: 'mirror',
  summary: 'Lists the service types among which display_sequence selects (channels spec 7.1; CHC-39, CHC-43)',
});

export const listNonIntegratedFromCountries = defineCall({
  id: 'channelConfig.nonIntegratedFromCountries',
  method: 'GET',
  path: `${BASE}/nonIntegratedFromCountries`,
  input: z.object({}),
  output: z.object({ list: z.array(country) }),
  permission: READ,
  offline: 'mirror',
  summary: 'Lists countries that non-integrated channels of the entity ship from (channels spec 7.1; CHC-42, CHC-43)',
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
  summary: 'Returns the permission flag of a channel (channels spec 7.1; CHC-41)',
});

export const setChannelPermission = defineCall({
  id: 'channelConfig.permissionUpdate',
  method: 'POST',
  path: `${BASE}/permission/update`,
  input: z.object({
    channelId: recordId,
    changes: z.array(z.tuple([bit, z.union([z.literal(0), z.literal(1)])])).check(z.maxLength(63)),
  }),
  output: permissionOutput,
  permission: `${READ}.write`,
  offline: 'network',
  summary: 'Sets bits of the permission flag of a channel by [bit, value] pairs (channels spec 7.1; CHC-41)',
});

/** A warehouse from which a channel may pick up parcels, or a WMS warehouse to which it may deliver. */
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
  summary: 'Lists the seller and WMS warehouses of a country that channels ship from (channels spec 7.1; CHC-42)',
});

export const CHANNEL_CONFIG_READS = [
  getChannelConfig,
  listServiceTypes,
  listNonIntegratedFromCountries,
  getChannelPermission,
  setChannelPermission,
  listWarehouses,
] as const;
