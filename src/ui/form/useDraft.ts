import { useEffect, useState } from 'react';
import { useUi } from '../UiContext.ts';
import { DraftKeeper } from './draftKeeper.ts';
import type { Values } from './formState.ts';

export interface DraftState<V> {
  /** Whether the record was already open in another tab and still is. */
  elsewhere: boolean;
  /** Whether the store has been read: earlier input has been restored if there was any. */
  opened: boolean;
  /** Whether earlier input has been restored. */
  restored: boolean;
  /** Those restored fields whose values in the record have changed since the person typed (draftKeeper). */
  outdated: readonly string[];
  /** Whether the browser had no space for the draft, so that the input is lost when the page is closed. */
  unkept: boolean;
  /** Discards the draft; the form stays open and starts a new one. */
  startAfresh: () => void;
  /** Called when the form begins to be applied; returns a function to call when that has ended, well or not. */
  hold: () => () => void;
  /** Called when the form is applied or canceled. */
  end: () => void;
  /** Called when the form is applied and continues with these values. */
  goOn: (values: V) => void;
}

/**
 * Preserves an unsent form across reloads by storing its changed fields under the country and `draftKey` (screen and
 * record). A form of the same record in another tab has its own draft. Without a key or a store, no draft is stored.
 *
 * @param put sets the form's values; must be stable
 * @param formerKey name of the draft before its record was numbered; read once
 */
export function useDraft<V extends Values>(
  draftKey: string | undefined,
  initial: V,
  values: V,
  put: (change: (now: V) => V) => void,
  formerKey?: () => Promise<string | null>,
): DraftState<V> {
  const { drafts, entity } = useUi();
  const [restored, setRestored] = useState(false);
  const [outdated, setOutdated] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const [unkept, setUnkept] = useState(false);
  const [keeper] = useState(
    () =>
      new DraftKeeper(draftKey === undefined ? undefined : drafts, `${entity}/${draftKey ?? ''}`, initial, setUnkept),
  );

  const [former] = useState(() =>
    formerKey
      ? async () => {
          const name = await formerKey();
          return name === null ? null : `${entity}/${name}`;
        }
      : undefined,
  );

  useEffect(() => {
    let here = true;
    const onElsewhere = (open: boolean) => here && setElsewhere(open);
    void keeper.restore(onElsewhere, former).then(input => {
      if (!here) return;
      setOpened(true);
      if (!input) return;
      put(input.over);
      setOutdated(input.outdated);
      setRestored(true);
    });
    return () => {
      here = false;
      keeper.leave();
    };
  }, [former, keeper, put]);

  useEffect(() => keeper.take(values), [keeper, values]);

  return {
    opened,
    elsewhere,
    restored,
    outdated,
    unkept,
    startAfresh() {
      setRestored(false);
      put(() => keeper.initial);
    },
    hold: () => keeper.hold(),
    end: () => keeper.end(),
    goOn(next) {
      setRestored(false);
      keeper.goOn(next);
    },
  };
}
