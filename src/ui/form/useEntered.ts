import { useCallback, useState } from 'react';
import { isDirty, type Values } from './formState.ts';
import { useDraft, type DraftState } from './useDraft.ts';

/** What a person entered in a dialog that lays out its controls itself. */
export interface Entered<V extends Values> {
  values: V;
  /** Sets some values; a function computes them from the current ones, e.g. after something was read. */
  change: (next: Partial<V> | ((now: V) => Partial<V>)) => void;
  draft: DraftState<V>;
  /** Whether anything differs from what the dialog showed when it was opened. */
  isEntered: boolean;
}

/**
 * Keeps what a person enters in a dialog as a draft, as forms do: the page is drawn anew when it is reloaded, and when
 * another window switches the country. Values are stored as JSON, so a chosen file is kept by name only.
 *
 * @param draftKey screen and record, e.g. "recon.bills/submit"
 * @param first the values that the dialog begins with; read once
 */
export function useEntered<V extends Values>(draftKey: string, first: V): Entered<V> {
  const [initial] = useState(first);
  const [values, setValues] = useState(initial);
  const draft = useDraft(draftKey, initial, values, setValues);
  const change = useCallback<Entered<V>['change']>(
    next => setValues(now => ({ ...now, ...(typeof next === 'function' ? next(now) : next) })),
    [],
  );
  return { values, change, draft, isEntered: isDirty(initial, values) };
}
