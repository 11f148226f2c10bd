import type { OwnerKey } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import type { CheckScenario } from '../../domain/serviceability.ts';
import type { SyncClient } from '../client/client.ts';
import { checkAddressFile } from '../excelClient/writer.ts';
import type { CheckedWorkbook } from '../excelClient/writerApi.ts';
import { waitingBulks, withBulks } from '../client/imports/waitingBulks.ts';
import { readPending } from '../query/readPending.ts';

export type { CheckedWorkbook };

/**
 * Checks a file of addresses on this device against the cached channels and 3PLs, with pending writes applied (MR1).
 * @returns the file with the results, or a message that explains why there is none
 * @throws if the signal aborts it or the worker fails
 */
export async function checkFile(
  client: SyncClient,
  entity: Country,
  asked: {
    file: File;
    scenario: CheckScenario;
    shop: 0 | 1;
    owners: readonly { owner: OwnerKey; name: string }[];
  },
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CheckedWorkbook | { problem: string }> {
  if (!(await client.mirror))
    return {
      problem:
        'This browser does not store data for Ops Portal, so there is no data to check with. Allow this site to store data, then reload the page.',
    };
  const writes = await readPending(client.outbox, entity);
  const pending = withBulks(writes, await waitingBulks(client, entity));
  return checkAddressFile({ ...asked, userId: client.userId, entity, pending }, signal, onProgress);
}
