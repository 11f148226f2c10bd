import type { Resource } from '../../contract/resource.ts';
import type { ExportForm } from '../../contract/resourceSheet.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { writeCached } from '../excelClient/writer.ts';
import type { CachedWorkbook } from '../excelClient/writerApi.ts';
import type { Row } from '../types.ts';

export type { CachedWorkbook };

/**
 * Exports a cached channel's records of a resource offline, with pending writes applied (MR1).
 * @returns null if the channel is not completely cached
 * @throws if the signal aborts it or the workbook cannot be written
 */
export async function exportCached(
  client: SyncClient,
  resource: Resource,
  entity: Country,
  filters: Row,
  form: ExportForm,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CachedWorkbook | null> {
  if (!(await client.mirror)) return null;
  // Read before the mirror: a write that completes in between is then also in the mirror, and applying it twice is
  // harmless.
  const entries = (await client.outbox.open()).filter(
    entry => entry.collection === resource.collection && entry.entity === entity,
  );
  const collection = resource.collection as ResourceCollection;
  return writeCached({ userId: client.userId, entity, collection, filters, form, entries }, signal, onProgress);
}
