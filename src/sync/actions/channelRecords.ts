import type { Collection, HeldCollection } from '../../contract/call.ts';
import {
  addChannelPostcode as addPostcode,
  deleteChannelPostcode as deletePostcode,
  updateChannelPostcode as updatePostcode,
  type ChannelPostcodeRow,
} from '../../contract/channelPostcode.ts';
import {
  addChannelRoute as addRoute,
  channelRouteId,
  deleteChannelRoute as deleteRoute,
  type ChannelRouteRow,
} from '../../contract/channelRoute.ts';
import {
  addChannelZone as addZone,
  channelZoneId,
  deleteChannelZone as deleteZone,
  updateChannelZone as updateZone,
  type ChannelZoneRow,
} from '../../contract/channelZone.ts';
import { HELD, heldKey } from '../../contract/held.ts';
import type { Country } from '../../domain/country.ts';
import { changedFields } from '../../domain/merge.ts';
import { SUPPORT_KEYS, type SupportFlags } from '../../domain/serviceable.ts';
import type { SyncClient } from '../client.ts';
import type { NewWrite, OutboxEntry, Row } from '../types.ts';

/**
 * Writes of a channel's postcodes, routes and zones (SAP-5, SAP-6, SAR-5, SAR-6, SAZ-5, SAZ-6). Each resolves when it is
 * durable (OB1), long before it is sent.
 */

export type WrittenCollection = Exclude<HeldCollection, 'channelLocations'>;

export const isWrittenRecord = (collection: Collection): collection is WrittenCollection => collection in WRITES;

/** How a collection's records are written: its calls, the fields of their inputs, and what a person calls a record. */
interface Writes {
  add: string;
  addFields: readonly string[];
  /** Left out where a record cannot be edited. */
  update?: string;
  /** Fields that can be edited. */
  edited: readonly string[];
  updateFields: readonly string[];
  remove: string;
  /** Names in the input of a deletion, with the record's. */
  removeFields: Readonly<Record<string, string>>;
  name: (row: Row) => string;
}

const placeOf = (row: Row, ...fields: string[]): string =>
  fields.map(field => String(row[field] ?? '')).find(name => name !== '') ?? '?';

const WRITES: Readonly<Record<WrittenCollection, Writes>> = {
  channelPostcodes: {
    add: addPostcode.id,
    addFields: ['channelId', 'type', 'zipcode', ...SUPPORT_KEYS],
    update: updatePostcode.id,
    edited: SUPPORT_KEYS,
    updateFields: ['channelId', 'type', 'zipcode', ...SUPPORT_KEYS],
    remove: deletePostcode.id,
    removeFields: { channel_id: 'channelId', zipcode: 'zipcode', applicable_type: 'type' },
    name: row => `postcode ${String(row['zipcode'])}`,
  },
  channelRoutes: {
    add: addRoute.id,
    addFields: ['channelId', 'applicableType', 'fromLocationId', 'toLocationId'],
    edited: [],
    updateFields: [],
    remove: deleteRoute.id,
    removeFields: { id: 'id', channelId: 'channelId' },
    name: row =>
      `route ${placeOf(row, 'fromDistrict', 'fromCity', 'fromState')} to ${placeOf(row, 'toDistrict', 'toCity', 'toState')}`,
  },
  channelZones: {
    add: addZone.id,
    addFields: ['channelId', 'applicableType', 'locationId', 'zone'],
    update: updateZone.id,
    edited: ['zone'],
    updateFields: ['id', 'channelId', 'zone'],
    remove: deleteZone.id,
    removeFields: { id: 'id', channelId: 'channelId' },
    name: row => `zone of ${placeOf(row, 'district', 'city', 'state')}`,
  },
};

const pick = (row: Row, fields: readonly string[]): Row => Object.fromEntries(fields.map(field => [field, row[field]]));

const common = (collection: WrittenCollection, entity: Country, row: Row) => ({
  entity,
  collection,
  recordKey: heldKey(HELD[collection], row),
});

/** A new record, as it is queued. `row`: as lists show it until the server's own comes. */
export function recordCreation(collection: WrittenCollection, entity: Country, row: Row): NewWrite {
  const { add, addFields, name } = WRITES[collection];
  return {
    ...common(collection, entity, row),
    callId: add,
    effect: 'create',
    input: pick(row, addFields),
    changes: {},
    base: null,
    baseVersion: null,
    optimistic: { ...row },
    title: `Add ${name(row)} to channel ${String(row['channelId'])}`,
  };
}

/**
 * Other values of a record's fields, as they are queued.
 * @throws Error for a collection whose records cannot be edited
 */
export function recordEdit(collection: WrittenCollection, entity: Country, row: Row, values: Row): NewWrite {
  const { update, edited, updateFields, name } = WRITES[collection];
  if (update === undefined) throw new Error(`Records of ${collection} cannot be edited.`);
  const changes = changedFields(row, pick(values, edited));
  return {
    ...common(collection, entity, row),
    callId: update,
    effect: 'update',
    input: pick({ ...row, ...changes }, updateFields),
    changes,
    base: { ...row },
    baseVersion: row['version'] as number,
    optimistic: { ...row, ...changes },
    title: `Edit ${name(row)} in channel ${String(row['channelId'])}`,
  };
}

/** The deletion of a record, as it is queued. */
export function recordDeletion(collection: WrittenCollection, entity: Country, row: Row): NewWrite {
  const { remove, removeFields, name } = WRITES[collection];
  return {
    ...common(collection, entity, row),
    callId: remove,
    effect: 'delete',
    input: Object.fromEntries(Object.entries(removeFields).map(([field, own]) => [field, row[own]])),
    changes: {},
    base: { ...row },
    baseVersion: row['version'] as number,
    optimistic: null,
    title: `Delete ${name(row)} from channel ${String(row['channelId'])}`,
  };
}

/** Adds a postcode. @throws OutboxUnavailable */
export const addChannelPostcode = (client: SyncClient, entity: Country, shown: ChannelPostcodeRow) =>
  client.enqueue(recordCreation('channelPostcodes', entity, shown));

/** Changes the four support flags of a row as the screen shows it. @throws OutboxUnavailable */
export const updateChannelPostcode = (
  client: SyncClient,
  entity: Country,
  row: ChannelPostcodeRow,
  flags: SupportFlags,
): Promise<OutboxEntry> => client.enqueue(recordEdit('channelPostcodes', entity, row, { ...flags }));

/** Deletes a row. @throws OutboxUnavailable */
export const deleteChannelPostcode = (client: SyncClient, entity: Country, row: ChannelPostcodeRow) =>
  client.enqueue(recordDeletion('channelPostcodes', entity, row));

/** Adds a route; its number is made from its ends. @throws OutboxUnavailable */
export const addChannelRoute = (client: SyncClient, entity: Country, shown: Omit<ChannelRouteRow, 'id'>) =>
  client.enqueue(recordCreation('channelRoutes', entity, { ...shown, id: channelRouteId(shown) }));

/** Deletes a row. @throws OutboxUnavailable */
export const deleteChannelRoute = (client: SyncClient, entity: Country, row: ChannelRouteRow) =>
  client.enqueue(recordDeletion('channelRoutes', entity, row));

/** Gives a place a zone; the record's number is made from the place. @throws OutboxUnavailable */
export const addChannelZone = (client: SyncClient, entity: Country, shown: Omit<ChannelZoneRow, 'id'>) =>
  client.enqueue(recordCreation('channelZones', entity, { ...shown, id: channelZoneId(shown) }));

/** Changes the zone of a row as the screen shows it. @throws OutboxUnavailable */
export const updateChannelZone = (client: SyncClient, entity: Country, row: ChannelZoneRow, zone: string) =>
  client.enqueue(recordEdit('channelZones', entity, row, { zone }));

/** Deletes a row. @throws OutboxUnavailable */
export const deleteChannelZone = (client: SyncClient, entity: Country, row: ChannelZoneRow) =>
  client.enqueue(recordDeletion('channelZones', entity, row));
