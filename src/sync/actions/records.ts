import { provisionalNumber } from '../../contract/fields/channel.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { OutboxEntry, Row } from '../types.ts';

/** Writes for declared records. Each resolves once it is durable (OB1), long before it is sent. */

/** Placeholder values for a new record until the server responds. */
const UNSENT: Row = { updatedBy: '', updatedAt: 0 };

/**
 * Adds a record. `row` has the shape shown in lists, including the names for its ids; the number may be omitted if the
 * server assigns it.
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
 * Changes fields of a displayed row; fields that are not part of the call keep their values.
 * @param callId id of the update or an action; defaults to the update
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
