import { getImport, revertImport, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { importsOf } from '../client/imports/imports.ts';
import { outcomeText } from '../network/outcome.ts';

const ENDS: readonly ImportReceipt['state'][] = ['applied', 'refused', 'review', 'failed'];
const POLL_EVERY = 700;
/** Time in milliseconds for which the server may be unreachable while it undoes the import. */
const LOST_MOST = 60_000;

/** The server has begun to undo the import, but cannot be reached any more. */
export class StillUndoing extends Error {
  override name = 'StillUndoing';
  constructor() {
    super('The server is undoing it, but can no longer be reached. Operation History shows the result.');
  }
}

export interface RevertRequest {
  entity: Country;
  /** Id of the import on the server. */
  id: string;
  /** If true, undoes only the rows that nobody has changed since. If false, any changed row leads to a review. */
  skipConflicts: boolean;
  /** Idempotency-Key: the same for all attempts at one decision, so that it takes effect only once (OB3). */
  key: string;
  /** Called with the number of processed records and the total. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Undoes an applied import on the server. If there are later changes, the server returns a review and undoes nothing. A
 * retry with the same key resumes where the undo stopped.
 * @throws Error with a message if the server is unreachable or refuses; StillUndoing if it has begun
 */
export async function takeImportBack(
  client: SyncClient,
  { entity, id, skipConflicts, key, onProgress }: RevertRequest,
): Promise<ImportReceipt> {
  const input = { id, background: true, ...(skipConflicts ? { skipConflicts } : {}) };
  let outcome = await client.transport.call(revertImport, input, { entity, idempotencyKey: key });
  let known: ImportReceipt | null = null;
  let lost = 0;
  for (;;) {
    const isLost = outcome.kind === 'noNetwork' || outcome.kind === 'retryLater';
    if (known && isLost && (lost >= LOST_MOST || client.ended.aborted)) throw new StillUndoing();
    if (outcome.kind !== 'ok' && !(known && isLost)) throw new Error(outcomeText(outcome));
    lost = outcome.kind === 'ok' ? 0 : lost + POLL_EVERY;
    const receipt: ImportReceipt = outcome.kind === 'ok' ? outcome.data : (known as ImportReceipt);
    known = receipt;
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
