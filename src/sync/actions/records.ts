import { provisionalNumber } from '../../contract/fields/channel.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { AwaitedRecord, NewWrite, OutboxEntry, Row } from '../types.ts';

/** Writes for declared records. Each resolves once it is durable (OB1), long before it is sent. */

/** Placeholder values for a new record until the server responds. */
const UNSENT: Row = { updatedBy: '', updatedAt: 0 };

const withAwaited = (write: NewWrite, awaits: readonly AwaitedRecord[]): NewWrite =>
  awaits.length === 0 ? write : { ...write, awaits: awaits.map(({ collection, value }) => ({ collection, value })) };

/**
 * Adds a record. `row` has the shape shown in lists, including the names for its ids; the number may be omitted if the
 * server assigns it.
 * @param awaits records to which it refers and that are in an import on this device; it is sent after that import
 * @throws OutboxUnavailable
 */
export const addRecord = (
  client: SyncClient,
  resource: Resource,
  entity: Country,
  row: Row,
  awaits: readonly AwaitedRecord[] = [],
): Promise<OutboxEntry> => {
  const { numbered } = resource;
  const provisional =
    numbered !== undefined && typeof row[numbered] !== 'number'
      ? { [numbered]: provisionalNumber(client.env.uuid()) }
      : {};
  return client.enqueue(withAwaited(creation(resource, entity, { ...row, ...provisional, ...UNSENT }), awaits));
};

/**
 * Changes fields of a displayed row; fields that are not part of the call keep their values.
 * @param callId id of the update or an action; defaults to the update
 * @param awaits like for `addRecord`
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
  awaits: readonly AwaitedRecord[] = [],
): Promise<OutboxEntry | null> => {
  const write = edit(resource, entity, row, values, callId);
  return Object.keys(write.changes).length === 0 ? null : client.enqueue(withAwaited(write, awaits));
};

/** Deletes a row. @throws OutboxUnavailable */
export const deleteRecord = (client: SyncClient, resource: Resource, entity: Country, row: Row): Promise<OutboxEntry> =>
  client.enqueue(deletion(resource, entity, row));
