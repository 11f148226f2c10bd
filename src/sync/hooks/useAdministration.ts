import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { administer, ServerUnreachable } from '../actions/administer.ts';
import { useReachedAgain } from './useReachedAgain.ts';
import { useSync } from './useSync.ts';
import { errorText } from '../../domain/errorText.ts';

/** State of an administration page's call: its data, or why there is none yet. */
export interface Administration<T> {
  data: T | null;
  problem: string | null;
  /** Whether the problem is that the server was not reached, rather than that it refused. */
  unreachable: boolean;
  loading: boolean;
  reload: () => void;
}

/** Parameters that select a part of the same list; with any other parameter, the call is about something else. */
const PARTS: ReadonlySet<string> = new Set(['q', 'state', 'page', 'count', 'page_no', 'page_size']);

/** What a call is about: everything that its input contains besides the selected part of a list. */
const subjectOf = (input: object): string => JSON.stringify(Object.entries(input).filter(([name]) => !PARTS.has(name)));

/**
 * The data returned by a call, with the country, subject and input for which it was requested; null if there is none.
 */
interface Kept<T> {
  subject: string;
  about: string;
  data: T;
}

/**
 * Makes an administration call, and repeats it on `reload`. Meanwhile, the previous data stays visible, unless it is about
 * another record or country. If the call fails, data that was returned for another input is removed (LIST-9).
 * @param input null while there is nothing to request
 */
export function useAdministration<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: CallDefinition<I, O>,
  input: z.input<I> | null,
): Administration<z.output<O>> {
  const { client, entity } = useSync();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ key: string; kept: Kept<z.output<O>> | null; error: unknown }>({
    key: '',
    kept: null,
    error: null,
  });
  const text = input === null ? null : JSON.stringify(input);
  const subject = `${entity} ${call.id} ${subjectOf(input ?? {})}`;
  const about = `${entity} ${call.id} ${text}`;
  const key = `${about} ${turn}`;
  useEffect(() => {
    if (text === null) return undefined;
    let over = false;
    void administer(client, entity, call, JSON.parse(text) as z.input<I>).then(
      data => over || setState({ key, kept: { subject, about, data }, error: null }),
      (error: unknown) => over || setState(({ kept }) => ({ key, kept: kept?.about === about ? kept : null, error })),
    );
    return () => {
      over = true;
    };
  }, [client, entity, call, text, subject, about, key]);
  const reload = useCallback(() => setTurn(at => at + 1), []);
  const isSame = state.kept?.subject === subject;
  const error = isSame || state.key === key ? state.error : null;
  useReachedAgain(error instanceof ServerUnreachable && state.key === key, reload);
  return {
    data: isSame ? (state.kept?.data ?? null) : null,
    problem: error === null ? null : errorText(error),
    unreachable: error instanceof ServerUnreachable,
    loading: text !== null && state.key !== key,
    reload,
  };
}
