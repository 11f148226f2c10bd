import { getImport, revertImport, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { importsOf } from '../client/imports/imports.ts';
import { outcomeText } from '../network/outcome.ts';

const ENDS: readonly ImportReceipt['state'][] = ['applied', 'refused', 'review', 'failed'];
const POLL_EVERY = 700;

export interface RevertRequest {
  entity: Country;
  /** The import's id on the server. */
  id: string;
  /** Takes back what nobody has changed since, and leaves the rest. Without it any such row makes it a review. */
  skipConflicts: boolean;
  /** The same for every try of one decision, so that it takes effect once (OB3). */
  key: string;
  /** Records done of how many. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Takes an applied import back on the server; what was changed since then makes it a review, and nothing is done.
 *
 * @throws Error with a sentence where the server cannot be reached or refuses. Tried again under the same key it goes on
 */
export async function takeImportBack(
  client: SyncClient,
  { entity, id, skipConflicts, key, onProgress }: RevertRequest,
): Promise<ImportReceipt> {
  const input = { id, background: true, ...(skipConflicts ? { skipConflicts } : {}) };
  let outcome = await client.transport.call(revertImport, input, { entity, idempotencyKey: key });
  for (;;) {
    if (outcome.kind !== 'ok') throw new Error(outcomeText(outcome));
    const receipt = outcome.data;
    if (ENDS.includes(receipt.state)) {
      if (receipt.state === 'applied') {
        await importsOf(client).takenBack(id, receipt.id);
        await importsOf(client).inEffectAgain(id, receipt);
      }
      return receipt;
    }
    onProgress(receipt.done, receipt.total);
    await new Promise<void>(resolve => void client.env.clock.after(POLL_EVERY, resolve));
    outcome = await client.transport.call(getImport, { id: receipt.id }, { entity });
  }
}
