import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import type { OpsAnswer } from '../engine/opsApi.ts';

/** A question without an answer is asked again after this, in milliseconds. */
export const AGAIN_AFTER = 2000;

interface Asking<T> {
  question: () => Promise<OpsAnswer<T>>;
  onAnswer: (value: T) => void;
  /** There is no answer yet: the places are not in, or the device is too slow to answer in time. */
  onNone?: () => void;
  /** The first question waits this long, in milliseconds. */
  after?: number;
}

/**
 * Asks `ops` about the places of an entity: now, whenever they were loaded again, and again after a while for as long as
 * there is no answer. A question that waits too long has no answer, however soon the places are in afterwards.
 *
 * @returns ends it
 */
export function keepAsking<T>(
  { env: { clock }, signals }: Pick<SyncClient, 'env' | 'signals'>,
  entity: Country,
  { question, onAnswer, onNone, after = 0 }: Asking<T>,
): () => void {
  let asked = 0;
  /** The youngest question that was answered; Infinity once it is over. */
  let answered = 0;
  let stopWaiting: () => void = () => undefined;
  const ask = async () => {
    stopWaiting();
    asked += 1;
    const own = asked;
    const { ready, value } = await question();
    if (own <= answered) return;
    if (ready) {
      answered = own;
      onAnswer(value);
      return;
    }
    if (answered === 0) onNone?.();
    // A younger question asks for itself.
    if (own === asked) stopWaiting = clock.after(AGAIN_AFTER, () => void ask());
  };
  if (after === 0) void ask();
  else stopWaiting = clock.after(after, () => void ask());
  const stop = signals.listen(signal => {
    if (signal.t === 'places' && signal.entity === entity) void ask();
  });
  return () => {
    answered = Infinity;
    stopWaiting();
    stop();
  };
}
