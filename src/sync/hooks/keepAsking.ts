import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import type { OpsAnswer } from '../engine/opsApi.ts';

/** Time in milliseconds after which an unanswered query is repeated. */
export const AGAIN_AFTER = 2000;

interface Asking<T> {
  question: () => Promise<OpsAnswer<T>>;
  onAnswer: (value: T) => void;
  /** Called while there is no answer yet, because the places are not loaded or the device is too slow. */
  onNone?: () => void;
  /** Delay in milliseconds before the first query. */
  after?: number;
}

/**
 * Queries `ops` about an entity's places: immediately, whenever they are reloaded, and repeatedly until there is an
 * answer. A query that has timed out is never answered, even if the places are loaded soon afterward.
 * @returns a function that stops querying
 */
export function keepAsking<T>(
  { env: { clock }, signals }: Pick<SyncClient, 'env' | 'signals'>,
  entity: Country,
  { question, onAnswer, onNone, after = 0 }: Asking<T>,
): () => void {
  let asked = 0;
  /** Number of the latest answered query; Infinity once querying has stopped. */
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
    // A later query schedules its own retry.
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
