import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { CallDefinition, Collection } from '../../contract/call.ts';
import { RecordGone, ServerUnreachable } from '../actions/administer.ts';
import { askAndKeep, keptAnswer } from '../actions/keptAnswers.ts';
import { changeCount } from '../mirror/counts.ts';
import { useMirror } from './useMirror.ts';
import { useReachedAgain } from './useReachedAgain.ts';
import { useSync } from './useSync.ts';
import { errorText } from '../../domain/errorText.ts';

/** The state of a request: the response from the server or from this device's cache. */
export interface Kept<T> {
  data: T | null;
  /** Time of the response in epoch milliseconds; null if there is none yet. */
  asOf: number | null;
  /** Whether the server has responded since the request; otherwise `data` is the cached response. */
  fresh: boolean;
  /** Why the server did not respond, as a message. */
  problem: string | null;
  /** Whether the problem is that the server was not reached, rather than that it refused. */
  unreachable: boolean;
  /** Whether the problem is that what was requested does not exist, or no longer. */
  gone: boolean;
  loading: boolean;
  reload: () => void;
}

interface Answer<T> {
  key: string;
  data: T | null;
  asOf: number | null;
  fresh: boolean;
  problem: string | null;
  unreachable: boolean;
  gone: boolean;
  loading: boolean;
}

/**
 * Makes a call: returns the cached response immediately, then the server's. Repeated on `reload`, and whenever a record
 * of `collection` changes.
 * @param input null while there is nothing to request
 */
export function useKept<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: CallDefinition<I, O>,
  input: z.input<I> | null,
  collection: Collection | null = null,
): Kept<z.output<O>> {
  const { client, entity } = useSync();
  const [turn, setTurn] = useState(0);
  const changes = useMirror(`changes ${entity} ${collection}`, async db =>
    collection === null ? 0 : changeCount(db, entity, collection),
  );
  const text = input === null ? null : JSON.stringify(input);
  const key = `${entity} ${call.id} ${text}`;
  const [state, setState] = useState<Answer<z.output<O>>>({ ...NOTHING, key: '' });
  useEffect(() => {
    if (text === null || changes === undefined) return undefined;
    let over = false;
    const put = (change: (was: Answer<z.output<O>>) => Partial<Answer<z.output<O>>>) =>
      over ||
      setState(before => {
        const was = before.key === key ? before : { ...NOTHING, key };
        return { ...was, ...change(was) };
      });
    const asked = JSON.parse(text) as z.input<I>;
    put(() => ({ loading: true }));
    void keptAnswer(client, entity, call as never, asked).then(kept =>
      put(was => (kept && was.data === null ? { data: kept.data as z.output<O>, asOf: kept.asOf } : {})),
    );
    void askAndKeep(client, entity, call, asked).then(
      ({ data, asOf }) => put(() => ({ ...NOTHING, key, data, asOf, fresh: true })),
      (error: unknown) =>
        put(() => ({
          fresh: false,
          problem: errorText(error),
          unreachable: error instanceof ServerUnreachable,
          gone: error instanceof RecordGone,
          loading: false,
        })),
    );
    return () => {
      over = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `turn` and `changes` ask again
  }, [client, entity, call, text, key, turn, changes]);
  const reload = useCallback(() => setTurn(at => at + 1), []);
  useReachedAgain(state.key === key && state.unreachable && !state.loading, reload);
  const shown = state.key === key ? state : { ...NOTHING, loading: text !== null };
  return {
    data: shown.data,
    asOf: shown.asOf,
    fresh: shown.fresh,
    problem: shown.problem,
    unreachable: shown.unreachable,
    gone: shown.gone,
    loading: shown.loading,
    reload,
  };
}

const NOTHING: Answer<never> = {
  key: '',
  data: null,
  asOf: null,
  fresh: false,
  problem: null,
  unreachable: false,
  gone: false,
  loading: false,
};
