import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { quoteParcelFile } from '../excelClient/writer.ts';
import type { QuotedWorkbook } from '../excelClient/writerApi.ts';
import type { ReadVersion } from './rateTables.ts';

export type { QuotedWorkbook };

/**
 * Quotes a file of parcels on this device, using a cached version.
 * @returns the file with each parcel's price, or a message that explains why there is none
 * @throws if the signal aborts it or the worker fails
 */
export const quoteFile = (
  client: SyncClient,
  entity: Country,
  { file, read }: { file: File; read: ReadVersion },
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<QuotedWorkbook | { problem: string }> => {
  const { version, table } = read;
  const job = { userId: client.userId, entity, file, columns: table.columns, version: version.versionNo };
  return quoteParcelFile(job, signal, onProgress);
};
