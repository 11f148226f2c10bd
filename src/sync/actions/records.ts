import { provisionalNumber } from '../../contract/fields/channel.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { OutboxEntry, Row } from '../types.ts';

/** Writes of declared records. Each resolves when it is durable (OB1), long before it is sent. */

/** Temporary values of a new record until the server answers. */
const UNSENT: Row = { updatedBy: '', updatedAt: 0 };

/**
 * Adds a record. `row`: as shown in lists, with the names for its ids. If the server numbers such records, its number
 * may be left out. @throws OutboxUnavailable
 */
export const addRecord = (client: SyncClient, resource: Resource, entity: Country, row: Row): Promise<OutboxEntry> => {
  const { numbered } = resource;
  const provisional =
    numbered !== undefined && typeof row[numbered] !== 'number'
      ? { [numbered]: provisionalNumber(client.env.uuid()) }
      : {};
  return client.enqueue(creation(resource, entity, { ...row, ...provisional, ...UNSENT }));
};

/**
 * Changes fields of a row as shown on the screen; fields that the call does not change stay. @param callId of the
 * update or an action; by default the update @returns null if the row already has these values: then nothing is written
 * @throws OutboxUnavailable
 */
export const editRecord = async (
  client: SyncClient,
  resource: Resource,
  entity: Country,
  row: Row,
  values: Row,
  callId?: string,
): Promise<OutboxEntry | null> => {
  const write = edit(resource, entity, row, values, callId);
  return Object.keys(write.changes).length === 0 ? null : client.enqueue(write);
};

/** Deletes a row. @throws OutboxUnavailable */
export const deleteRecord = (client: SyncClient, resource: Resource, entity: Country, row: Row): Promise<OutboxEntry> =>
  client.enqueue(deletion(resource, entity, row));
