import type { ChannelLocationFilters } from '../../contract/channelLocation.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client.ts';
import { writeHeld } from '../excelClient/writer.ts';
import type { HeldWorkbook } from '../excelClient/writerApi.ts';

export type { HeldWorkbook };

/**
 * Exports a held channel's serviceable locations from this device, with the writes that wait in place (MR1); no network.
 *
 * @returns null where the channel is not held whole
 * @throws when it is cancelled by the signal, or the workbook cannot be written
 */
export async function exportHeldLocations(
  client: SyncClient,
  entity: Country,
  filters: ChannelLocationFilters,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<HeldWorkbook | null> {
  if (!(await client.mirror)) return null;
  // Before the mirror is read: a write that ends in between is in the mirror then, and does no harm when drawn once more.
  const entries = (await client.outbox.open()).filter(
    entry => entry.collection === 'channelLocations' && entry.entity === entity,
  );
  return writeHeld({ userId: client.userId, entity, filters, entries }, signal, onProgress);
}
