import type { Country } from '../../domain/country.ts';
import { tidyPlaceName } from '../../domain/placeName.ts';
import type { SyncClient } from '../client/client.ts';
import { renaming } from '../resources/locationWrites.ts';
import type { OutboxEntry, Row } from '../types.ts';

/**
 * Renames a place; resolves when the write is durable (OB1), long before it is sent.
 * @param row the place as shown in the list
 * @returns null, without writing anything, if the place already has this name
 * @throws OutboxUnavailable
 */
export const renameLocation = async (
  client: SyncClient,
  entity: Country,
  row: Row,
  name: string,
): Promise<OutboxEntry | null> => {
  const write = renaming(entity, row, tidyPlaceName(name));
  return Object.keys(write.changes).length === 0 ? null : client.enqueue(write);
};
