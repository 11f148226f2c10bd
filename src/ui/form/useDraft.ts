import { useEffect, useState } from 'react';
import { useUi } from '../UiContext.ts';
import { DraftKeeper } from './draftKeeper.ts';
import type { Values } from './formState.ts';

export interface DraftState {
  /** What was typed earlier is in the form again. */
  restored: boolean;
  /** Throws the draft away; the form goes on and is kept anew. */
  startAfresh: () => void;
  /** The form is over: applied or cancelled. */
  end: () => void;
}

/**
 * Keeps an unsent form over a reload: what differs from how it opened, under `draftKey` (screen and record) and the
 * country. Without a key, or without a store, nothing is kept.
 *
 * @param put sets the form's values; must be stable
 */
export function useDraft<V extends Values>(
  draftKey: string | undefined,
  initial: V,
  values: V,
  put: (values: V) => void,
): DraftState {
  const { drafts, entity } = useUi();
  const [restored, setRestored] = useState(false);
  const [keeper] = useState(
    () => new DraftKeeper(draftKey === undefined ? undefined : drafts, `${entity}/${draftKey ?? ''}`, initial),
  );

  useEffect(() => {
    let here = true;
    void keeper.restore().then(kept => {
      if (!here || !kept) return;
      put(kept);
      setRestored(true);
    });
    return () => {
      here = false;
    };
  }, [keeper, put]);

  useEffect(() => keeper.take(values), [keeper, values]);

  return {
    restored,
    startAfresh() {
      setRestored(false);
      put(keeper.initial);
    },
    end: () => keeper.end(),
  };
}
