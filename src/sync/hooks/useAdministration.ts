import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { administer } from '../actions/administer.ts';
import { useSync } from './useSync.ts';
import { errorText } from '../../domain/errorText.ts';

/** State of an administration page's call: its data, or why there is none yet. */
export interface Administration<T> {
  data: T | null;
  problem: string | null;
  loading: boolean;
  reload: () => void;
}

/**
 * Makes an administration call, and repeats it on `reload`. The previous data stays visible meanwhile.
 * @param input null while there is nothing to request
 */
export function useAdministration<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: CallDefinition<I, O>,
  input: z.input<I> | null,
): Administration<z.output<O>> {
  const { client, entity } = useSync();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ key: string; data: z.output<O> | null; problem: string | null }>({
    key: '',
    data: null,
    problem: null,
  });
  const text = input === null ? null : JSON.stringify(input);
  const key = `${entity} ${call.id} ${text} ${turn}`;
  useEffect(() => {
    if (text === null) return undefined;
    let over = false;
    void administer(client, entity, call, JSON.parse(text) as z.input<I>).then(
      data => over || setState({ key, data, problem: null }),
      (error: unknown) => over || setState(was => ({ key, data: was.data, problem: errorText(error) })),
    );
    return () => {
      over = true;
    };
  }, [client, entity, call, text, key]);
  const reload = useCallback(() => setTurn(at => at + 1), []);
  return { data: state.data, problem: state.problem, loading: text !== null && state.key !== key, reload };
}
