import { provisionalNumber } from '../../contract/fields/channel.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { OutboxEntry, Row } from '../types.ts';

/** Writes for declared records. Each resolves when it is durable (OB1), long before it is sent. */

/** Placeholder values of a new record until the server responds. */
const UNSENT: Row = { updatedBy: '', updatedAt: 0 };

/**
 * Adds a record. `row` is in the form that lists show, with the names for its ids; if the server numbers such records,
 * the number may be omitted.
 * @throws OutboxUnavailable
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
 * Changes fields of a row as shown on the screen; fields that the call does not include keep their values.
 * @param callId of the update or an action; defaults to the update
 * @returns null, without writing anything, if the row already has these values
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
